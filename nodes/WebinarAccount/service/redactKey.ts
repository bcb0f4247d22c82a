const REPLACEMENT = '[redacted]';

/** Replaces the API key in a body, in every encoding. Call this before the body is parsed or shortened. */
export function redactKey(body: string, key: string): string {
	return spellingsOf(key).reduce((redacted, spelling) => redacted.replaceAll(spelling, REPLACEMENT), body);
}

function spellingsOf(key: string): string[] {
	const inJson = JSON.stringify(key).slice(1, -1);
	const inForm = new URLSearchParams({ '': key }).toString().slice(1);
	return [
		key,
		inJson,
		// PHP escapes slashes in JSON.
		inJson.replaceAll('/', '\\/'),
		encodeURIComponent(key),
		inForm,
	];
}

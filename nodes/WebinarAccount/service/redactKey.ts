const REPLACEMENT = '[redacted]';

/** Replaces the API key in a response body, in every encoding. Call this before the body is parsed or shortened. */
export function redactKey(body: string, key: string): string {
	return encodingsOf(key).reduce((redacted, encoded) => redacted.replaceAll(encoded, REPLACEMENT), body);
}

/** Returns the API key as it may appear in a response: plain, in JSON, in a URL and in form data. */
function encodingsOf(key: string): string[] {
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

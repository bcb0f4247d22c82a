/** A shorter text could stand in an answer by chance. */
const SHORTEST = 16;

const IN_PLACE = '(API key)';

/**
 * Takes the API key out of an answer before anything of it is read: a host may repeat what it was sent, in an error,
 * in the address of a next page or in a dump, and answers reach outputs and messages.
 * @param text as it came, usually JSON
 */
export function withoutKey(text: string, apiKey: string): string {
	if (apiKey.length < SHORTEST) return text;
	const json = JSON.stringify(apiKey).slice(1, -1);
	const forms = [
		apiKey,
		json,
		// PHP's way to write JSON.
		json.replaceAll('/', '\\/'),
		encodeURIComponent(apiKey),
		new URLSearchParams({ '': apiKey }).toString().slice(1),
	];
	return [...new Set(forms)].reduce((rest, form) => rest.replaceAll(form, IN_PLACE), text);
}

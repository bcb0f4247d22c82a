/** A shorter text could stand in an answer by chance. */
const SHORTEST = 8;

const IN_PLACE = '(API key)';

/**
 * Takes the API key out of an answer before anything of it is read: a host may repeat what it was sent, in an error,
 * in the address of a next page or in a dump, and answers reach outputs and messages.
 * @returns what does so with the text of an answer, usually JSON
 */
export function redactSecret(apiKey: string): (text: string) => string {
	if (apiKey.length < SHORTEST) return (text) => text;
	const json = JSON.stringify(apiKey).slice(1, -1);
	const forms = new Set([
		apiKey,
		json,
		// PHP's way to write JSON.
		json.replaceAll('/', '\\/'),
		encodeURIComponent(apiKey),
		new URLSearchParams({ '': apiKey }).toString().slice(1),
	]);
	return (text) => [...forms].reduce((rest, form) => rest.replaceAll(form, IN_PLACE), text);
}

import { withoutInvisibleEnds } from '../utils/values';
import { InputError } from './errors';

/** Documented length of a key ("Limits"). Shorter keys are in use, longer ones are not. */
export const API_KEY_LENGTH = 64;

export const KEY_PLACE = 'in the main webinar dashboard, under the Advanced link of any webinar';

export const APPROVAL =
	'API access must be approved first, in the Profile section of the account; trial accounts have none.';

/** @throws InputError, which never contains the key */
export function readKey(text: string): string {
	const key = withoutInvisibleEnds(text);
	if (key === '') throw invalid('is empty');
	if (/[\s\p{C}]/u.test(key)) throw invalid('contains a space, a line break or an invisible character');
	if (key.length <= API_KEY_LENGTH) return key;
	throw invalid(`has ${key.length} characters, but a key has at most ${API_KEY_LENGTH}`);
}

function invalid(problem: string): InputError {
	return new InputError(
		`The API key ${problem}`,
		`Open the credential and paste the key again. You find it ${KEY_PLACE}.`,
	);
}

/** So many characters of the key in a row are replaced, because a host may cut what it repeats. */
const PART_LENGTH = 12;

/** A shorter key could be in an answer by chance. */
const SHORTEST_KEY = 8;

/** Removes the key, in any letter case, URL-encoded or cut, from texts that users see. */
export function keyRedactor(key: string): (text: string) => string {
	if (key.length < SHORTEST_KEY) return (text) => text;
	const length = Math.min(PART_LENGTH, key.length);
	const special = [...new Set(key.replace(/[a-z\d]/gi, ''))];
	const encoded = new Map(special.map((character) => [character, percentEncoded(character)]));
	const characters = [...key].map((character) => {
		const percents = encoded.get(character);
		return percents === undefined ? character : `(?:\\${character}|${percents})`;
	});
	const parts = characters
		.slice(length - 1)
		.map((_, start) => characters.slice(start, start + length).join(''));
	const any = `(?:${[...encoded.values(), '[^]'].join('|')})`;
	// All characters with which a part begins, and the rest of the last part.
	const pattern = new RegExp(`(?:(?=${parts.join('|')})${any})+${any}{${length - 1}}`, 'gi');
	return (text) => (text.length < length ? text : text.replace(pattern, '(API key)'));
}

function percentEncoded(character: string): string {
	return [...Buffer.from(character)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
}

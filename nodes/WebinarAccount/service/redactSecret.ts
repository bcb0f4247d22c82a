import { isRecord } from '../utils/values';

/** A shorter text could be in an answer by chance. */
const SHORTEST_SECRET = 8;

const REPLACEMENT = '(API key)';

/**
 * Removes the API key from a parsed response, in place: a host may repeat the request in an error, in the address of a
 * next page or in a dump, and responses are shown to users.
 * @param json parsed, so that JSON's own escapes are decoded
 * @returns the same with the key replaced in all texts and member names, in any letter case and common encoding
 */
export function redactSecret(json: unknown, secret: string): unknown {
	const inText = textRedactor(secret);
	const inValue = (value: unknown): unknown => {
		if (typeof value === 'string') return inText(value);
		if (Array.isArray(value)) return value.map(inValue);
		if (!isRecord(value)) return value;
		for (const name of Object.keys(value)) {
			const member = inValue(value[name]);
			const newName = inText(name);
			if (newName !== name) delete value[name];
			value[newName] = member;
		}
		return value;
	};
	return secret.length < SHORTEST_SECRET ? json : inValue(json);
}

/** The same for texts. */
export function textRedactor(secret: string): (text: string) => string {
	if (secret.length < SHORTEST_SECRET) return (text) => text;
	const forms = encodingsOf(secret);
	const lowerCased = forms.map((form) => form.toLowerCase());
	const pattern = new RegExp(forms.map((form) => form.replace(/[^a-z\d]/gi, '\\$&')).join('|'), 'gi');
	return (text) => {
		// No encoding is shorter than the key. Most texts are: this makes a large response ten times as fast.
		if (text.length < secret.length) return text;
		const lower = text.toLowerCase();
		return lowerCased.some((form) => lower.includes(form)) ? text.replace(pattern, REPLACEMENT) : text;
	};
}

/** The longer ones first, because some contain others. */
function encodingsOf(secret: string): string[] {
	const bytes = Buffer.from(secret);
	// Base64 depends on how many bytes come before. The first and last characters contain bits of the neighbours.
	const base64 = [0, 1, 2].map((before) =>
		Buffer.concat([Buffer.alloc(before), bytes])
			.toString('base64')
			.slice(Math.ceil((before * 4) / 3), Math.floor(((before + bytes.length) * 4) / 3)),
	);
	const percents = [...bytes].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
	const json = JSON.stringify(secret).slice(1, -1);
	const forms = [
		secret,
		json,
		// PHP escapes slashes in JSON.
		json.replaceAll('/', '\\/'),
		secret.replace(/[^a-z\d]/gi, unicodeEscape),
		secret.replace(/[^]/g, unicodeEscape),
		encodeURIComponent(secret),
		new URLSearchParams({ '': secret }).toString().slice(1),
		percents,
		bytes.toString('hex'),
		...base64,
		...base64.map((text) => text.replaceAll('+', '-').replaceAll('/', '_')),
	];
	return [...new Set(forms)].sort((one, other) => other.length - one.length);
}

function unicodeEscape(character: string): string {
	return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

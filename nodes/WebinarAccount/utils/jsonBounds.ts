/**
 * How much structure an answer may have. Reading takes time and memory by entry rather than by byte: 10 MB of `[],`
 * keep the process busy for half a second and take 150 MB, and each registrant or session takes ten times that.
 * `npm run bench -- answers` shows the effect.
 */
export const MAX_DEPTH = 50;
/** In one list or object. The service's pages have 25 entries; an account may have some hundred webinars. */
export const MAX_ENTRIES = 2500;
/** In all lists and objects together: 1500 registrants with all their members. */
export const MAX_VALUES = 50_000;

/** Whether a text is too deep or too large to be read as JSON. It is not checked that it is JSON. */
export function exceedsJsonBounds(text: string): 'depth' | 'size' | undefined {
	// A web page, for example: reading it as JSON fails at its first character.
	if (!/^\s*[[{]/.test(text)) return undefined;
	/** Entries so far, of each list or object that is open. */
	const open: number[] = [];
	let values = 0;
	for (let place = 0; place < text.length; place++) {
		switch (text[place]) {
			case '"':
				place = endOfString(text, place);
				break;
			case '[':
			case '{':
				if (open.push(1) > MAX_DEPTH) return 'depth';
				if (++values > MAX_VALUES) return 'size';
				break;
			case ']':
			case '}':
				open.pop();
				break;
			case ',': {
				const entries = (open.pop() ?? 0) + 1;
				open.push(entries);
				if (entries > MAX_ENTRIES || ++values > MAX_VALUES) return 'size';
			}
		}
	}
	return undefined;
}

/** The place of the closing quote, or the end of the text. */
function endOfString(text: string, start: number): number {
	for (let end = text.indexOf('"', start + 1); end >= 0; end = text.indexOf('"', end + 1)) {
		let backslashes = 0;
		while (text[end - 1 - backslashes] === '\\') backslashes++;
		if (backslashes % 2 === 0) return end;
	}
	return text.length;
}

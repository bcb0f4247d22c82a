/** More than this of a value says nothing more to a user, and may be a whole file. */
const MAX_LENGTH = 100;

/** A value as a message shows it; of one that is no text, its type. */
export function quoted(value: unknown): string {
	return `"${shortened(typeof value === 'string' ? value : typeof value)}"`;
}

/** The beginning of a text that is too long to be shown. */
export function shortened(text: string, length = MAX_LENGTH): string {
	return text.length > length ? `${text.slice(0, length)}…` : text;
}

/** Joins texts as sentences, each once; empty ones are left out, and the last one ends as it did. */
export function sentences(texts: readonly string[]): string {
	return [...new Set(texts)]
		.filter(Boolean)
		.join('. ')
		.replace(/([.!?])\. /g, '$1 ');
}

/** More than this of a value says nothing more to a user, and may be a whole file. */
const MAX_LENGTH = 100;

/** A value as a message shows it. */
export function quoted(text: string): string {
	return `"${shortened(text)}"`;
}

/** The beginning of a text that is too long to be shown. */
export function shortened(text: string): string {
	return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}…` : text;
}

/** The words of a text: a table of values without blanks. */
export function words(text: string): string[] {
	return text.trim().split(/\s+/);
}

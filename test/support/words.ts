/** Splits a string into its words. */
export function words(text: string): string[] {
	return text.trim().split(/\s+/);
}

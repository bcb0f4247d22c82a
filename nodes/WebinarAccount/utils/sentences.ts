/** Puts texts that are not empty one after the other, each once and as a sentence of its own; the last one ends as it did. */
export function sentences(texts: readonly string[]): string {
	return [...new Set(texts)]
		.filter(Boolean)
		.join('. ')
		.replace(/([.!?])\. /g, '$1 ');
}

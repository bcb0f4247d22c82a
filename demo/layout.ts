import Table from 'cli-table3';

const LABEL_WIDTH = 14;
/** What is left of 80 columns behind a label. */
const TEXT_WIDTH = 63;
const TABLE_WIDTHS = [31, 44];

/** A label with its text behind it, wrapped for a terminal of 80 columns. */
export function line(label: string, text: string): string {
	const [first = '', ...others] = wrapped(text);
	return [
		`  ${label.padEnd(LABEL_WIDTH)}${first}`,
		...others.map((other) => ' '.repeat(LABEL_WIDTH + 2) + other),
	].join('\n');
}

/** A table of two columns. */
export function table(head: [string, string], rows: ReadonlyArray<[string, string]>): string {
	const plain = new Table({ head, colWidths: TABLE_WIDTHS, wordWrap: true, style: { head: [], border: [] } });
	plain.push(...rows.map((row) => [...row]));
	return plain.toString().replace(/^/gm, '  ');
}

/** Without control characters, which could do anything to a terminal. */
export function printable(text: string): string {
	return text.replace(/\p{Cc}+/gu, ' ').trim();
}

function wrapped(text: string): string[] {
	const lines: string[] = [];
	for (const word of text.split(' ')) {
		const last = lines.at(-1);
		if (last !== undefined && last.length + word.length < TEXT_WIDTH)
			lines[lines.length - 1] = `${last} ${word}`;
		else lines.push(word);
	}
	return lines;
}

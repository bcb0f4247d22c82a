import Table from 'cli-table3';
import { Help } from 'commander';

const LABEL_WIDTH = 14;
/** The rest of 80 columns after a label. */
const TEXT_WIDTH = 63;
const TABLE_WIDTHS = [31, 44];

/** A label and its text, wrapped for a terminal of 80 columns. */
export function line(label: string, text: string): string {
	const indent = ' '.repeat(LABEL_WIDTH + 2);
	return `  ${label.padEnd(LABEL_WIDTH)}${new Help().boxWrap(text, TEXT_WIDTH).replaceAll('\n', `\n${indent}`)}`;
}

/** A table of two columns. */
export function table(head: [string, string], rows: ReadonlyArray<[string, string]>): string {
	const plain = new Table({ head, colWidths: TABLE_WIDTHS, wordWrap: true, style: { head: [], border: [] } });
	plain.push(...rows.map((row) => [...row]));
	return plain.toString().replace(/^/gm, '  ');
}

/** Removes control characters, which could change the state of the terminal. */
export function printable(text: string): string {
	return text.replace(/\p{Cc}+/gu, ' ').trim();
}

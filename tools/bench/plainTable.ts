import { getBorderCharacters, table } from 'table';

/** Formats a table without colors, so that it can be copied into a page. */
export function plainTable(head: string[], rows: string[][]): string {
	return table([head, ...rows], {
		border: getBorderCharacters('norc'),
		drawHorizontalLine: (index, rowCount) => [0, 1, rowCount].includes(index),
	});
}

import Table from 'cli-table3';

/** Formats a table without colors, so that it can be copied into a page. */
export function plainTable(head: string[], rows: string[][]): string {
	const table = new Table({ head, style: { head: [], border: [], compact: true } });
	table.push(...rows);
	return table.toString();
}

export interface Row<F> {
	name: string;
	/** The figures of each repetition. */
	figures: readonly F[];
}

export type Column<F> = [title: string, of: (figures: F) => number, digits: number, unit?: string];

/** Formats a table with the means of the repetitions. */
export function meansTable<F>(
	title: string,
	columns: ReadonlyArray<Column<F>>,
	rows: ReadonlyArray<Row<F>>,
): string {
	const mean = (all: readonly F[], of: (figures: F) => number) =>
		all.reduce((sum, each) => sum + of(each), 0) / all.length;
	return plainTable(
		[title, ...columns.map(([column]) => column)],
		rows.map(({ name, figures }) => [
			name,
			...columns.map(([, of, digits, unit = '']) => `${mean(figures, of).toFixed(digits)}${unit}`),
		]),
	);
}

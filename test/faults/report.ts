import type { Observation } from './observe';
import type { Operation } from './operations';
import type { Fault } from './table';

type Observed = ReadonlyMap<Fault, ReadonlyMap<Operation, Observation>>;

/** Two tables: what becomes of each operation, and what a user reads. */
export function reportOf(observed: Observed): string {
	const rows = [...observed];
	const columns = [...(rows[0]?.[1].keys() ?? [])];
	const outcomes = rows.map(([{ name }, row]) => [
		name,
		...columns.map((column) => outcome(row.get(column))),
	]);
	const texts = rows.map(([{ name }, row]) => [name, ...['Get', 'Unsubscribe'].map((of) => textIn(row, of))]);
	return [
		table([['Fault', ...columns.map(({ name }) => name)], ...outcomes]),
		'## What the user reads\n\nIn a read (Get), and in a write (Unsubscribe).',
		table([['Fault', 'Read', 'Write'], ...texts]),
	].join('\n\n');
}

function outcome(seen: Observation | undefined): string {
	if (!seen) return '';
	const text = seen.told.find((said) => said !== undefined);
	const isWrite = seen.done !== undefined;
	const failure = isWrite && text?.includes(' may have been ') ? 'doubt' : 'error';
	return `${text === undefined ? 'done' : failure}, ${seen.calls}${isWrite ? ` (${seen.done})` : ''}`;
}

function textIn(row: ReadonlyMap<Operation, Observation>, name: string): string {
	const seen = [...row].find(([operation]) => operation.name === name)?.[1];
	return seen?.told.find((said) => said !== undefined) ?? '(succeeds)';
}

/** Markdown, with columns of one width, so that it reads well on a terminal too. */
function table(rows: string[][]): string {
	const cells = rows.map((row) => row.map((cell) => cell.replaceAll('|', '\\|')));
	const widths = (cells[0] ?? []).map((_, column) =>
		Math.max(...cells.map((row) => row[column]?.length ?? 0)),
	);
	const line = (row: string[]) =>
		`| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
	const [head = [], ...others] = cells;
	const rule = `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`;
	return [line(head), rule, ...others.map(line)].join('\n');
}

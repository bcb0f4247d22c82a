import Table from 'cli-table3';

import type { Observation } from './observe';
import type { Operation } from './operations';
import type { Fault } from './table';

type Observed = ReadonlyMap<Fault, ReadonlyMap<Operation, Observation>>;

/** Returns two tables: the outcomes of each operation, and the errors that a user reads. */
export function reportOf(observed: Observed): string {
	const rows = [...observed];
	const columns = [...(rows[0]?.[1].keys() ?? [])];
	const outcomes = rows.map(([{ name }, row]) => [
		name,
		...columns.map((column) => outcome(row.get(column))),
	]);
	const texts = rows.map(([{ name }, row]) => [name, ...['Get', 'Unsubscribe'].map((of) => textIn(row, of))]);
	return [
		table(['Fault', ...columns.map(({ name }) => name)], outcomes),
		'What the user reads in a read (Get), and in a write (Unsubscribe):',
		table(['Fault', 'Read', 'Write'], texts),
	].join('\n\n');
}

function table(head: string[], rows: string[][]): string {
	const printed = new Table({ head, style: { head: [], border: [], compact: true } });
	printed.push(...rows);
	return printed.toString();
}

function outcome(seen: Observation | undefined): string {
	if (!seen) return '';
	const text = seen.errors.find((error) => error !== undefined);
	const isWrite = seen.done !== undefined;
	const failure = isWrite && text?.includes(' may have been ') ? 'doubt' : 'error';
	return `${text === undefined ? 'done' : failure}, ${seen.requests}${isWrite ? ` (${seen.done})` : ''}`;
}

function textIn(row: ReadonlyMap<Operation, Observation>, name: string): string {
	const seen = [...row].find(([operation]) => operation.name === name)?.[1];
	return seen?.errors.find((error) => error !== undefined) ?? '(succeeds)';
}

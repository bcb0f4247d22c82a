import { getBorderCharacters, table } from 'table';

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
		tableOf(['Fault', ...columns.map(({ name }) => name)], outcomes),
		'What the user reads in a read (Get), and in a write (Unsubscribe):',
		tableOf(['Fault', 'Read', 'Write'], texts),
	].join('\n\n');
}

function tableOf(head: string[], rows: string[][]): string {
	return table([head, ...rows], {
		border: getBorderCharacters('norc'),
		drawHorizontalLine: (index, rowCount) => [0, 1, rowCount].includes(index),
	});
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

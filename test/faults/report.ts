import { getBorderCharacters, table } from 'table';

import type { Observation } from './observation';
import type { Operation } from './operations';
import type { Fault } from './table';

type Observations = ReadonlyMap<Fault, ReadonlyMap<Operation, Observation>>;

/** Returns two tables: the result of each operation under each fault, and the errors that a user reads. */
export function reportOf(observations: Observations): string {
	const rows = [...observations];
	const operations = [...(rows[0]?.[1].keys() ?? [])];
	const results = rows.map(([{ name }, row]) => [
		name,
		...operations.map((operation) => resultText(row.get(operation))),
	]);
	const errors = rows.map(([{ name }, row]) => [name, errorText(row, 'Get'), errorText(row, 'Unsubscribe')]);
	return [
		tableOf(['Fault', ...operations.map(({ name }) => name)], results),
		'What the user reads in a read (Get), and in a write (Unsubscribe):',
		tableOf(['Fault', 'Read', 'Write'], errors),
	].join('\n\n');
}

function tableOf(head: string[], rows: string[][]): string {
	return table([head, ...rows], {
		border: getBorderCharacters('norc'),
		drawHorizontalLine: (index, rowCount) => [0, 1, rowCount].includes(index),
	});
}

function resultText(observation: Observation | undefined): string {
	if (!observation) return '';
	const { requests, writes } = observation;
	const error = firstError(observation);
	const isWrite = writes !== undefined;
	const failure = isWrite && error?.includes(' may have been ') ? 'doubt' : 'error';
	return `${error === undefined ? 'done' : failure}, ${requests}${isWrite ? ` (${writes})` : ''}`;
}

function errorText(row: ReadonlyMap<Operation, Observation>, operationName: string): string {
	const observation = [...row].find(([{ name }]) => name === operationName)?.[1];
	return (observation && firstError(observation)) ?? '(succeeds)';
}

function firstError({ errors }: Observation): string | undefined {
	return errors.find((error) => error !== undefined);
}

import { cases, runCase } from './simulation/cases';
import type { ClientName } from './simulation/clients';
import type { Together } from './simulation/figures';
import { runs, simulateRun, type TwoRuns } from './simulation/singleProcess';
import { type Column, meansTable } from './table';

/** Each run and case is simulated three times. */
const SEEDS = [1, 11, 21];

const RUN_COLUMNS: ReadonlyArray<Column<TwoRuns>> = [
	['Of least time', ({ first }) => first.ofLeast, 3],
	['429s', ({ first }) => first.throttled, 1],
	['Again', ({ again }) => again.ofLeast, 3],
	['429s', ({ again }) => again.throttled, 1],
];

const CASE_COLUMNS: ReadonlyArray<Column<Together>> = [
	['Goodput', ({ goodput }) => goodput, 3],
	['Throttled', ({ throttledShare }) => throttledShare * 100, 1, ' %'],
	['Fairness', ({ fairness }) => fairness, 3],
];

/** Prints what the limiter, or an alternative, reaches on a virtual clock with one or several processes. */
export async function simulateCommand({ client }: { client: ClientName }): Promise<void> {
	const print = async <One extends { name: string }, F>(
		title: string,
		all: readonly One[],
		simulate: (one: One, seed: number, client: ClientName) => Promise<F>,
		columns: ReadonlyArray<Column<F>>,
	) => {
		const rows = [];
		for (const one of all) {
			const figures: F[] = [];
			for (const seed of SEEDS) figures.push(await simulate(one, seed, client));
			rows.push({ name: one.name, figures });
		}
		console.log(meansTable(title, columns, rows));
	};
	await print('One process', runs, simulateRun, RUN_COLUMNS);
	await print('Processes', cases, runCase, CASE_COLUMNS);
}

import { cases, simulateCase } from './simulation/cases';
import type { Together } from './simulation/measure';
import { type RunFigures, runs, simulateRun } from './simulation/simulateRun';
import { type Column, meansTable } from './table';

/** Each run and case is simulated with each of these seeds. */
const SEEDS = [1, 11, 21];

const RUN_COLUMNS: ReadonlyArray<Column<RunFigures>> = [
	['Share', ({ share }) => share, 3],
	['429s', ({ throttled }) => throttled, 1],
];

const CASE_COLUMNS: ReadonlyArray<Column<Together>> = [
	['Goodput', ({ goodput }) => goodput, 3],
	['Throttled', ({ throttledShare }) => throttledShare * 100, 1, ' %'],
	['Fairness', ({ fairness }) => fairness, 3],
];

/** Prints what the limiter achieves on a virtual clock, with one process and with several. */
export async function simulateCommand(): Promise<void> {
	const print = async <One extends { name: string }, F>(
		title: string,
		all: readonly One[],
		simulate: (one: One, seed: number) => Promise<F>,
		columns: ReadonlyArray<Column<F>>,
	) => {
		const rows = [];
		for (const one of all) {
			const figures: F[] = [];
			for (const seed of SEEDS) figures.push(await simulate(one, seed));
			rows.push({ name: one.name, figures });
		}
		console.log(meansTable(title, columns, rows));
	};
	await print('One process', runs, simulateRun, RUN_COLUMNS);
	await print('Processes', cases, simulateCase, CASE_COLUMNS);
}

import { cases, runCase } from './simulation/cases';
import type { ClientName } from './simulation/clients';
import { runs, simulateRun } from './simulation/singleProcess';
import { CASE_COLUMNS, meansTable, type Row, RUN_COLUMNS } from './table';

/** Each run and case is simulated three times. */
const SEEDS = [0, 10, 20];

interface SimulateOptions {
	seed: number;
	client: ClientName;
	json?: true;
}

/** Prints what the limiter, or an alternative, reaches on a virtual clock with 1 to 200 processes. */
export async function simulateCommand({ seed, client, json }: SimulateOptions): Promise<void> {
	const repeated = async <One extends { name: string }, F>(
		all: readonly One[],
		simulate: (one: One, seed: number, client: ClientName) => Promise<F>,
	) => {
		const rows: Array<Row<F>> = [];
		for (const one of all) {
			const figures: F[] = [];
			for (const more of SEEDS) figures.push(await simulate(one, seed + more, client));
			rows.push({ name: one.name, figures });
		}
		return rows;
	};
	const ofRuns = await repeated(runs, simulateRun);
	const ofCases = await repeated(cases, runCase);
	if (json) for (const row of [...ofRuns, ...ofCases]) console.log(JSON.stringify(row));
	else
		console.log(
			`${meansTable('One process', RUN_COLUMNS, ofRuns)}\n${meansTable('Processes', CASE_COLUMNS, ofCases)}`,
		);
}

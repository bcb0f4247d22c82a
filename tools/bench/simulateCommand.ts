import { cases, runCase } from './simulation/cases';
import type { ClientName } from './simulation/clients';
import { runs, simulateRun } from './simulation/singleProcess';
import { runsTable, simulationTable } from './table';

/** Each run and case is simulated three times. */
const SEEDS = [0, 10, 20];

interface SimulateOptions {
	seed: number;
	client: ClientName;
	json?: true;
}

/** Prints what the limiter, or an alternative, reaches on a virtual clock with 1 to 200 processes. */
export async function simulateCommand({ seed, client, json }: SimulateOptions): Promise<void> {
	const ofRuns = [];
	for (const run of runs) {
		const figures = [];
		for (const more of SEEDS) figures.push(await simulateRun(run, seed + more, client));
		ofRuns.push({ name: run.name, figures });
	}
	const ofCases = [];
	for (const one of cases) {
		const figures = [];
		for (const more of SEEDS) figures.push(await runCase(one, seed + more, client));
		ofCases.push({ name: one.name, figures });
	}
	if (json) for (const figures of [...ofRuns, ...ofCases]) console.log(JSON.stringify(figures));
	else console.log(`${runsTable(ofRuns)}\n${simulationTable(ofCases)}`);
}

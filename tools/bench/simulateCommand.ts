import { writeFileSync } from 'node:fs';

import type { Command } from 'commander';

import { whyNotWritable } from '../cli/writableFile';
import { cases, runCase } from './simulation/cases';
import type { ClientName } from './simulation/clients';
import { drawPicture } from './simulation/picture';
import { runs, simulateRun } from './simulation/singleProcess';
import { runsTable, simulationTable } from './table';

/** Each run is simulated with so many seeds. */
const SEEDS = 3;

interface SimulateOptions {
	seed: number;
	client: ClientName;
	picture?: string;
	json?: true;
}

/** Prints what the limiter, or an alternative, reaches on a virtual clock with 1 to 200 processes, or draws some of it. */
export async function simulateCommand(options: SimulateOptions, command: Command): Promise<void> {
	const { seed, client, picture, json } = options;
	if (picture !== undefined) {
		const reason = await whyNotWritable(picture);
		if (reason !== undefined) command.error(`error: the picture cannot be written to ${picture}: ${reason}.`);
		return writeFileSync(picture, await drawPicture(seed));
	}
	const ofRuns = [];
	for (const run of runs) {
		const figures = [];
		for (let index = 0; index < SEEDS; index++) figures.push(await simulateRun(run, seed + index, client));
		ofRuns.push({ name: run.name, figures });
	}
	const ofCases = [];
	for (const one of cases) ofCases.push(await runCase(one, seed, client));
	if (json) for (const figures of [...ofRuns, ...ofCases]) console.log(JSON.stringify(figures));
	else console.log(`${runsTable(ofRuns)}\n${simulationTable(ofCases)}`);
}

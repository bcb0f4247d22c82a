import { writeFileSync } from 'node:fs';

import type { Command } from 'commander';

import { whyNotWritable } from '../cli/writableFile';
import { cases, type CaseFigures, runCase } from './simulation/cases';
import { drawPicture } from './simulation/picture';
import { simulationTable } from './table';

interface SimulateOptions {
	seed: number;
	picture?: string;
	json?: true;
}

/** Simulates the limiter with up to 200 processes on a virtual clock, and prints or draws the results. */
export async function simulateCommand(options: SimulateOptions, command: Command): Promise<void> {
	const { seed, picture, json } = options;
	if (picture !== undefined) {
		const reason = await whyNotWritable(picture);
		if (reason !== undefined) command.error(`error: the picture cannot be written to ${picture}: ${reason}.`);
		return writeFileSync(picture, await drawPicture(seed));
	}
	const done: CaseFigures[] = [];
	for (const one of cases) {
		const figures = await runCase(one, seed);
		done.push(figures);
		if (json) console.log(JSON.stringify(figures));
	}
	if (!json) console.log(simulationTable(done));
}

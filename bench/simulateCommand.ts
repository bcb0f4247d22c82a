import { writeFileSync } from 'node:fs';

import { cases, type CaseFigures, runCase } from './simulation/cases';
import { drawPicture } from './simulation/picture';
import { simulationTable } from './table';

interface SimulateOptions {
	seed: number;
	picture?: string;
	json?: true;
}

/** Prints what the limiter does with up to 200 processes on a virtual clock, or draws some of it. */
export async function simulateCommand({ seed, picture, json }: SimulateOptions): Promise<void> {
	if (picture !== undefined) return writeFileSync(picture, await drawPicture(seed));
	const done: CaseFigures[] = [];
	for (const one of cases) {
		const figures = await runCase(one, seed);
		done.push(figures);
		if (json) console.log(JSON.stringify(figures));
	}
	if (!json) console.log(simulationTable(done));
}

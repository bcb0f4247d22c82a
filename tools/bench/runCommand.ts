import type { Figures, Scenario } from './scenario';
import { isMet } from './scenario';
import { scenarios } from './scenarios';
import { resultsTable, rounded } from './table';

export interface RunOptions {
	repeat: number;
	json?: true;
}

/** Runs scenarios one after the other. The process fails only if contacts were lost or registered twice. */
export async function runCommand(names: string[], { repeat, json }: RunOptions): Promise<void> {
	const chosen = names.length === 0 ? scenarios : scenarios.filter(({ name }) => names.includes(name));
	const results: Array<{ scenario: Scenario; figures: Figures }> = [];
	for (const scenario of chosen) {
		for (let time = 0; time < repeat; time++) {
			if (!json) console.error(`${scenario.name}: ${scenario.description} …`);
			const figures = await scenario.run();
			results.push({ scenario, figures });
			if (json) console.log(jsonLine(scenario, figures));
		}
	}
	if (!json) console.log(resultsTable(results));
	const harmed = results.some(({ figures: { lost = 0, duplicates = 0 } }) => lost > 0 || duplicates > 0);
	if (harmed) process.exitCode = 1;
}

function jsonLine({ name, targets }: Scenario, figures: Figures): string {
	const exact = Object.fromEntries(
		Object.entries(figures).map(([figure, value]) => [figure, rounded(value)]),
	);
	const askedFor = targets.map((target) => ({ ...target, met: isMet(target, figures) }));
	return JSON.stringify({ scenario: name, ...exact, askedFor });
}

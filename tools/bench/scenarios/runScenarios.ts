import { plainTable } from '../plainTable';
import { bulk } from './bulk';
import { isMet, type Scenario, type Target } from './scenario';
import { workers } from './workers';

const scenarios: readonly Scenario[] = [bulk, workers];

export const scenarioNames = scenarios.map(({ name }) => name);

/**
 * Runs scenarios one after the other, and prints their figures. The process fails only if contacts were lost or registered
 * twice, because the speed depends on the machine.
 * @param names all scenarios if empty
 */
export async function runScenarios(names: readonly string[]): Promise<void> {
	const rows: string[][] = [];
	for (const scenario of scenarios) {
		if (names.length > 0 && !names.includes(scenario.name)) continue;
		console.error(`${scenario.name}: ${scenario.description} …`);
		const figures = await scenario.run();
		for (const [figure, value] of Object.entries(figures)) {
			const target = scenario.targets[figure];
			rows.push([scenario.name, figure, value.toFixed(3), target ? verdict(target, value) : '']);
		}
		const { lost = 0, duplicates = 0 } = figures;
		if (lost > 0 || duplicates > 0) process.exitCode = 1;
	}
	console.log(plainTable(['Scenario', 'Figure', 'Value', 'Target'], rows));
}

function verdict(target: Target, value: number): string {
	const bound = target.atLeast === undefined ? `≤ ${target.atMost}` : `≥ ${target.atLeast}`;
	return `${isMet(target, value) ? '✓' : '✗ not met:'} ${bound}`;
}

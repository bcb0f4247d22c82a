import { isMet, type Target } from './scenario';
import { scenarios } from './scenarios';
import { plainTable } from './table';

/** Runs scenarios one after the other. The process fails only if contacts were lost or registered twice. */
export async function runCommand(names: string[]): Promise<void> {
	const rows: string[][] = [];
	for (const { name, description, targets, run } of scenarios) {
		if (names.length > 0 && !names.includes(name)) continue;
		console.error(`${name}: ${description} …`);
		const figures = await run();
		for (const figure of new Set([...Object.keys(figures), ...Object.keys(targets)])) {
			const { [figure]: value } = figures;
			const shown = value === undefined ? 'missing' : String(Number(value.toFixed(3)));
			rows.push([name, figure, shown, verdict(targets[figure], value)]);
		}
		const { lost = 0, duplicates = 0 } = figures;
		if (lost > 0 || duplicates > 0) process.exitCode = 1;
	}
	console.log(plainTable(['Scenario', 'Figure', 'Value', 'Target'], rows));
}

function verdict(target: Target | undefined, value: number | undefined): string {
	if (!target) return '';
	const bound = target.atLeast === undefined ? `≤ ${target.atMost}` : `≥ ${target.atLeast}`;
	return `${isMet(target, value) ? '✓' : '✗ falls short:'} ${bound}`;
}

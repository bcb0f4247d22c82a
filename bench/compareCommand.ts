import { exitWith } from '../cli/failure';
import { withTeardown } from '../realN8n/teardown';
import { compare, type Comparison } from './comparison/compare';
import { comparisonTable } from './table';

/** Compares the node with what n8n has without it. Needs the real n8n, which is installed once. */
export async function compareCommand(): Promise<void> {
	const results: Comparison[] = [];
	await withTeardown((onEnd) =>
		compare(onEnd, (result) => {
			console.error(`${result.name}: ${result.seconds.toFixed(1)} s …`);
			results.push(result);
		}),
	).catch(exitWith);
	console.log(comparisonTable(results));
	process.exit();
}

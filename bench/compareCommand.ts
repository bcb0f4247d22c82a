import { MissingError } from '../realN8n/programs';
import { Stopped, withTeardown } from '../realN8n/teardown';
import { compare, type Comparison } from './comparison/compare';
import { comparisonTable } from './table';

/** Holds the node against what n8n has without it. Needs the real n8n, which is installed once. */
export async function compareCommand(): Promise<void> {
	const results: Comparison[] = [];
	await withTeardown((onEnd) =>
		compare(onEnd, (result) => {
			console.error(`${result.name}: ${result.seconds.toFixed(1)} s …`);
			results.push(result);
		}),
	).catch((error: unknown) => {
		console.error(error instanceof Stopped || error instanceof MissingError ? error.message : error);
		process.exit(1);
	});
	console.log(comparisonTable(results));
	process.exit();
}

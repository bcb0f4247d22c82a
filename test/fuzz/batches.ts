import fc, { type Arbitrary } from 'fast-check';

import type * as account from '../../nodes/WebinarAccount/service/account';
import { report } from '../support/progress';

/** How much is tried: little in the default test run, always the same, and what `npm run test:more -- fuzz` asks for. */
const runs = (byDefault: number) => Number(process.env.FUZZ_RUNS ?? byDefault);

/** Of answers for each endpoint, through n8n's engine and HTTP. */
export const ENGINE_RUNS = runs(10);
/** Of items for each operation: each takes a few calls. */
export const ITEM_RUNS = runs(5);
/** Of polls, of which a case takes four. */
export const POLL_RUNS = Math.ceil(ITEM_RUNS / 5);
export const SEED = Number(process.env.FUZZ_SEED ?? 1);

// A long run takes minutes.
jest.setTimeout(ENGINE_RUNS > 1000 ? 3_600_000 : 60_000);

/** Longer than the repeats of a read take; whatever takes longer hangs. */
const BATCH_TIMEOUT_MS = 30_000;

/**
 * Checks cases many at a time, as the items of one execution; a failure is shrunk to the cases that it takes.
 * @param runs least number of cases
 * @param batchSize most cases that are checked together
 */
export async function checkInBatches<Case>(
	cases: Arbitrary<Case>,
	runs: number,
	check: (batch: Case[]) => Promise<void>,
	batchSize = 100,
): Promise<void> {
	const batches = fc.array(cases, { minLength: 1, maxLength: Math.min(batchSize, runs), size: 'max' });
	let done = 0;
	for (let round = 0; done < runs; round++) {
		await fc.assert(
			fc.asyncProperty(batches, async (batch) => {
				await check(batch);
				done += batch.length;
				report(Math.min(done, runs), runs);
			}),
			{ seed: SEED + round, numRuns: 5, timeout: BATCH_TIMEOUT_MS },
		);
	}
}

/** Removes the limit of 20 calls per second from the built package: much time is skipped only slowly. */
export function liftLimit(): void {
	const built = jest.requireActual<{ readAccount: typeof account.readAccount }>(
		'../../dist/nodes/WebinarAccount/service/account.js',
	);
	const { readAccount } = built;
	built.readAccount = (credential) => ({ ...readAccount(credential), callsPerSecond: 100_000 });
}

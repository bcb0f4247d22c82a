import fc, { type Arbitrary } from 'fast-check';

import type * as account from '../../nodes/WebinarAccount/service/account';
import { report } from '../support/progress';

/** Returns the number of cases: `npm run test:more -- fuzz` sets FUZZ_RUNS to a larger one. */
const numberOfCases = (byDefault: number) => Number(process.env.FUZZ_RUNS ?? byDefault);

/** Random responses for each endpoint. */
export const RESPONSE_CASES = numberOfCases(10);
/** Random items for each operation, or random responses for each list. Each takes several requests. */
export const ITEM_CASES = numberOfCases(5);
/** Random responses for polls. Each takes four polls. */
export const POLL_CASES = Math.ceil(ITEM_CASES / 5);
export const SEED = Number(process.env.FUZZ_SEED ?? 1);

// A long run takes minutes.
jest.setTimeout(RESPONSE_CASES > 1000 ? 3_600_000 : 60_000);

/** Longer than all retries of a read take. */
const BATCH_TIMEOUT_MS = 30_000;

/**
 * Checks random cases in batches. A batch can be the items of one execution. fast-check reduces a failing batch to the
 * cases that make it fail.
 * @param count the minimum number of cases
 * @param batchSize the maximum number of cases in a batch
 */
export async function checkInBatches<Case>(
	cases: Arbitrary<Case>,
	count: number,
	check: (batch: Case[]) => Promise<void>,
	batchSize = 100,
): Promise<void> {
	const batches = fc.array(cases, { minLength: 1, maxLength: Math.min(batchSize, count), size: 'max' });
	let done = 0;
	for (let round = 0; done < count; round++) {
		await fc.assert(
			fc.asyncProperty(batches, async (batch) => {
				await check(batch);
				done += batch.length;
				report(Math.min(done, count), count);
			}),
			{ seed: SEED + round, numRuns: 5, timeout: BATCH_TIMEOUT_MS },
		);
	}
}

/** Checks random cases one after the other. */
export async function checkEach<Case>(
	cases: Arbitrary<Case>,
	count: number,
	check: (one: Case) => Promise<void>,
): Promise<void> {
	const checkBatch = async (batch: Case[]) => {
		for (const one of batch) await check(one);
	};
	await checkInBatches(cases, count, checkBatch, 10);
}

/**
 * Removes the limit of 20 requests per second from the built package during the tests of a file or group, because skipping
 * waits takes time too.
 */
export function useNoRateLimit(): void {
	const built = jest.requireActual<{ readAccount: typeof account.readAccount }>(
		'../../dist/nodes/WebinarAccount/service/account.js',
	);
	const { readAccount } = built;
	beforeAll(() => {
		built.readAccount = (credential) => ({ ...readAccount(credential), callsPerSecond: 100_000 });
	});
	afterAll(() => {
		built.readAccount = readAccount;
	});
}

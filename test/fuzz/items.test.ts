import { indexOf } from '../../tools/engine/parameters';
import { Harness } from '../support/harness';
import { checkInBatches, ITEM_CASES, useNoRateLimit, SEED } from './batches';
import { type ItemScenario, itemScenarios } from './itemScenarios';
import { itemOf, randomChanges, type Values } from './randomItem';
import { LIST_OPERATIONS } from './responseScenarios';
import { errorOf, expectSound, expectUntouchedPrototypes } from './soundness';

describe(`random input items (seed ${SEED})`, () => {
	let harness: Harness;

	useNoRateLimit();
	beforeAll(async () => {
		harness = await Harness.start({ at: Date.UTC(2026, 2, 1, 12) });
	});
	afterAll(async () => {
		expectUntouchedPrototypes();
		await harness.stop();
	});

	/** Runs an operation on one item for each set of changes. */
	async function runWithChanges({ parameters, validValues }: ItemScenario, changes: Values[]) {
		harness.sandbox.reset();
		const items = changes.map((changed, index) => itemOf({ ...validValues(index), ...changed }));
		const result = await harness.engine.run({
			parameters,
			items,
			credential: harness.credential,
			onError: 'continueRegularOutput',
		});
		return { items, result };
	}
	type Run = Awaited<ReturnType<typeof runWithChanges>>;

	function expectUnchangedItemsToSucceed({ result }: Run, changes: Values[]): void {
		const failed = result.output.filter((each) => errorOf(each) !== undefined).map(indexOf);
		expect(failed.filter((index) => Object.keys(changes[index] ?? {}).length === 0)).toEqual([]);
	}

	/** Expects one registration for each item that reports one, with the email address of the item. */
	function expectReportedRegistrations({ items, result }: Run): void {
		const reported = result.output.filter(({ json }) => json.user_id !== undefined);
		const userIds = harness.sandbox.registrations.map(({ userId }) => userId);
		expect(reported.map(({ json }) => json.user_id).sort()).toEqual(userIds.sort());
		for (const output of reported) {
			const { email } = items[indexOf(output)] ?? {};
			if (typeof email !== 'string') throw new Error('A person without an email address was registered');
			expect(output.json.email).toBe(email.trim());
		}
	}

	it.each(itemScenarios)(
		'fails only items with invalid values, and shows readable errors: $name',
		async (scenario) => {
			const fields = Object.keys(scenario.validValues(0));
			await checkInBatches(randomChanges(fields), ITEM_CASES, async (changes) => {
				const run = await runWithChanges(scenario, changes);
				expectSound(run.result, {
					items: changes.length,
					hasOneOutputPerItem: !LIST_OPERATIONS.includes(scenario.operation),
					numberOf: (index) => index,
					mayBeRejectedByN8n: true,
				});
				// Nobody is registered, so that Unsubscribe fails for valid items too.
				if (scenario.operation !== 'unsubscribe') expectUnchangedItemsToSucceed(run, changes);
				if (scenario.operation === 'register') expectReportedRegistrations(run);
			});
		},
	);
});

import { indexOf } from '../../tools/engine/parameters';
import { Harness } from '../support/harness';
import { checkInBatches, ITEM_RUNS, liftLimit, SEED } from './batches';
import { hostileItem, itemOf, type Values } from './hostileItems';
import { type ItemPlan, itemPlans } from './itemPlans';
import { LISTS } from './plans';
import { errorOf, expectSound, expectUntouchedPrototypes } from './soundness';

describe(`hostile input items (seed ${SEED})`, () => {
	let harness: Harness;

	beforeAll(async () => {
		liftLimit();
		harness = await Harness.start({ at: Date.UTC(2026, 2, 1, 12) });
	});
	afterAll(async () => {
		expectUntouchedPrototypes();
		await harness.stop();
	});

	const run = async ({ parameters, valid, operation }: ItemPlan, batch: Values[]) => {
		const { engine, credential, sandbox } = harness;
		sandbox.reset();
		const items = batch.map((wrong, index) => itemOf(valid(index), wrong));
		const onError = 'continueRegularOutput';
		const result = await engine.run({ parameters, items, credential, onError });
		const isSingle = !LISTS.includes(operation);
		expectSound(result, items.length, { isSingle, numberOf: (index) => index, mayBeRejectedByN8n: true });
		const failed = result.output.filter((each) => errorOf(each) !== undefined);
		const isValid = (index: number) => Object.keys(batch[index] ?? {}).length === 0;
		// Nobody is registered who could be unsubscribed.
		if (operation !== 'unsubscribe') expect(failed.filter((each) => isValid(indexOf(each)))).toEqual([]);
		if (operation !== 'register') return;
		// Each is registered once, and those alone whose item says so, with what the item says.
		const registered = result.output.filter(({ json }) => json.user_id !== undefined);
		expect(registered.map(({ json }) => json.user_id)).toEqual(
			expect.arrayContaining(sandbox.registrations.map(({ userId }) => userId)),
		);
		expect(registered).toHaveLength(sandbox.registrations.length);
		for (const output of registered) {
			const email = items[indexOf(output)]?.email;
			expect(output.json.email).toBe(typeof email === 'string' ? email.trim() : 'that of a text');
		}
	};

	it.each(itemPlans)('affect no other item, and get readable errors: $name', async (plan) => {
		const fields = Object.keys(plan.valid(0));
		await checkInBatches(hostileItem(fields), ITEM_RUNS, (batch) => run(plan, batch));
	});
});

import fc from 'fast-check';

import { checkInBatches, ENGINE_RUNS, SEED, TEST_TIMEOUT_MS } from './batches';
import { anyFate, type Hostility, hostility, isValid, validAnswer } from './hostileAnswers';
import { listPlans, type Plan, plans } from './plans';
import { errorOf, expectSound, indexOf } from './soundness';
import { setStage, type Stage } from './stage';

/** Without 5xx, after which a read is repeated: it has tests of its own. */
const FAILURES = [
	201, 202, 204, 206, 301, 302, 304, 307, 400, 401, 402, 403, 404, 405, 409, 413, 422, 451, 499,
];

describe(`answers of any kind (seed ${SEED})`, () => {
	let stage: Stage;
	let harness: Stage['harness'];
	let service: Stage['service'];

	beforeAll(async () => {
		stage = await setStage();
		({ harness, service } = stage);
	});
	afterAll(() => stage.clear());

	/** @param numbers of the items, which are those of their webinars */
	const run = async (
		{ endpoint, parameters, isSingle }: Plan,
		answers: Hostility[],
		numbers: number[],
		{ credential }: Pick<Stage['service'], 'credential'> = service,
	) => {
		service.endpoint = endpoint;
		service.arrivals.length = 0;
		service.answers = new Map(answers.map((answer, index) => [numbers[index] ?? 0, answer]));
		const items = numbers.map((item) => ({ item }));
		const result = await harness.engine.run({
			parameters,
			items,
			credential,
			onError: 'continueRegularOutput',
		});
		expectSound(result, items.length, { isSingle, numberOf: (index) => numbers[index] ?? NaN });
		const isWrite = endpoint === 'register' || endpoint === 'unsubscribe';
		// Nobody is registered twice.
		if (isWrite) expect(service.arrivals).toHaveLength(new Set(service.arrivals).size);
		answers.forEach((answer, index) => {
			const outputs = result.output.filter((each) => indexOf(each) === index);
			const errors = outputs.map(errorOf).filter((error) => error !== undefined);
			if (isValid(answer)) {
				expect(outputs.length).toBeGreaterThan(0);
				expect(errors).toEqual([]);
			}
			if (!('fate' in answer)) return;
			expect(errors).toHaveLength(1);
			expect(errors[0]).toMatch(
				answer.fate === 'throttled' ? / throttled / : isWrite ? / may have been / : / connection /,
			);
		});
	};
	const runsOf = ({ endpoint }: Plan, all: Plan[]) =>
		Math.ceil(ENGINE_RUNS / all.filter((plan) => plan.endpoint === endpoint).length);
	const numbersOf = (batch: Hostility[]) => batch.map((_answer, index) => index + 1);
	const named = (plan: Plan) => [plan.name, plan] as const;

	it.each(plans.map(named))(
		'harm no item: %s',
		async (_name, plan) => {
			await checkInBatches(hostility(FAILURES), runsOf(plan, plans), (batch) =>
				run(plan, batch, numbersOf(batch)),
			);
		},
		TEST_TIMEOUT_MS,
	);

	it.each(listPlans.map(named))(
		'harm no run: %s',
		async (_name, plan) => {
			const check = async (batch: Hostility[]) => {
				for (const answer of batch) await run(plan, [answer], [0]);
			};
			await checkInBatches(hostility(FAILURES), runsOf(plan, listPlans), check, 10);
		},
		TEST_TIMEOUT_MS,
	);

	it.each(plans.filter(({ endpoint }) => endpoint === 'register' || endpoint === 'unsubscribe').map(named))(
		'leave nobody in doubt without a word when connections break, over TLS: %s',
		async (_name, plan) => {
			const cases = fc.oneof(anyFate, fc.constant(validAnswer));
			const credential = service.credentialOverTls;
			await checkInBatches(cases, runsOf(plan, plans), (batch) =>
				run(plan, batch, numbersOf(batch), { credential }),
			);
		},
		TEST_TIMEOUT_MS,
	);
});

import { checkInBatches } from './batches';
import { type HostileAnswer, hostileAnswer, isValid } from './hostileAnswers';
import { listPlans, type Plan, plans } from './plans';
import { ENGINE_RUNS, SEED, TEST_TIMEOUT_MS } from './settings';
import { errorOf, expectSound, indexOf } from './soundness';
import { setStage, type Stage } from './stage';

/** Without 429, which stops the queue, and without 5xx, after which a read is repeated: both have tests of their own. */
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
		answers: HostileAnswer[],
		numbers: number[],
	) => {
		service.endpoint = endpoint;
		service.answers = new Map(answers.map((answer, index) => [numbers[index] ?? 0, answer]));
		const items = numbers.map((item) => ({ item }));
		const { credential } = service;
		const result = await harness.engine.run({
			parameters,
			items,
			credential,
			onError: 'continueRegularOutput',
		});
		expectSound(result, items.length, { isSingle, numberOf: (index) => numbers[index] ?? NaN });
		answers.forEach((answer, index) => {
			if (!isValid(answer)) return;
			const outputs = result.output.filter((each) => indexOf(each) === index);
			expect(outputs.length).toBeGreaterThan(0);
			expect(outputs.map(errorOf).filter((error) => error !== undefined)).toEqual([]);
		});
	};
	const runsOf = ({ endpoint }: Plan, all: Plan[]) =>
		Math.ceil(ENGINE_RUNS / all.filter((plan) => plan.endpoint === endpoint).length);
	const named = (plan: Plan) => [plan.name, plan] as const;

	it.each(plans.map(named))(
		'harm no item: %s',
		async (_name, plan) => {
			await checkInBatches(hostileAnswer(FAILURES), runsOf(plan, plans), async (batch) => {
				await run(
					plan,
					batch,
					batch.map((_answer, index) => index + 1),
				);
			});
		},
		TEST_TIMEOUT_MS,
	);

	it.each(listPlans.map(named))(
		'harm no run: %s',
		async (_name, plan) => {
			const check = async (batch: HostileAnswer[]) => {
				for (const answer of batch) await run(plan, [answer], [0]);
			};
			await checkInBatches(hostileAnswer(FAILURES), runsOf(plan, listPlans), check, 10);
		},
		TEST_TIMEOUT_MS,
	);
});

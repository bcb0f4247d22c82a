import { checkInBatches, ENGINE_RUNS, SEED, TEST_TIMEOUT_MS } from './batches';
import { type HostileAnswer, hostileAnswer, isValid } from './hostileAnswers';
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

	/** @param first the number of the first item, which is that of its webinar; those that follow count on */
	const run = async ({ endpoint, parameters, isSingle }: Plan, answers: HostileAnswer[], first = 1) => {
		const items = answers.map((_, index) => ({ item: first + index }));
		service.endpoint = endpoint;
		service.arrivals.length = 0;
		service.answers = new Map(answers.map((answer, index) => [first + index, answer]));
		const { credential } = service;
		const onError = 'continueRegularOutput';
		const result = await harness.engine.run({ parameters, items, credential, onError });
		expectSound(result, items.length, { isSingle, numberOf: (index) => first + index });
		// Nobody is registered twice.
		if (endpoint === 'register' || endpoint === 'unsubscribe')
			expect(service.arrivals).toHaveLength(new Set(service.arrivals).size);
		answers.forEach((answer, index) => {
			if (!isValid(answer)) return;
			const outputs = result.output.filter((each) => indexOf(each) === index);
			expect(outputs.length).toBeGreaterThan(0);
			expect(outputs.flatMap((each) => errorOf(each) ?? [])).toEqual([]);
		});
	};
	const runsOf = ({ endpoint }: Plan, all: Plan[]) =>
		Math.ceil(ENGINE_RUNS / all.filter((plan) => plan.endpoint === endpoint).length);
	const named = (plan: Plan) => [plan.name, plan] as const;

	it.each(plans.map(named))(
		'harm no item: %s',
		async (_name, plan) => {
			const check = (batch: HostileAnswer[]) => run(plan, batch);
			await checkInBatches(hostileAnswer(FAILURES), runsOf(plan, plans), check);
		},
		TEST_TIMEOUT_MS,
	);

	it.each(listPlans.map(named))(
		'harm no run: %s',
		async (_name, plan) => {
			const check = async (batch: HostileAnswer[]) => {
				for (const answer of batch) await run(plan, [answer], 0);
			};
			await checkInBatches(hostileAnswer(FAILURES), runsOf(plan, listPlans), check, 10);
		},
		TEST_TIMEOUT_MS,
	);
});

import { NodeApiError, NodeOperationError } from 'n8n-workflow';

import type { EndpointName } from '../../nodes/WebinarAccount/service/schemas';
import { indexOf } from '../../tools/engine/parameters';
import { byId, Harness } from '../support/harness';
import { checkInBatches, ENGINE_RUNS, ITEM_RUNS, liftLimit, POLL_RUNS, SEED } from './batches';
import { type HostileAnswer, hostileAnswer, isValid } from './hostileAnswers';
import { HostileService } from './hostileService';
import { listPlans, type Plan, plans } from './plans';
import { errorOf, expectReadable, expectSound, expectUntouchedPrototypes } from './soundness';
import { takeValidAnswers } from './validAnswers';

const WEBINAR = 1;

/** Without 5xx, after which a read is repeated: it has tests of its own. */
const FAILURES = [
	201, 202, 204, 206, 301, 302, 304, 307, 400, 401, 402, 403, 404, 405, 409, 413, 422, 451, 499,
];

describe(`hostile responses (seed ${SEED})`, () => {
	/** The built node, and a service that answers it with what a test says. */
	let harness: Harness;
	const service = new HostileService();

	beforeAll(async () => {
		liftLimit();
		harness = await Harness.start({ at: Date.UTC(2026, 2, 1, 12), inspectors: [service.inspector] });
		service.valid = await takeValidAnswers(harness.sandbox);
	});
	afterAll(async () => {
		expectUntouchedPrototypes();
		await harness.stop();
	});

	/** @param first the number of the first item, which is that of its webinar; those that follow count on */
	const run = async ({ endpoint, parameters, isSingle }: Plan, answers: HostileAnswer[], first = 1) => {
		const items = answers.map((_, index) => ({ item: first + index }));
		service.endpoint = endpoint;
		service.arrivals.length = 0;
		service.answers = new Map(answers.map((answer, index) => [first + index, answer]));
		const { credential } = harness;
		const onError = 'continueRegularOutput';
		const result = await harness.engine.run({ parameters, items, credential, onError });
		expectSound(result, items.length, { isSingle, numberOf: (index) => first + index });
		// Nobody is registered twice.
		if (endpoint === 'register' || endpoint === 'unsubscribe')
			expect(service.arrivals).toHaveLength(new Set(service.arrivals).size);
		for (const [index, answer] of answers.entries()) {
			const outputs = result.output.filter((each) => indexOf(each) === index);
			if (isValid(answer)) expect([...new Set(outputs.map(errorOf))]).toEqual([undefined]);
		}
	};
	const runsOf = ({ endpoint }: Plan, all: Plan[]) =>
		Math.ceil(ENGINE_RUNS / all.filter((plan) => plan.endpoint === endpoint).length);

	it.each(plans)('affect only their own item, which gets a readable error: $name', async (plan) => {
		await checkInBatches(hostileAnswer(FAILURES), runsOf(plan, plans), (batch) => run(plan, batch));
	});

	const eachAnswer = (runs: number, check: (answer: HostileAnswer) => Promise<void>) => {
		const checkAll = async (batch: HostileAnswer[]) => {
			for (const answer of batch) await check(answer);
		};
		return checkInBatches(hostileAnswer(FAILURES), runs, checkAll, 10);
	};

	it.each(listPlans)('lead to valid output or a readable error of the run: $name', async (plan) => {
		await eachAnswer(runsOf(plan, listPlans), (answer) => run(plan, [answer], 0));
	});

	const spoil = (endpoint: EndpointName, answer: HostileAnswer) => {
		service.endpoint = endpoint;
		service.answers = new Map([[endpoint === 'webinars' ? 0 : WEBINAR, answer]]);
	};
	/** What a call gives; a failure must be one that the user can read. */
	const outcomeOf = async <T>(call: Promise<T>): Promise<T | undefined> =>
		await call.catch((error: unknown) => {
			if (!(error instanceof NodeApiError || error instanceof NodeOperationError)) throw error;
			expectReadable(error.message);
			if (typeof error.description === 'string') expectReadable(error.description);
			return undefined;
		});

	it.each([
		{ method: 'searchWebinars', endpoint: 'webinars' },
		{ method: 'searchSchedules', endpoint: 'webinar' },
		{ method: 'searchCustomFields', endpoint: 'webinar' },
	] as const)('lead to choices or a readable error in the list $method', async ({ method, endpoint }) => {
		const parameters = { resource: 'live', operation: 'register', webinarId: byId(WEBINAR) };
		await eachAnswer(ITEM_RUNS, async (answer) => {
			spoil(endpoint, answer);
			const list = await outcomeOf(harness.engine.list(method, parameters, harness.credential));
			for (const { name } of list?.results ?? []) expect(name).not.toMatch(/\[object |\bundefined\b/);
			if (isValid(answer)) expect(list?.results.length).toBeGreaterThan(0);
		});
	});

	it.each([
		{ event: 'registrantAdded', endpoint: 'registrants' },
		{ event: 'registrantAttended', endpoint: 'registrants' },
		{ event: 'webinarPublished', endpoint: 'webinars' },
		{ event: 'sessionStarting', endpoint: 'webinar' },
	] as const)(
		'do not change the stored state of a failed poll for $event, and do not stop later polls',
		async ({ event, endpoint }) => {
			const parameters = { resource: 'automated', event, webinarId: byId(WEBINAR), minutesBefore: 60 };
			await eachAnswer(POLL_RUNS, async (answer) => {
				service.answers.clear();
				const trigger = await harness.activate(parameters, { keeps: 'asCursor' });
				const before = JSON.stringify(trigger.saved);
				spoil(endpoint, answer);
				const items = await outcomeOf(trigger.poll());
				if (items === undefined) expect(JSON.stringify(trigger.saved)).toBe(before);
				if (isValid(answer)) expect(items).toEqual([]);
				service.answers.clear();
				await trigger.poll();
				// It saw nothing else than at first.
				if (items === undefined) expect(await trigger.poll()).toEqual([]);
			});
		},
	);
});

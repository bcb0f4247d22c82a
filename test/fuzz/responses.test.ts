import { NodeApiError, NodeOperationError } from 'n8n-workflow';

import { indexOf } from '../../tools/engine/parameters';
import { byId, Harness } from '../support/harness';
import {
	checkEach,
	checkInBatches,
	ITEM_CASES,
	POLL_CASES,
	useNoRateLimit,
	RESPONSE_CASES,
	SEED,
} from './batches';
import { FuzzedService, NO_ITEM } from './fuzzedService';
import { isValid, randomResponse, type RandomResponse } from './randomResponse';
import { type ResponseScenario, scenarios, webinarListScenarios } from './responseScenarios';
import { errorOf, expectReadable, expectSound, expectUntouchedPrototypes } from './soundness';

/** The ID of the webinar in lists and polls. */
const WEBINAR = 1;

/** Statuses beside 200, without 5xx, because test/faults covers the retries after a 5xx. */
const OTHER_STATUSES = [
	201, 202, 204, 206, 301, 302, 304, 307, 400, 401, 402, 403, 404, 405, 409, 413, 422, 451, 499,
];

const anyResponse = randomResponse(OTHER_STATUSES);

describe(`random responses (seed ${SEED})`, () => {
	let harness: Harness;
	const service = new FuzzedService();

	useNoRateLimit();
	beforeAll(async () => {
		harness = await Harness.start({ at: Date.UTC(2026, 2, 1, 12), inspectors: [service.inspector] });
		await service.recordValidResponses(harness.sandbox);
	});
	afterAll(async () => {
		expectUntouchedPrototypes();
		await harness.stop();
	});

	/** Runs the node on these items, which continue after an error. */
	const run = ({ parameters }: ResponseScenario, items: Array<{ item: number }>) =>
		harness.engine.run({
			parameters,
			items,
			credential: harness.credential,
			onError: 'continueRegularOutput',
		});
	type Result = Awaited<ReturnType<typeof run>>;

	function expectNoErrorAfterValidResponse({ output }: Result, responses: RandomResponse[]): void {
		for (const each of output) {
			const response = responses[indexOf(each)];
			if (response && isValid(response)) expect(errorOf(each)).toBeUndefined();
		}
	}

	/** Returns the number of cases for a scenario. Scenarios of one endpoint share the cases of the endpoint. */
	function casesFor({ endpoint }: ResponseScenario, all: ResponseScenario[]): number {
		return Math.ceil(RESPONSE_CASES / all.filter((other) => other.endpoint === endpoint).length);
	}

	it.each(scenarios)(
		'fails only items with an invalid response, and shows readable errors: $name',
		async (scenario) => {
			await checkInBatches(anyResponse, casesFor(scenario, scenarios), async (responses) => {
				const items = responses.map((_, index) => ({ item: index + 1 }));
				service.respond(
					scenario.endpoint,
					new Map(responses.map((response, index) => [index + 1, response])),
				);
				const result = await run(scenario, items);
				expectSound(result, {
					items: items.length,
					hasOneOutputPerItem: scenario.hasOneOutputPerItem,
					numberOf: (index) => index + 1,
				});
				expectNoErrorAfterValidResponse(result, responses);
				const isWrite = ['register', 'unsubscribe'].includes(scenario.endpoint);
				if (isWrite) expect(service.received).toEqual([...new Set(service.received)]);
			});
		},
	);

	it.each(webinarListScenarios)(
		'returns valid output or a readable error for any webinar list: $name',
		async (scenario) => {
			await checkEach(anyResponse, casesFor(scenario, webinarListScenarios), async (response) => {
				service.respond('webinars', new Map([[NO_ITEM, response]]));
				const result = await run(scenario, [{ item: NO_ITEM }]);
				expectSound(result, {
					items: 1,
					hasOneOutputPerItem: scenario.hasOneOutputPerItem,
					numberOf: () => NO_ITEM,
				});
				expectNoErrorAfterValidResponse(result, [response]);
			});
		},
	);

	it.each([
		{ list: 'searchWebinars', endpoint: 'webinars', item: NO_ITEM },
		{ list: 'searchSchedules', endpoint: 'webinar', item: WEBINAR },
		{ list: 'searchCustomFields', endpoint: 'webinar', item: WEBINAR },
	] as const)(
		'shows entries or a readable error in an editor list for any response: $list',
		async ({ list, endpoint, item }) => {
			const parameters = { resource: 'live', operation: 'register', webinarId: byId(WEBINAR) };
			await checkEach(anyResponse, ITEM_CASES, async (response) => {
				service.respond(endpoint, new Map([[item, response]]));
				const shown = await resultOrReadableError(harness.engine.list(list, parameters, harness.credential));
				for (const { name } of shown?.results ?? []) expect(name).not.toMatch(/\[object |\bundefined\b/);
				if (isValid(response)) expect(shown?.results.length).toBeGreaterThan(0);
			});
		},
	);

	it.each([
		{ event: 'registrantAdded', endpoint: 'registrants', item: WEBINAR },
		{ event: 'registrantAttended', endpoint: 'registrants', item: WEBINAR },
		{ event: 'webinarPublished', endpoint: 'webinars', item: NO_ITEM },
		{ event: 'sessionStarting', endpoint: 'webinar', item: WEBINAR },
	] as const)(
		'keeps the stored state after a failed poll, and succeeds in the next poll: $event',
		async ({ event, endpoint, item }) => {
			const parameters = { resource: 'automated', event, webinarId: byId(WEBINAR), minutesBefore: 60 };
			await checkEach(anyResponse, POLL_CASES, async (response) => {
				service.respondValidly();
				const trigger = await harness.activate(parameters, { keeps: 'asCursor' });
				const savedBefore = JSON.stringify(trigger.saved);
				service.respond(endpoint, new Map([[item, response]]));
				const reported = await resultOrReadableError(trigger.poll());
				const hasFailed = reported === undefined;
				if (hasFailed) expect(JSON.stringify(trigger.saved)).toBe(savedBefore);
				if (isValid(response)) expect(reported).toEqual([]);
				service.respondValidly();
				await trigger.poll();
				// A failed poll has stored nothing that a later poll could take for a change.
				if (hasFailed) expect(await trigger.poll()).toEqual([]);
			});
		},
	);
});

/** Returns the result, or undefined after an error that a user can understand. Other errors are thrown. */
async function resultOrReadableError<Result>(work: Promise<Result>): Promise<Result | undefined> {
	try {
		return await work;
	} catch (error) {
		if (!(error instanceof NodeApiError || error instanceof NodeOperationError)) throw error;
		expectReadable(error.message);
		if (typeof error.description === 'string') expectReadable(error.description);
		return undefined;
	}
}

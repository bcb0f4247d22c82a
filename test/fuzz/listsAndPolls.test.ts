import { NodeApiError, NodeOperationError } from 'n8n-workflow';

import type { EndpointName } from '../../nodes/WebinarAccount/service/endpoints';
import { byId } from '../support/harness';
import { checkInBatches, ITEM_RUNS, POLL_RUNS, SEED, TEST_TIMEOUT_MS } from './batches';
import { type HostileAnswer, hostileAnswer, isValid } from './hostileAnswers';
import { expectReadable } from './soundness';
import { setStage, type Stage } from './stage';

const FAILURES = [204, 302, 400, 401, 403, 404, 422];
const WEBINAR = 1;

describe(`answers of any kind in the editor and in polls (seed ${SEED})`, () => {
	let stage: Stage;
	let harness: Stage['harness'];
	let service: Stage['service'];

	beforeAll(async () => {
		stage = await setStage();
		({ harness, service } = stage);
	});
	afterAll(() => stage.clear());

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
	const eachAnswer = (runs: number, check: (answer: HostileAnswer) => Promise<void>) =>
		checkInBatches(
			hostileAnswer(FAILURES),
			runs,
			async (batch) => {
				for (const answer of batch) await check(answer);
			},
			10,
		);

	it.each([
		['searchWebinars', 'webinars'],
		['searchSchedules', 'webinar'],
		['searchCustomFields', 'webinar'],
	] as const)(
		'leave %s with choices, or with words',
		async (method, endpoint) => {
			const parameters = { resource: 'live', operation: 'register', webinarId: byId(WEBINAR) };
			await eachAnswer(ITEM_RUNS, async (answer) => {
				spoil(endpoint, answer);
				const list = await outcomeOf(harness.engine.list(method, parameters, service.credential));
				for (const { name } of list?.results ?? []) expect(name).not.toMatch(/\[object |\bundefined\b/);
				if (isValid(answer)) expect(list?.results.length).toBeGreaterThan(0);
			});
		},
		TEST_TIMEOUT_MS,
	);

	it.each([
		['registrantAdded', 'registrants'],
		['registrantAttended', 'registrants'],
		['webinarPublished', 'webinars'],
		['sessionStarting', 'webinar'],
	] as const)(
		'keep no poll of %s from going on',
		async (event, endpoint) => {
			const parameters = { resource: 'automated', event, webinarId: byId(WEBINAR), minutesBefore: 60 };
			await eachAnswer(POLL_RUNS, async (answer) => {
				service.answers.clear();
				const { credential } = service;
				const trigger = await harness.engine.activate({ parameters, credential, keeps: 'asCursor' });
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
		TEST_TIMEOUT_MS,
	);
});

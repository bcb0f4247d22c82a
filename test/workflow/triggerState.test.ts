import type { MemoryKeeping } from '../support/engine/activeTrigger';
import { byId, expectWithoutKey } from '../support/harness';
import { setLiveWebinars } from '../support/manyWebinars';
import { containing } from '../support/matchers';
import { automated, live } from '../support/sandboxWebinars';
import {
	DAY_MS,
	registrantAdded,
	inAllWebinars,
	registrantAttended,
	idsOf,
	poll,
	pollRegistrantIds,
	pollWebinarIds,
	TriggerStage,
	inOneWebinar,
} from '../support/triggerStage';

const stage = new TriggerStage();
const addedInAllWebinars = { ...inAllWebinars, event: 'registrantAdded' };
const webinarPublished = { resource: 'live', event: 'webinarPublished' };

/** Replaces the account's API key, and returns the credential with the new one. */
function renewKey() {
	const credential = stage.credential;
	credential.apiKey = `new-${credential.apiKey}`.slice(0, 64);
	stage.sandbox.setApiKey(credential.apiKey);
	return credential;
}

describe.each<MemoryKeeping>(['inWorkflow', 'onScheduler', 'asCursor'])(
	'a trigger whose state n8n stores as "%s"',
	(keeps) => {
		it('reports each new webinar once, even if a webinar is temporarily missing from the list', async () => {
			setLiveWebinars(stage.sandbox, [5]);
			const trigger = await stage.activate(webinarPublished, { keeps });
			await poll(trigger);
			setLiveWebinars(stage.sandbox, [5, 7, 1]);
			expect(await pollWebinarIds(trigger)).toEqual([1, 7]);
			setLiveWebinars(stage.sandbox, [7, 1]);
			expect(await pollWebinarIds(trigger)).toEqual([]);
			setLiveWebinars(stage.sandbox, [5, 7, 1]);
			expect(await pollWebinarIds(trigger)).toEqual([]);
		});

		it('remembers a new webinar even if no poll finds events', async () => {
			setLiveWebinars(stage.sandbox, [1, 2]);
			const [buyer, earlyBuyer] = stage.addTwoRegistrants(2);
			stage.sandbox.buy(earlyBuyer, { live: 49 });
			// The rows of a new webinar count only if the person signed up at most a day before the first poll.
			stage.now += 2 * DAY_MS;
			setLiveWebinars(stage.sandbox, [1]);
			const trigger = await stage.activate({ ...inAllWebinars, event: 'registrantPurchased' }, { keeps });
			setLiveWebinars(stage.sandbox, [1, 2]);
			expect(await poll(trigger)).toEqual([]);
			expect(await poll(trigger)).toEqual([]);
			stage.sandbox.buy(buyer, { live: 49 });
			expect(await pollRegistrantIds(trigger)).toEqual([buyer.id]);
			expect(await pollRegistrantIds(trigger)).toEqual([]);
		});

		it('reports nobody twice after a restart of n8n', async () => {
			stage.addRegistrants(3);
			const trigger = await stage.activate(registrantAdded, { keeps });
			expect(trigger.atFirst).toEqual([]);
			expect(await pollRegistrantIds(trigger)).toEqual([]);
			const beforeRestart = stage.addRegistrants(2);
			expect(await pollRegistrantIds(trigger)).toEqual(idsOf(beforeRestart));
			const afterRestart = stage.addRegistrant();
			const reportedAtRestart = (await trigger.restart()).map(({ json }) => json.id);
			const reportedLater = await pollRegistrantIds(trigger);
			expect([...reportedAtRestart, ...reportedLater]).toEqual([afterRestart.id]);
			expect(await pollRegistrantIds(trigger)).toEqual([]);
			expectWithoutKey(trigger.saved, stage.sandbox.apiKey);
		});
	},
);

describe("a trigger on n8n's scheduler", () => {
	it('reports a registrant again if n8n did not save the poll that reported the registrant', async () => {
		const trigger = await stage.activate(registrantAdded, { keeps: 'onScheduler' });
		stage.addRegistrant();
		await poll(trigger);
		const savedBefore = trigger.saved;
		expect(await pollRegistrantIds(trigger)).toEqual([]);
		const person = stage.addRegistrant();
		expect(await pollRegistrantIds(trigger)).toEqual([person.id]);
		trigger.saved = savedBefore;
		expect(await pollRegistrantIds(trigger)).toEqual([person.id]);
	});
});

describe('a trigger that is activated again', () => {
	const events = [
		{ event: 'Registrant Added in one webinar', parameters: registrantAdded },
		{ event: 'Registrant Added in all webinars', parameters: addedInAllWebinars },
		{ event: 'Webinar Published', parameters: webinarPublished },
	];

	it.each(events)('reports what happened before the API key was replaced: $event', async ({ parameters }) => {
		setLiveWebinars(stage.sandbox, [1, 2]);
		stage.addRegistrants(3);
		const first = await stage.activate(parameters);
		await poll(first);
		stage.addRegistrants(1);
		setLiveWebinars(stage.sandbox, [1, 2, 3]);
		const credential = renewKey();
		const trigger = await stage.activate(parameters, { saved: first.saved, credential });
		expect([...trigger.atFirst, ...(await poll(trigger))]).toHaveLength(1);
		expect(await poll(trigger)).toEqual([]);
		expectWithoutKey(trigger.saved, credential.apiKey);
	});

	it('keeps its state if the service throttles the first request after the API key was replaced', async () => {
		const first = await stage.activate(registrantAdded);
		await poll(first);
		const person = stage.addRegistrant();
		const again = { saved: first.saved, credential: renewKey(), budgetMs: 600_000 };
		const headers = { 'retry-after': '60' };
		stage.sandbox.fail({ kind: 'answer', status: 429, headers, times: Infinity });
		await expect(stage.activate(registrantAdded, again)).rejects.toMatchObject({
			message: containing('The service throttled requests'),
		});
		stage.sandbox.clearFaults();
		const trigger = await stage.activate(registrantAdded, again);
		expect(trigger.atFirst).toMatchObject([{ json: { id: person.id } }]);
	});

	it.each(events)(
		'begins with a first poll if the credential is for a different account: $event',
		async ({ parameters }) => {
			setLiveWebinars(stage.sandbox, [1, 2]);
			const first = await stage.activate(parameters);
			await poll(first);
			stage.addRegistrants(2);
			setLiveWebinars(stage.sandbox, [1, 2, 3]);
			for (const webinarId of [1, 2, 3])
				stage.sandbox.changeWebinar({ product: 'live', webinarId }, { hash: `other${webinarId}` });
			const credential = renewKey();
			const trigger = await stage.activate(parameters, { saved: first.saved, credential });
			expect([...trigger.atFirst, ...(await poll(trigger))]).toEqual([]);
			stage.addRegistrants(1);
			setLiveWebinars(stage.sandbox, [1, 2, 3, 4]);
			expect(await poll(trigger)).toHaveLength(1);
		},
	);

	it.each(events)(
		'begins with a first poll after the API key was replaced if the webinars have no hash: $event',
		async ({ parameters }) => {
			setLiveWebinars(stage.sandbox, [1, 2]);
			for (const webinarId of [1, 2])
				stage.sandbox.changeWebinar({ product: 'live', webinarId }, { hash: '' });
			const { saved } = await stage.activate(parameters);
			stage.addRegistrants(2);
			setLiveWebinars(stage.sandbox, [1, 2, 3]);
			for (const webinarId of [1, 2, 3])
				stage.sandbox.changeWebinar({ product: 'live', webinarId }, { hash: '' });
			const trigger = await stage.activate(parameters, { saved, credential: renewKey() });
			expect([...trigger.atFirst, ...(await poll(trigger))]).toEqual([]);
		},
	);

	it('fails if the webinar was chosen by its URL and the credential is for an account without it', async () => {
		const webinarId = {
			__rl: true,
			mode: 'url',
			value: 'https://event.example.com/register/kvn1042',
		} as const;
		const { saved } = await stage.activate({ ...registrantAdded, webinarId });
		stage.sandbox.changeWebinar({ product: 'live', webinarId: 1 }, { hash: 'other1' });
		const again = stage.activate({ ...registrantAdded, webinarId }, { saved, credential: renewKey() });
		await expect(again).rejects.toMatchObject({
			message: 'The URL belongs to no live webinar of the account',
		});
	});

	it.each([
		{ change: 'a different event', parameters: registrantAttended },
		{ change: 'a different webinar', parameters: { ...registrantAdded, webinarId: byId(live.series) } },
		{ change: 'a single session', parameters: { ...registrantAdded, schedule: byId(11) } },
		{
			change: 'an automated webinar',
			parameters: {
				...registrantAdded,
				resource: 'automated',
				webinarId: byId(automated.everyKind),
			},
		},
	])(
		'reports nothing that happened before the parameters were changed to $change',
		async ({ parameters }) => {
			stage.addRegistrants(3);
			const first = await stage.activate(registrantAdded);
			await poll(first);
			for (const person of stage.addRegistrants(2)) stage.sandbox.attend(person, { live: 60 });
			const trigger = await stage.activate(parameters, { saved: first.saved });
			expect(trigger.atFirst).toEqual([]);
			expect(await poll(trigger)).toEqual([]);
		},
	);

	it('goes on if the same webinar is chosen in another way', async () => {
		const page = { __rl: true, mode: 'url', value: 'https://event.example.com/register/kvn1042' } as const;
		const pageWithId = { ...page, value: 'https://event.example.com/register/1/kvn1042' };
		const fromList = { ...byId(1), mode: 'list' };
		let { saved } = await stage.activate({ ...registrantAdded, webinarId: byId(1) });
		for (const webinarId of [page, pageWithId, fromList, byId(1)]) {
			const person = stage.addRegistrant();
			const trigger = await stage.activate({ ...registrantAdded, webinarId }, { saved });
			expect(trigger.atFirst).toMatchObject([{ json: { id: person.id } }]);
			saved = trigger.saved;
		}
	});

	it("reports nothing that happened before the credential's Live Path was changed", async () => {
		const { saved } = await stage.activate(webinarPublished);
		const credential = { ...stage.credential, livePath: stage.credential.automatedPath };
		const { atFirst } = await stage.activate(webinarPublished, { saved, credential });
		expect(atFirst).toEqual([]);
	});

	it.each([
		{ format: 'another format', state: { key: 'other', ids: '' } },
		{
			format: 'the format of an earlier version',
			state: { listedIds: '', webinars: { 1: { triedAt: 5, event: { known: 'a b', checkpoints: [null] } } } },
		},
	])(
		'starts over without reporting earlier registrants if the stored state is in $format',
		async ({ state }) => {
			stage.addRegistrants(3);
			const { saved } = await stage.activate(registrantAdded);
			const { watchKey, firstPollAt } = saved;
			const trigger = await stage.activate(registrantAdded, { saved: { watchKey, firstPollAt, ...state } });
			expect(trigger.atFirst).toEqual([]);
			const people = stage.addRegistrants(1);
			expect(await pollRegistrantIds(trigger)).toEqual(idsOf(people));
		},
	);
});

describe('a poll', () => {
	it("keeps its state if a poll's first, second or third request fails", async () => {
		stage.addRegistrants(3);
		const trigger = await stage.activate(registrantAttended);
		await poll(trigger);
		const people = stage.addRegistrants(26);
		for (const person of people) stage.sandbox.attend(person, { live: 60, replay: 60 });
		const stateBefore = JSON.stringify(trigger.saved);
		const faults = [
			{ kind: 'html', skip: 0 },
			{ kind: 'statusError', skip: 1 },
			{ kind: 'truncatedJson', skip: 2 },
		] as const;
		for (const fault of faults) {
			stage.sandbox.fail({ ...fault, operation: 'registrants' });
			await expect(poll(trigger)).rejects.toMatchObject({
				name: 'NodeApiError',
				message: containing('Could not list the registrants'),
			});
			stage.sandbox.clearFaults();
		}
		expect(JSON.stringify(trigger.saved)).toBe(stateBefore);
		expect(await pollRegistrantIds(trigger)).toEqual(idsOf(people));
		expect(await pollRegistrantIds(trigger)).toEqual([]);
	});

	it('returns new registrants with the same fields and values as Get Registrants', async () => {
		stage.addRegistrants(2);
		const trigger = await stage.activate(registrantAdded);
		stage.addRegistrants(2);
		const registrants = await stage.getOutput({
			...inOneWebinar,
			operation: 'getRegistrants',
			returnAll: true,
		});
		expect(await poll(trigger)).toEqual(registrants.slice(2));
	});

	it('reports the first webinar that is published in an account without webinars', async () => {
		const [firstWebinar] = stage.sandbox.webinars;
		stage.sandbox.setWebinars([]);
		const trigger = await stage.activate(webinarPublished);
		if (firstWebinar) stage.sandbox.setWebinars([firstWebinar]);
		expect(await pollWebinarIds(trigger)).toEqual([1]);
	});

	it('reports a published webinar although the webinar list takes most of the time for the poll', async () => {
		const published = stage.sandbox.webinars.slice(0, 1);
		stage.sandbox.setWebinars([]);
		const trigger = await stage.activate(webinarPublished, { budgetMs: 60_000 });
		stage.sandbox.setWebinars(published);
		stage.sandbox.before({ operation: 'webinars' }, () => stage.passTime(50_000));
		expect(await pollWebinarIds(trigger)).toEqual([1]);
	});

	it.each([2 ** 31, 2 ** 33])(
		'works if the time limit for polls is switched off by a huge number: %d ms',
		async (budgetMs) => {
			const trigger = await stage.activate(registrantAdded, { budgetMs });
			const person = stage.addRegistrant();
			expect(await pollRegistrantIds(trigger)).toEqual([person.id]);
		},
	);

	it('looks up a webinar by its registration page URL only in the first poll', async () => {
		const page = 'https://event.example.com/register/kvn1042';
		const trigger = await stage.activate({
			...registrantAdded,
			webinarId: { __rl: true, mode: 'url', value: page },
		});
		expect(stage.countRequests('live/webinars')).toBe(1);
		const person = stage.addRegistrant();
		expect(await pollRegistrantIds(trigger)).toEqual([person.id]);
		expect(stage.countRequests('live/webinars')).toBe(1);
	});
});

describe('a poll that n8n aborts', () => {
	it.each([
		{ scope: 'one webinar', parameters: registrantAdded },
		{ scope: 'all webinars', parameters: addedInAllWebinars },
	])(
		'keeps its state if the last response arrives after n8n has aborted the poll: $scope',
		async ({ parameters }) => {
			setLiveWebinars(stage.sandbox, [1]);
			const budgetMs = 60_000;
			const trigger = await stage.activate(parameters, { budgetMs });
			const person = stage.addRegistrant();
			const stateBefore = JSON.stringify(trigger.saved);
			stage.sandbox.before({ operation: 'registrants' }, () => stage.passTime(budgetMs));
			await expect(poll(trigger)).rejects.toMatchObject({
				message: containing('The poll takes longer than'),
			});
			expect(JSON.stringify(trigger.saved)).toBe(stateBefore);
			expect(await pollRegistrantIds(trigger)).toEqual([person.id]);
		},
	);
});

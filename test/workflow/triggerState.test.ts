import type { MemoryKeeping } from '../support/engine/activeTrigger';
import { byId, expectWithoutKey } from '../support/harness';
import { consecutiveIds, registerInWebinars, setLiveWebinars } from '../support/manyWebinars';
import { containing } from '../support/matchers';
import {
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
const addedInAll = { ...inAllWebinars, event: 'registrantAdded' };
const published = { resource: 'live', event: 'webinarPublished' };

/** Replaces the account's API key, and returns the credential with the new one. */
function renewKey() {
	const credential = stage.credential;
	credential.apiKey = credential.apiKey.replace('own', 'new');
	stage.sandbox.setApiKey(credential.apiKey);
	return credential;
}

describe.each<MemoryKeeping>(['inWorkflow', 'asCursor'])('a state that n8n keeps %s', (keeps) => {
	it('reports each person once who registers after the first poll', async () => {
		stage.addRegistrants(3);
		const trigger = await stage.activate(registrantAdded, { keeps });
		expect(trigger.atFirst).toEqual([]);
		expect(await pollRegistrantIds(trigger)).toEqual([]);
		const people = stage.addRegistrants(2);
		expect(await pollRegistrantIds(trigger)).toEqual(idsOf(people));
		expect(await pollRegistrantIds(trigger)).toEqual([]);
		expectWithoutKey(trigger.saved, stage.sandbox.apiKey);
	});

	it('reports each new webinar once, also if it is gone for a while', async () => {
		setLiveWebinars(stage.sandbox, [5]);
		const trigger = await stage.activate(published, { keeps });
		await poll(trigger);
		setLiveWebinars(stage.sandbox, [5, 7, 1]);
		expect(await pollWebinarIds(trigger)).toEqual([1, 7]);
		setLiveWebinars(stage.sandbox, [7, 1]);
		expect(await pollWebinarIds(trigger)).toEqual([]);
		setLiveWebinars(stage.sandbox, [5, 7, 1]);
		expect(await pollWebinarIds(trigger)).toEqual([]);
	});

	it('reports nobody twice after a restart of n8n', async () => {
		stage.addRegistrants(30);
		const trigger = await stage.activate(registrantAdded, { keeps });
		await poll(trigger);
		const before = stage.addRegistrants(2);
		expect(await pollRegistrantIds(trigger)).toEqual(idsOf(before));
		const after = stage.addRegistrants(1);
		const atRestart = (await trigger.restart()).map(({ json }) => json.id);
		expect([...atRestart, ...(await pollRegistrantIds(trigger))]).toEqual(idsOf(after));
		expect(await pollRegistrantIds(trigger)).toEqual([]);
	});

	it.each([registrantAdded, addedInAll, published])(
		'begins with a first poll for another API key: $event $webinarScope',
		async (parameters) => {
			setLiveWebinars(stage.sandbox, [1, 2]);
			const { saved } = await stage.activate(parameters, { keeps });
			stage.addRegistrants(2);
			setLiveWebinars(stage.sandbox, [1, 2, 3]);
			const credential = renewKey();
			const trigger = await stage.activate(parameters, { keeps, saved, credential });
			expect([...trigger.atFirst, ...(await poll(trigger))]).toEqual([]);
			stage.addRegistrants(1);
			setLiveWebinars(stage.sandbox, [1, 2, 3, 4]);
			expect(await poll(trigger)).toHaveLength(1);
		},
	);

	it('keeps its state after a poll that failed at any of its requests', async () => {
		stage.addRegistrants(60);
		const trigger = await stage.activate(registrantAttended, { keeps });
		await poll(trigger);
		const people = stage.addRegistrants(40);
		for (const person of people) stage.sandbox.attend(person, { live: 60, replay: 60 });
		const before = JSON.stringify(trigger.saved);
		for (const [skip, kind] of (['html', 'statusError', 'truncatedJson'] as const).entries()) {
			stage.sandbox.fail({ kind, operation: 'registrants', skip, times: 1 });
			const error = { name: 'NodeApiError', message: containing('Could not list the registrants') };
			await expect(poll(trigger)).rejects.toMatchObject(error);
			stage.sandbox.clearFaults();
		}
		expect(JSON.stringify(trigger.saved)).toBe(before);
		expect(await pollRegistrantIds(trigger)).toEqual(idsOf(people));
		expect(await pollRegistrantIds(trigger)).toEqual([]);
	});

	it('begins with a first poll for another event, webinar, session, product or path', async () => {
		stage.addRegistrants(3);
		const first = await stage.activate(registrantAdded, { keeps });
		await poll(first);
		const { saved } = first;
		for (const person of stage.addRegistrants(2)) stage.sandbox.attend(person, { live: 60 });
		const product = { resource: 'automated', webinarId: byId(101) };
		for (const other of [registrantAttended, { webinarId: byId(2) }, { schedule: byId(11) }, product, published]) {
			const parameters = { ...registrantAdded, ...other };
			const trigger = await stage.activate(parameters, { keeps, saved });
			expect([...trigger.atFirst, ...(await poll(trigger))]).toEqual([]);
		}
		const ofList = (await stage.activate(published)).saved;
		const credential = { ...stage.credential, livePath: stage.credential.automatedPath };
		expect((await stage.activate(published, { saved: ofList, credential })).atFirst).toEqual([]);
		const { atFirst } = await stage.activate(registrantAdded, { saved });
		expect(atFirst).toHaveLength(2);
	});
});

it('begins with a first poll if the stored state has another form', async () => {
	stage.addRegistrants(3);
	const { saved } = await stage.activate(registrantAdded);
	const { startedAt } = saved as { startedAt: number };
	const trigger = await stage.activate(registrantAdded, { saved: { key: 'other', startedAt, ids: '', webinars: {} } });
	expect(trigger.atFirst).toEqual([]);
	const people = stage.addRegistrants(1);
	expect(await pollRegistrantIds(trigger)).toEqual(idsOf(people));
});

it('reports registrants as Get Registrants returns them', async () => {
	stage.addRegistrants(2);
	const trigger = await stage.activate(registrantAdded);
	stage.addRegistrants(2);
	const all = await stage.getOutput({ ...inOneWebinar, operation: 'getRegistrants', returnAll: true });
	expect(await poll(trigger)).toEqual(all.slice(2));
});

it('reports a webinar once that is listed twice', async () => {
	const list = (...ids: number[]) => {
		const webinars = ids.map((id) => ({ webinar_id: id, webinar_hash: `h${id}`, schedules: [] }));
		stage.respondWith('webinars', { webinars }, { times: 1 });
	};
	list(1);
	const trigger = await stage.activate(published);
	list(1, 2, 2);
	expect(await pollWebinarIds(trigger)).toEqual([2]);
	list(1, 2, 2);
	expect((await stage.runTriggerManually(published))?.map(({ webinar_id }) => webinar_id)).toEqual([2, 1]);
});

it('reports the first webinar of a new account', async () => {
	const [model] = stage.sandbox.webinars;
	stage.sandbox.setWebinars([]);
	const trigger = await stage.activate(published);
	if (model) stage.sandbox.setWebinars([model]);
	expect(await pollWebinarIds(trigger)).toEqual([1]);
});

it('looks up the URL of a registration page only in the first poll', async () => {
	const page = 'https://event.example.com/register/kvn1042';
	const trigger = await stage.activate({ ...registrantAdded, webinarId: { __rl: true, mode: 'url', value: page } });
	const people = stage.addRegistrants(1);
	const calls = await stage.countRequestsDuring(async () => expect(await pollRegistrantIds(trigger)).toEqual(idsOf(people)));
	expect(stage.requestNames.slice(-calls)).not.toContain('live/webinars');
});

it('stores nothing of a poll that n8n aborted', async () => {
	registerInWebinars(stage.sandbox, consecutiveIds(3));
	const titled = { ...addedInAll, options: { titleContains: 'get started' } };
	const trigger = await stage.activate(titled, { budgetMs: 60_000 });
	const people = stage.addRegistrants(1);
	const before = JSON.stringify(trigger.saved);
	// Only the poll itself is ended, by n8n's limit, while its last request is under way.
	const ends: AbortController[] = [];
	const timeout = jest.spyOn(AbortSignal, 'timeout').mockImplementation(() => {
		const end = new AbortController();
		ends.push(end);
		return end.signal;
	});
	stage.sandbox.before({ operation: 'registrants' }, () => ends[0]?.abort());
	await expect(poll(trigger)).rejects.toMatchObject({ message: containing('The poll takes longer than') });
	timeout.mockRestore();
	// Until the request is over.
	await stage.getOutput({ resource: 'live', operation: 'getAll' });
	expect(JSON.stringify(trigger.saved)).toBe(before);
	expect(await pollRegistrantIds(trigger)).toEqual(idsOf(people));
});

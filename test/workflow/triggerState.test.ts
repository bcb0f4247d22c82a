import type { MemoryKeeping } from '../support/engine/activeTrigger';
import { withPollLimit } from '../support/engine/withPollLimit';
import { byId, expectWithoutKey } from '../support/harness';
import { numbers, registerIn, setMany } from '../support/manyWebinars';
import { containing } from '../support/matchers';
import {
	added,
	allWebinars,
	attended,
	idsOf,
	poll,
	reported,
	reportedWebinars,
	TriggerStage,
	watched,
} from '../support/triggerStage';

const stage = new TriggerStage();
const addedInAll = { ...allWebinars, event: 'registrantAdded' };
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
		stage.add(3);
		const trigger = await stage.activate(added, { keeps });
		expect(trigger.atFirst).toEqual([]);
		expect(await reported(trigger)).toEqual([]);
		const people = stage.add(2);
		expect(await reported(trigger)).toEqual(idsOf(people));
		expect(await reported(trigger)).toEqual([]);
		expectWithoutKey(trigger.saved, stage.sandbox.apiKey);
	});

	it('reports each new webinar once, also if it is gone for a while', async () => {
		setMany(stage.sandbox, [5]);
		const trigger = await stage.activate(published, { keeps });
		await poll(trigger);
		setMany(stage.sandbox, [5, 7, 1]);
		expect(await reportedWebinars(trigger)).toEqual([1, 7]);
		setMany(stage.sandbox, [7, 1]);
		expect(await reportedWebinars(trigger)).toEqual([]);
		setMany(stage.sandbox, [5, 7, 1]);
		expect(await reportedWebinars(trigger)).toEqual([]);
	});

	it('reports nobody twice after a restart of n8n', async () => {
		stage.add(30);
		const trigger = await stage.activate(added, { keeps });
		await poll(trigger);
		const before = stage.add(2);
		expect(await reported(trigger)).toEqual(idsOf(before));
		const after = stage.add(1);
		const atRestart = (await trigger.restart()).map(({ json }) => json.id);
		expect([...atRestart, ...(await reported(trigger))]).toEqual(idsOf(after));
		expect(await reported(trigger)).toEqual([]);
	});

	it.each([added, addedInAll, published])(
		'begins with a first poll for another API key: $event $webinarScope',
		async (parameters) => {
			setMany(stage.sandbox, [1, 2]);
			const { saved } = await stage.activate(parameters, { keeps });
			stage.add(2);
			setMany(stage.sandbox, [1, 2, 3]);
			const credential = renewKey();
			const trigger = await stage.activate(parameters, { keeps, saved, credential });
			expect([...trigger.atFirst, ...(await poll(trigger))]).toEqual([]);
			stage.add(1);
			setMany(stage.sandbox, [1, 2, 3, 4]);
			expect(await poll(trigger)).toHaveLength(1);
		},
	);

	it('keeps its state after a poll that failed at any of its requests', async () => {
		stage.add(60);
		const trigger = await stage.activate(attended, { keeps });
		await poll(trigger);
		const people = stage.add(40);
		for (const person of people) stage.sandbox.attend(person, { live: 60, replay: 60 });
		const before = JSON.stringify(trigger.saved);
		for (const [skip, kind] of (['html', 'statusError', 'truncatedJson'] as const).entries()) {
			stage.sandbox.fail({ kind, operation: 'registrants', skip, times: 1 });
			const error = { name: 'NodeApiError', message: containing('Could not list the registrants') };
			await expect(poll(trigger)).rejects.toMatchObject(error);
			stage.sandbox.clearFaults();
		}
		expect(JSON.stringify(trigger.saved)).toBe(before);
		expect(await reported(trigger)).toEqual(idsOf(people));
		expect(await reported(trigger)).toEqual([]);
	});

	it('begins with a first poll for another event, webinar, session, product or path', async () => {
		stage.add(3);
		const first = await stage.activate(added, { keeps });
		await poll(first);
		const { saved } = first;
		for (const person of stage.add(2)) stage.sandbox.attend(person, { live: 60 });
		const product = { resource: 'automated', webinarId: byId(101) };
		for (const other of [attended, { webinarId: byId(2) }, { schedule: byId(11) }, product, published]) {
			const parameters = { ...added, ...other };
			const trigger = await stage.activate(parameters, { keeps, saved });
			expect([...trigger.atFirst, ...(await poll(trigger))]).toEqual([]);
		}
		const ofList = (await stage.activate(published)).saved;
		const credential = { ...stage.credential, livePath: stage.credential.automatedPath };
		expect((await stage.activate(published, { saved: ofList, credential })).atFirst).toEqual([]);
		const { atFirst } = await stage.activate(added, { saved });
		expect(atFirst).toHaveLength(2);
	});
});

it('begins with a first poll if the stored state has another form', async () => {
	stage.add(3);
	const { saved } = await stage.activate(added);
	const { startedAt } = saved as { startedAt: number };
	const trigger = await stage.activate(added, { saved: { key: 'other', startedAt, ids: '', webinars: {} } });
	expect(trigger.atFirst).toEqual([]);
	const people = stage.add(1);
	expect(await reported(trigger)).toEqual(idsOf(people));
});

it('reports registrants as Get Registrants returns them', async () => {
	stage.add(2);
	const trigger = await stage.activate(added);
	stage.add(2);
	const all = await stage.output({ ...watched, operation: 'getRegistrants', returnAll: true });
	expect(await poll(trigger)).toEqual(all.slice(2));
});

it('reports a webinar once that is listed twice', async () => {
	const list = (...ids: number[]) => {
		const webinars = ids.map((id) => ({ webinar_id: id, webinar_hash: `h${id}`, schedules: [] }));
		stage.succeed('webinars', { webinars }, { times: 1 });
	};
	list(1);
	const trigger = await stage.activate(published);
	list(1, 2, 2);
	expect(await reportedWebinars(trigger)).toEqual([2]);
	list(1, 2, 2);
	expect((await stage.examples(published))?.map(({ webinar_id }) => webinar_id)).toEqual([2, 1]);
});

it('reports the first webinar of a new account', async () => {
	const [model] = stage.sandbox.webinars;
	stage.sandbox.setWebinars([]);
	const trigger = await stage.activate(published);
	if (model) stage.sandbox.setWebinars([model]);
	expect(await reportedWebinars(trigger)).toEqual([1]);
});

it('looks up the URL of a registration page only in the first poll', async () => {
	const page = 'https://event.example.com/register/kvn1042';
	const trigger = await stage.activate({ ...added, webinarId: { __rl: true, mode: 'url', value: page } });
	const people = stage.add(1);
	const calls = await stage.callsOf(async () => expect(await reported(trigger)).toEqual(idsOf(people)));
	expect(stage.calls.slice(-calls)).not.toContain('live/webinars');
});

it('stores nothing of a poll that n8n aborted', async () => {
	registerIn(stage.sandbox, numbers(3));
	const titled = { ...addedInAll, options: { titleContains: 'get started' } };
	const budgetMs = 60_000;
	const trigger = await stage.activate(titled, { budgetMs });
	const people = stage.add(1);
	const savedBefore = JSON.stringify(trigger.saved);
	await withPollLimit(budgetMs, async (endLimit) => {
		stage.sandbox.before({ operation: 'registrants' }, endLimit);
		await expect(poll(trigger)).rejects.toMatchObject({ message: containing('The poll takes longer than') });
	});
	// Until the request that was under way is over.
	await stage.output({ resource: 'live', operation: 'getAll' });
	expect(JSON.stringify(trigger.saved)).toBe(savedBefore);
	expect(await reported(trigger)).toEqual(idsOf(people));
});

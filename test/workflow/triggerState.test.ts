import type { MemoryKeeping } from '../support/engine/activeTrigger';
import { byId, expectWithoutKey } from '../support/harness';
import { containing } from '../support/matchers';
import { numbers, registerIn } from '../support/manyWebinars';
import {
	added,
	allWebinars,
	attended,
	idsOf,
	poll,
	reported,
	watched,
	TriggerStage,
} from '../support/triggerStage';

const stage = new TriggerStage();
const all = { ...allWebinars, event: 'registrantAdded' };
const published = { resource: 'live', event: 'webinarPublished' };

describe.each<MemoryKeeping>(['inWorkflow', 'asCursor'])('a state that n8n keeps %s', (keeps) => {
	it.each(
		Object.entries({
			'who registers':
				'watch registrantAdded; +ann +ben; poll →; poll →; +cleo +dan; poll → cleo dan; poll →',
			'each webinar that is new in the account, once': `
				watch webinarPublished; webinars 5; poll →; poll →; webinars 5 7 1; poll → @1 @7; webinars 7 1; poll →;
				webinars 5 7 1; poll →`,
			'nobody a second time after a restart': `
				watch registrantAdded; +30; poll →; poll →; +ann +ben; poll → ann ben; poll →; +cleo; restart;
				poll → cleo; poll →`,
			'with another API key, whoever comes after its first poll: one webinar': `
				watch registrantAttended; +ann ann:live; poll →; poll →; +ben ben:live; key; poll →; poll →;
				+cleo cleo:live; poll → cleo; restart; poll →`,
			'with another API key, whoever comes after its first poll: all webinars, with the same IDs': `
				watch all registrantAdded; webinars 1 2 3; +ann@1; poll →; poll →; +ben@1 +30@2; key; poll →;
				poll →; +cleo@3; poll → cleo; poll →`,
			'with another API key, whoever comes after its first poll: all webinars, with other IDs': `
				watch all registrantAdded; webinars 1 2; +ann; poll →; key; webinars 7 8; +30@7; poll →;
				poll →; +ben@7; poll → ben`,
			'with another API key, webinars that come after its first poll': `
				watch webinarPublished; webinars 1; poll →; key; webinars 1 2 3; poll →; poll →;
				webinars 1 2 3 4; poll → @4`,
		}),
	)('reports %s', async (_what, story) => {
		const trigger = await stage.play(story, { keeps });
		expectWithoutKey(trigger?.saved, stage.sandbox.apiKey);
	});

	it('is as it was after a poll that failed at any of its calls', async () => {
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
		expect([await reported(trigger), await reported(trigger)]).toEqual([idsOf(people), []]);
	});

	it('begins afresh for another event, webinar, session, product or path', async () => {
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

it('reports registrants as Get Registrants gives them', async () => {
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
	expect((await poll(trigger)).map(({ webinar_id }) => webinar_id)).toEqual([2]);
	list(1, 2, 2);
	expect((await stage.examples(published))?.map(({ webinar_id }) => webinar_id)).toEqual([2, 1]);
});

it('looks a registration page address up once', async () => {
	const page = 'https://event.example.com/register/kvn1042';
	const trigger = await stage.activate({ ...added, webinarId: { __rl: true, mode: 'url', value: page } });
	const people = stage.add(1);
	const calls = await stage.callsOf(async () => expect(await reported(trigger)).toEqual(idsOf(people)));
	expect(stage.calls.slice(-calls)).not.toContain('live/webinars');
});

it('stores nothing of a poll that n8n ended before', async () => {
	registerIn(stage.sandbox, numbers(3));
	const titled = { ...all, options: { titleContains: 'get started' } };
	const trigger = await stage.activate(titled, { budgetMs: 60_000 });
	const people = stage.add(1);
	const before = JSON.stringify(trigger.saved);
	// Only the poll itself is ended, by n8n's limit, while its last call is under way.
	const ends: AbortController[] = [];
	const timeout = jest.spyOn(AbortSignal, 'timeout').mockImplementation(() => {
		const end = new AbortController();
		ends.push(end);
		return end.signal;
	});
	stage.sandbox.before({ operation: 'registrants' }, () => ends[0]?.abort());
	await expect(poll(trigger)).rejects.toMatchObject({ message: containing('The poll takes longer than') });
	timeout.mockRestore();
	// Until the call is over.
	await stage.output({ resource: 'live', operation: 'getAll' });
	expect(JSON.stringify(trigger.saved)).toBe(before);
	expect(await reported(trigger)).toEqual(idsOf(people));
});

describe('a list of webinars that is empty at the first poll', () => {
	const empty = () => stage.succeed('webinars', { webinars: [] }, { times: 1 });

	it('by mistake is read again', async () => {
		empty();
		await stage.play('watch all registrantAdded; +ann; poll →; poll →; +ben; poll → ben');
		stage.sandbox.reset();
		empty();
		await stage.play('watch webinarPublished; webinars 1 2; poll →; poll →; webinars 1 2 3; poll → @3');
	});

	it('is that of a new account: its first webinar is new', async () => {
		const [model] = stage.sandbox.webinars;
		stage.sandbox.setWebinars([]);
		const trigger = await stage.activate(published);
		if (model) stage.sandbox.setWebinars([model]);
		expect((await poll(trigger)).map(({ webinar_id }) => webinar_id)).toEqual([1]);
	});
});

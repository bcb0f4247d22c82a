import type { Registrant } from '../../sandbox';
import { byId } from '../support/harness';
import { idsOf, reported, TriggerStage, watched } from '../support/triggerStage';

const stage = new TriggerStage();
const MINUTE_MS = 60_000;

/** A round of people, each with one kind of attendance, whose sessions began half an hour ago or, by name, long ago. */
function round() {
	const [live, replay, absent, early, late] = stage.register(5);
	if (!live || !replay || !absent || !early || !late) throw new Error('Five people are registered');
	stage.sandbox.attend(live, { live: 10 });
	stage.sandbox.attend(replay, { replay: 60 });
	stage.sandbox.attend(early, { live: 60 });
	stage.sandbox.attend(late, { live: 3600 });
	stage.sandbox.startSession(absent, 200);
	stage.sandbox.startSession(early, 200);
	return { live, replay, absent, early, late };
}

const cases: Array<[string, (people: ReturnType<typeof round>) => Registrant[]]> = [
	['registrantAttendedLive', ({ live, early, late }) => [live, early, late]],
	['registrantAttendedReplay', ({ replay }) => [replay]],
	['registrantDidNotAttend', ({ absent }) => [absent]],
	['registrantLeftEarly', ({ early }) => [early]],
	['registrantStayed', ({ late }) => [late]],
];

describe.each(cases)('the event %s', (event, meant) => {
	const parameters = { ...watched, event };

	it('is reported once for each registrant, also after a restart', async () => {
		round();
		const trigger = await stage.harness.activate(parameters);
		const people = meant(round());
		expect(await reported(trigger)).toEqual(idsOf(people));
		await trigger.restart();
		expect(await reported(trigger)).toEqual([]);
	});

	it('has real examples, or says how to get one', async () => {
		await expect(stage.harness.examples(parameters)).rejects.toMatchObject({
			message: expect.stringMatching(/^Nobody has .* this webinar yet$/) as string,
			description: expect.stringContaining('Test again after') as string,
		});
		const people = meant(round());
		const items = await stage.harness.examples(parameters);
		expect(items?.map(({ id }) => id)).toEqual(idsOf(people).reverse());
		expect(items?.[0]).toMatchObject({ subscribed: true });
	});

	it('is watched in all webinars with a text in their title, each item with its webinar', async () => {
		const options = { titleContains: 'GET STARTED' };
		const trigger = await stage.harness.activate({ ...parameters, webinarScope: 'all', options });
		const people = meant(round());
		const items = (await trigger.poll()).map(({ json }) => [json.id, json.webinar_id]);
		expect(items).toEqual(idsOf(people).map((id) => [id, 1]));
		expect(await reported(trigger)).toEqual([]);
	});
});

it('waits with a no-show for Minutes After Start, in the time zone of the webinar', async () => {
	const parameters = { ...watched, event: 'registrantDidNotAttend', minutesAfterStart: 60 };
	const trigger = await stage.harness.activate(parameters);
	const [person] = stage.register(1);
	if (!person) throw new Error('Somebody is registered');
	stage.now = person.startsAt + 59 * MINUTE_MS;
	expect(await reported(trigger)).toEqual([]);
	stage.now = person.startsAt + 60 * MINUTE_MS;
	expect(await reported(trigger)).toEqual([person.id]);
	expect(await reported(trigger)).toEqual([]);
});

it('gives a registrant as the service has it without Simplify', async () => {
	const parameters = { ...watched, event: 'registrantAttendedLive', simplify: false };
	const trigger = await stage.harness.activate(parameters);
	round();
	const items = (await trigger.poll()).map(({ json }) => json);
	expect(items[0]).toMatchObject({
		attended_live: 'Yes',
		time_live: '00:00:10',
		last_name: expect.any(String) as string,
	});
});

it('needs no webinar to watch all of them', async () => {
	const parameters = { ...watched, webinarId: byId(''), webinarScope: 'all', event: 'registrantAdded' };
	const trigger = await stage.harness.activate(parameters);
	const people = stage.register(2);
	expect(await reported(trigger)).toEqual(idsOf(people));
});

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

	it('has real examples, or one sample to which it has happened', async () => {
		const samples = await stage.harness.examples(parameters);
		expect(samples).toHaveLength(1);
		expect(samples?.[0]).toMatchObject({ sample: true, email: 'ada@example.com', subscribed: true });
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

describe('a row whose date cannot be read', () => {
	const LONG_AGO = 'Mon, 2 Feb 2026, 12:00 PM';
	const parameters = { ...watched, event: 'registrantDidNotAttend' };
	/** Lets the service list people with these dates, who did not attend. */
	const list = (...dates: Array<string | null>) => {
		const data = dates.map((event, place) => ({ id: place + 1, attended_live: 'No', event }));
		const body = { status: 'success', registrants: { data, last_page: 1, total: data.length } };
		stage.sandbox.clearFaults();
		stage.sandbox.fail({ kind: 'answer', status: 200, body, operation: 'registrants', times: Infinity });
	};

	it.each([[{}], [{ webinarScope: 'all', options: { titleContains: 'get started' } }]])(
		'is told after the others were reported and remembered, and nobody is lost: %j',
		async (scope) => {
			list(LONG_AGO);
			const trigger = await stage.harness.activate({ ...parameters, ...scope });
			list(LONG_AGO, 'Пн, 2 фев 2026, 12:00', LONG_AGO);
			expect(await reported(trigger)).toEqual([3]);
			await expect(trigger.poll()).rejects.toMatchObject({
				message: expect.stringContaining('cannot be read: "Пн, 2 фев 2026, 12:00"') as string,
				description: expect.stringContaining('language of the webinar') as string,
			});
			list(LONG_AGO, LONG_AGO, LONG_AGO);
			expect(await reported(trigger)).toEqual([2]);
			expect(await reported(trigger)).toEqual([]);
		},
	);

	it('is not one without a date', async () => {
		list(LONG_AGO);
		const trigger = await stage.harness.activate(parameters);
		list(LONG_AGO, null, 'Every day, 01:00 PM', 'Just in time (15 minutes)');
		expect([await reported(trigger), await reported(trigger)]).toEqual([[], []]);
	});

	it('in the 24-hour form can be read', async () => {
		list(LONG_AGO);
		const trigger = await stage.harness.activate(parameters);
		list(LONG_AGO, 'Ma 2 feb 2026 13:00');
		expect(await reported(trigger)).toEqual([2]);
	});
});

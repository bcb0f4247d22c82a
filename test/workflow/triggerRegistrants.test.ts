import type { Registrant } from '../../sandbox';
import { byId, Harness } from '../support/harness';
import { numbers } from '../support/manyWebinars';
import { containing } from '../support/matchers';
import {
	added,
	HOUR_MS,
	idsOf,
	MINUTE_MS,
	poll,
	reported,
	TriggerStage,
	watched,
} from '../support/triggerStage';

const stage = new TriggerStage();

describe('Registrant Added', () => {
	it('takes few requests for 250 registrants, whichever end of the list is the newest', async () => {
		for (const newestFirst of [false, true]) {
			stage.sandbox.reset();
			stage.sandbox.setRegistrantsList({ newestFirst });
			stage.add(250);
			const trigger = await stage.activate(added);
			expect(stage.sandbox.calls).toHaveLength(10);
			expect(await stage.callsOf(async () => expect(await poll(trigger)).toEqual([]))).toBe(1);
			const people = idsOf(stage.add(30));
			const reading = async () => expect(await reported(trigger)).toEqual(people);
			expect(await stage.callsOf(reading)).toBeLessThan(5);
			expect(await stage.callsOf(async () => expect(await poll(trigger)).toEqual([]))).toBe(1);
		}
	});

	it('reports people if the service does not state their number', async () => {
		stage.sandbox.setRegistrantsList({ paginator: 'minimal' });
		stage.add(20);
		const trigger = await stage.activate(added);
		const people = stage.add(5);
		expect(await reported(trigger)).toEqual(idsOf(people));
		expect(await reported(trigger)).toEqual([]);
	});

	it('reports people once if two polls run at the same time', async () => {
		const trigger = await stage.activate(added);
		const people = stage.add(60);
		const ids = (await Promise.all([reported(trigger), reported(trigger)])).flat();
		expect(ids).toEqual(idsOf(people));
		expect(await reported(trigger)).toEqual([]);
	});

	it('fails with advice if n8n ends the poll before the service responds', async () => {
		stage.sandbox.fail({ kind: 'hang' });
		await expect(stage.activate(added, { budgetMs: 300 })).rejects.toMatchObject({
			message: containing('longer than the'),
			description: containing('watch a single Session'),
		});
		expect(stage.calls).toHaveLength(1);
	});

	it('returns every field of a row, whatever its name', async () => {
		const nothing = { purchased: null, starts_at: null, live_room_url: null, replay_room_url: null };
		const row = { id: 1, json: { answer: 5 }, binary: 'x', email: 'ann@example.com', ...nothing };
		const trigger = await stage.activate(added);
		stage.listRows([row]);
		expect(await stage.examples(added)).toEqual([row]);
		expect(await poll(trigger)).toEqual([row]);
	});

	it('reports only people of the chosen session', async () => {
		const parameters = { ...added, webinarId: byId(5), schedule: byId(52) };
		const trigger = await stage.activate(parameters);
		stage.add(3, 5, 51);
		const people = stage.add(2, 5, 52);
		expect(await reported(trigger)).toEqual(idsOf(people));
	});
});

/** A round of people, each with one kind of attendance, whose sessions began half an hour ago or, by name, long ago. */
function round() {
	const [live, replay, absent, early, late, buyer] = stage.add(6);
	if (!live || !replay || !absent || !early || !late || !buyer) throw new Error('Six people are registered');
	stage.sandbox.attend(live, { live: 10 });
	stage.sandbox.attend(replay, { replay: 60 });
	stage.sandbox.attend(early, { live: 60 });
	stage.sandbox.attend(late, { live: 3600 });
	stage.sandbox.attend(buyer, { live: 3600, replay: 60 });
	stage.sandbox.buy(buyer, { replay: 49 });
	for (const person of [replay, absent, early, buyer]) stage.sandbox.startSession(person, 200);
	return { live, replay, absent, early, late, buyer };
}

const cases: Array<[string, (people: ReturnType<typeof round>) => Registrant[]]> = [
	['registrantAttendedLive', ({ live, early, late, buyer }) => [live, early, late, buyer]],
	['registrantAttendedReplay', ({ replay, buyer }) => [replay, buyer]],
	['registrantDidNotAttend', ({ replay, absent }) => [replay, absent]],
	// A person who watched the replay may still buy for a day.
	['registrantDidNotPurchase', ({ early }) => [early]],
	['registrantLeftEarly', ({ early }) => [early]],
	['registrantPurchased', ({ buyer }) => [buyer]],
	['registrantStayed', ({ late, buyer }) => [late, buyer]],
];

describe.each(cases)('%s', (event, meant) => {
	const parameters = { ...watched, event };

	it('reports each registrant of the event once, also after a restart', async () => {
		round();
		const trigger = await stage.activate(parameters);
		const people = meant(round());
		expect(await reported(trigger)).toEqual(idsOf(people));
		await trigger.restart();
		expect(await reported(trigger)).toEqual([]);
	});

	it('returns real examples, or one sample of the event', async () => {
		const samples = await stage.examples(parameters);
		expect(samples).toHaveLength(1);
		const isBuyer = event === 'registrantPurchased';
		expect(samples?.[0]).toMatchObject({ sample: true, email: 'ada@example.com', subscribed: true });
		expect(samples?.[0]).toMatchObject({ purchased: isBuyer, revenue_live: isBuyer ? 49 : 0 });
		const people = meant(round());
		const items = await stage.examples(parameters);
		expect(items?.map(({ id }) => id)).toEqual(idsOf(people).slice(-3).reverse());
		const hasBought = people.at(-1)?.purchased.replay !== undefined;
		expect(items?.[0]).toMatchObject({ subscribed: true, purchased: hasBought });
	});
});

it.each([
	['registrantDidNotAttend', {}, {}],
	['registrantDidNotPurchase', { live: 60 }, {}],
	['registrantDidNotAttend', {}, { shownTimezone: 'America/New_York' }],
])(
	'waits until attendance is final everywhere on earth if the webinar follows the attendee: %s %j %j',
	async (event, seconds, settings) => {
		const changed = { title: 'Evergreen', ...settings };
		stage.sandbox.changeWebinar({ product: 'automated', webinarId: 102 }, changed);
		const webinar = { resource: 'automated', webinarId: byId(102) };
		const trigger = await stage.activate({ ...webinar, event, minutesAfterStart: 60 });
		const [person] = stage.add(1, 102);
		if (!person) throw new Error('Somebody is registered');
		stage.sandbox.attend(person, seconds);
		const [row] = await stage.output({ ...webinar, operation: 'getRegistrants', simplify: false });
		const date = (typeof row?.event === 'string' ? row.event : '').replace(/^\w+, /, '');
		const lastStart = Date.parse(`${date.replace(',', '')} GMT-1200`);
		stage.now = lastStart + 59 * MINUTE_MS;
		expect(await reported(trigger)).toEqual([]);
		stage.now = lastStart + 60 * MINUTE_MS;
		expect(await trigger.poll()).toMatchObject([{ json: { id: person.id, starts_at: null } }]);
	},
);

it('does not report an earlier registrant as new if one is removed and one is added while the first poll reads', async () => {
	const [first] = stage.add(75);
	if (!first) throw new Error('The sandbox registered nobody');
	// All others move up by one place, so the 26th is on no page that is read.
	stage.sandbox.before({ operation: 'registrants', skip: 1 }, () => stage.sandbox.removeRegistrant(first));
	stage.sandbox.before({ operation: 'registrants', skip: 1 }, () => stage.add(1));
	const trigger = await stage.activate(added);
	// After six hours, a poll reads the whole list again.
	stage.letPass(6 * HOUR_MS);
	expect(await reported(trigger)).toEqual([]);
});

it('does not repeat a registrant whose session is moved or written in another language', async () => {
	const list = (event: string, people: number) =>
		stage.listRows(numbers(people).map((id) => ({ id, schedule_id: 7, schedule: event, event })));
	list('Mon, 2 Mar 2026, 01:00 PM', 3);
	const trigger = await stage.activate(added);
	list('Mon, 2 Mar 2026, 02:00 PM', 4);
	expect(await reported(trigger)).toEqual([4]);
	list('lun, 2 mars 2026, 14:00', 5);
	expect(await reported(trigger)).toEqual([5]);
});

it('returns a registrant as the service wrote it without Simplify', async () => {
	const parameters = { ...watched, event: 'registrantAttendedLive', simplify: false };
	const trigger = await stage.activate(parameters);
	round();
	const items = (await trigger.poll()).map(({ json }) => json);
	expect(items[0]).toMatchObject({
		attended_live: 'Yes',
		time_live: '00:00:10',
		last_name: expect.any(String) as string,
	});
});

it('explains Minutes After Start for each event that waits, and that the past is not reported', () => {
	const { properties } = stage.engine.triggerType.description;
	const hints = properties
		.filter(({ name }) => name === 'minutesAfterStart')
		.map(({ displayOptions, hint }) => [displayOptions?.show?.event, hint]);
	expect(hints).toEqual([
		[['registrantDidNotAttend'], containing('somebody may still come')],
		[['registrantDidNotPurchase'], containing('somebody may still buy')],
		[['registrantLeftEarly'], containing('somebody may still be in the room')],
	]);
	const event = properties.find(({ name }) => name === 'event');
	expect(event?.hint).toContain('Reports only what happens after you publish');
});

describe('a trigger that cannot work', () => {
	const all = { ...added, webinarScope: 'all' };

	it.each([
		[{ ...added, webinarId: byId('') }, 'No webinar is chosen'],
		[{ ...added, webinarId: byId(999) }, 'Webinar 999 is not in this account'],
		[{ ...added, schedule: byId('next') }, '"next" is not a schedule ID'],
		[{ ...added, schedule: byId('11|2026-01-31 13:00') }, 'is not a schedule ID'],
		[{ ...added, schedule: byId('') }, 'Session is empty'],
		[{ ...added, schedule: { ...byId('={{ undefined }}'), mode: 'list' } }, 'Session is empty'],
		[{ ...added, event: 'nothing' }, 'There is no event "nothing"'],
		// They do not mean all webinars.
		[{ ...all, options: { titleContains: '={{ undefined }}' } }, 'Title Contains'],
		[{ ...all, options: { titleContains: '={{ null }}' } }, 'Title Contains'],
		[
			{ ...added, event: 'sessionStarting', minutesBefore: 0 },
			'Minutes Before must be a whole number, 1 or more',
		],
	])('fails on activation with parameters that cannot work: %j', async (parameters, message) => {
		const error: unknown = await stage.activate(parameters).catch((reason: unknown) => reason);
		expect(error).toMatchObject({ message: containing(message) });
	});
});

describe('the lists of the trigger', () => {
	it('offers webinars, and schedules by their ID alone', async () => {
		const { triggerType } = stage.engine;
		const list = (method: string, parameters: Parameters<Harness['run']>[0]) =>
			stage.list(method, parameters, undefined, triggerType);
		const webinars = await list('searchWebinars', added);
		expect(webinars).toHaveLength(stage.sandbox.webinars.filter(({ product }) => product === 'live').length);
		const schedules = await list('searchSchedules', { ...added, webinarId: byId(5) });
		expect(schedules.map(({ value }) => value)).toEqual(['', '51', '52', '53']);
		const [, reason] = await list('searchSchedules', { ...added, webinarId: byId('') });
		expect(reason?.name).toBe('Webinar has no value yet: run the previous nodes.');
	});
});

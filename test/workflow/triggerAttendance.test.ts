import { byId } from '../support/harness';
import { containing } from '../support/matchers';
import { DAY_MS, HOUR_MS, idsOf, MINUTE_MS, reported, TriggerStage, watched } from '../support/triggerStage';

const stage = new TriggerStage();

const attendedLive = { ...watched, event: 'registrantAttendedLive' };
const attendedReplay = { ...watched, event: 'registrantAttendedReplay' };
const didNotAttend = { ...watched, event: 'registrantDidNotAttend' };
const didNotPurchase = { ...watched, event: 'registrantDidNotPurchase' };
const purchased = { ...watched, event: 'registrantPurchased' };

describe('people who wait until their attendance is final', () => {
	it('reports everybody who waits though somebody watches an old replay meanwhile', async () => {
		// They fill the first page of the list of attendees.
		const [viewer, ...earlier] = stage.registerForSession(31, 3 * 24 * 60);
		if (!viewer) throw new Error('Somebody is registered');
		for (const person of earlier) stage.sandbox.attend(person, { live: 600 });
		const trigger = await stage.activate(didNotPurchase);
		const people = stage.registerForSession(30, 60);
		for (const person of people) stage.sandbox.attend(person, { live: 600 });
		expect(await reported(trigger)).toEqual([]);
		stage.sandbox.attend(viewer, { replay: 600 });
		await reported(trigger);
		stage.now += 2 * HOUR_MS;
		expect(await reported(trigger)).toEqual(idsOf(people));
	});

	it('reports no-shows once, when their own session is over', async () => {
		const trigger = await stage.activate(didNotAttend);
		const first = stage.registerForSession(2, 100);
		const second = stage.registerForSession(2, 40);
		expect(await reported(trigger)).toEqual([]);
		stage.now += 80 * MINUTE_MS;
		expect(await reported(trigger)).toEqual(idsOf(first));
		stage.now += HOUR_MS;
		expect(await reported(trigger)).toEqual(idsOf(second));
		stage.now += DAY_MS;
		expect(await reported(trigger)).toEqual([]);
	});

	it('does not report a person as a no-show who attends meanwhile', async () => {
		const trigger = await stage.activate(didNotAttend);
		const [absent, late] = stage.registerForSession(2, 60);
		if (!absent || !late) throw new Error('Two people are registered');
		expect(await reported(trigger)).toEqual([]);
		stage.sandbox.attend(late, { live: 600 });
		stage.now += 2 * HOUR_MS;
		expect(await reported(trigger)).toEqual([absent.id]);
	});

	it('waits longer with a no-show whose session is moved', async () => {
		const trigger = await stage.activate(didNotAttend);
		const [person] = stage.registerForSession(1, 10);
		if (!person) throw new Error('Somebody is registered');
		expect(await reported(trigger)).toEqual([]);
		stage.sandbox.startSession(person, -600);
		stage.now += 3 * HOUR_MS;
		expect(await reported(trigger)).toEqual([]);
		stage.now += 10 * HOUR_MS;
		expect(await reported(trigger)).toEqual([person.id]);
	});

	it('applies a changed Minutes After Start to people who wait, and reports nobody twice', async () => {
		const first = await stage.activate({ ...didNotAttend, minutesAfterStart: 180 });
		const early = stage.registerForSession(1, 200);
		const late = stage.registerForSession(1, 100);
		expect(await reported(first)).toEqual(idsOf(early));
		const { saved } = first;
		const changed = await stage.activate({ ...didNotAttend, minutesAfterStart: 90 }, { saved });
		expect(changed.atFirst.map(({ json }) => json.id)).toEqual(idsOf(late));
	});
});

describe('Did Not Purchase', () => {
	/** Lets the service list a person who watched the replay at this moment. */
	const listReplayViewer = (date_replay: string | null) =>
		stage.respondWithRegistrants([
			{
				id: 1,
				event: 'Sun, 1 Mar 2026, 12:00 PM',
				attended_live: 'No',
				attended_replay: 'Yes',
				time_replay: '00:10:00',
				purchased_live: 'No',
				purchased_replay: 'No',
				date_replay,
			},
		]);

	it('waits a day after a visit of the replay for a purchase', async () => {
		stage.respondWithRegistrants([]);
		const trigger = await stage.activate(didNotPurchase);
		listReplayViewer('Mon, 2 Mar 2026, 06:30 AM');
		expect(await reported(trigger)).toEqual([]);
		stage.now = Date.parse('2026-03-03T06:29:00-05:00');
		expect(await reported(trigger)).toEqual([]);
		stage.now += MINUTE_MS;
		expect(await reported(trigger)).toEqual([1]);
	});

	it('waits for Minutes After Start for a purchase without a visit of the replay', async () => {
		stage.respondWithRegistrants([]);
		const trigger = await stage.activate(didNotPurchase);
		listReplayViewer(null);
		expect(await reported(trigger)).toEqual([1]);
	});

	it('does not report a person under Did Not Purchase who buys meanwhile', async () => {
		const trigger = await stage.activate(didNotPurchase);
		const [buyer, other] = stage.registerForSession(2, 60);
		if (!buyer || !other) throw new Error('Two people are registered');
		stage.sandbox.attend(buyer, { live: 600 });
		stage.sandbox.attend(other, { live: 600 });
		expect(await reported(trigger)).toEqual([]);
		stage.sandbox.buy(buyer, { live: 49 });
		stage.now += 2 * HOUR_MS;
		expect(await reported(trigger)).toEqual([other.id]);
	});
});

describe('a full scan after six hours', () => {
	it('reports a purchase within six hours that a refund hid', async () => {
		const people = stage.addRegistrants(60);
		for (const person of people.slice(0, 40)) stage.sandbox.buy(person, { live: 49 });
		const trigger = await stage.activate(purchased);
		const [refunded] = people;
		const buyer = people[50];
		if (!refunded || !buyer) throw new Error('People are registered');
		refunded.purchased = {};
		stage.sandbox.buy(buyer, { live: 49 });
		expect(await reported(trigger)).toEqual([]);
		stage.now += 6 * HOUR_MS;
		expect(await reported(trigger)).toEqual([buyer.id]);
		expect(await reported(trigger)).toEqual([]);
	});
});

describe('Minimum Minutes', () => {
	it.each([
		{ parameters: attendedLive, room: 'live' },
		{ parameters: attendedReplay, room: 'replay' },
		{ parameters: { ...watched, event: 'registrantAttended' }, room: 'replay' },
	])('reports people once they were in the room for long enough: $parameters.event', async (the) => {
		const trigger = await stage.activate({ ...the.parameters, options: { minimumMinutes: 2 } });
		const [short, long] = stage.addRegistrants(2);
		if (!short || !long) throw new Error('Two people are registered');
		stage.sandbox.attend(short, { [the.room]: 119 });
		stage.sandbox.attend(long, { [the.room]: 120 });
		expect(await reported(trigger)).toEqual([long.id]);
		expect(await reported(trigger)).toEqual([]);
		stage.sandbox.attend(short, { [the.room]: 121 });
		expect(await reported(trigger)).toEqual([short.id]);
		expect(await reported(trigger)).toEqual([]);
	});

	it('leaves out people of Did Not Purchase who only opened the room', async () => {
		const parameters = { ...didNotPurchase, options: { minimumMinutes: 1 } };
		const trigger = await stage.activate(parameters);
		const [short, long] = stage.registerForSession(2, 200);
		if (!short || !long) throw new Error('Two people are registered');
		stage.sandbox.attend(short, { live: 0 });
		stage.sandbox.attend(long, { live: 60 });
		expect(await reported(trigger)).toEqual([long.id]);
	});

	it('counts people who only opened the room by default', async () => {
		const trigger = await stage.activate(attendedLive);
		const person = stage.register();
		stage.sandbox.attend(person, { live: 0 });
		expect(await reported(trigger)).toEqual([person.id]);
	});

	it('reports nobody twice after Minimum Minutes is changed', async () => {
		const first = await stage.activate(attendedLive);
		const [short, long] = stage.addRegistrants(2);
		if (!short || !long) throw new Error('Two people are registered');
		stage.sandbox.attend(short, { live: 10 });
		stage.sandbox.attend(long, { live: 600 });
		expect(await reported(first)).toEqual([short.id, long.id]);
		const options = { minimumMinutes: 2 };
		const changed = await stage.activate({ ...attendedLive, options }, { saved: first.saved });
		stage.sandbox.attend(short, { live: 200 });
		expect([...changed.atFirst, ...(await reported(changed))]).toEqual([]);
	});

	it.each([
		[-1, 'Minimum Minutes must be a whole number, 0 or more'],
		['={{ null }}', 'Minimum Minutes must be a whole number, 0 or more'],
	])(
		'fails on activation if Minimum Minutes is no number of minutes: %j',
		async (minimumMinutes, message) => {
			const parameters = { ...attendedLive, options: { minimumMinutes } };
			await expect(stage.activate(parameters)).rejects.toMatchObject({ message });
		},
	);
});

describe('a row whose session date cannot be read', () => {
	const LONG_AGO = 'Mon, 2 Feb 2026, 12:00 PM';
	/** Lets the service list people with these dates, who did not attend. */
	const list = (...dates: string[]) =>
		stage.respondWithRegistrants(
			dates.map((event, index) => ({ id: index + 1, attended_live: 'No', event })),
		);

	it.each([[{}], [{ webinarScope: 'all', options: { titleContains: 'get started' } }]])(
		'logs a session date that cannot be read, and reports the person once it can be read: %j',
		async (scope) => {
			list(LONG_AGO);
			const trigger = await stage.activate({ ...didNotAttend, ...scope });
			list(LONG_AGO, 'Пн, 2 фев 2026, 12:00', LONG_AGO);
			expect(await reported(trigger)).toEqual([3]);
			expect(trigger.warnings).toEqual([
				containing('Webinar 1: 1 registrant has a date that cannot be read: "Пн, 2 фев 2026, 12:00"'),
			]);
			list(LONG_AGO, LONG_AGO, LONG_AGO);
			stage.now += 6 * HOUR_MS;
			expect(await reported(trigger)).toEqual([2]);
			expect(await reported(trigger)).toEqual([]);
		},
	);

	it.each(['٢ مارس ٢٠٢٦', '2026年3月2日 12:00'])(
		'logs a session date with digits of another script: %s',
		async (date) => {
			list(LONG_AGO);
			const trigger = await stage.activate(didNotAttend);
			list(LONG_AGO, date);
			expect(await reported(trigger)).toEqual([]);
			expect(trigger.warnings).toEqual([containing(date)]);
		},
	);
});

it('does not repeat a registrant whose email address is corrected', async () => {
	const list = (email: string) => stage.respondWithRegistrants([{ id: 1, lead_id: 2, email }]);
	stage.respondWithRegistrants([]);
	const trigger = await stage.activate({ ...watched, event: 'registrantAdded' });
	list('ann@exmaple.com');
	expect(await reported(trigger)).toEqual([1]);
	list('ann@example.com');
	stage.now += 6 * HOUR_MS;
	expect(await reported(trigger)).toEqual([]);
});

it('tells registrants without any ID apart by their email address', async () => {
	const emails = async () => (await trigger.poll()).map(({ json }) => json.email);
	stage.respondWithRegistrants([{ email: 'ann@example.com' }]);
	const trigger = await stage.activate({ ...watched, event: 'registrantAdded' });
	stage.respondWithRegistrants([{ email: 'Ann@Example.com ' }, { email: 'ben@example.com' }]);
	expect(await emails()).toEqual(['ben@example.com']);
	expect(await emails()).toEqual([]);
});

it('reports a person who registers for a second session', async () => {
	const row = (schedule_id: number) => ({ id: 1, lead_id: 2, schedule_id });
	stage.respondWithRegistrants([row(51)]);
	const trigger = await stage.activate({ ...watched, event: 'registrantAdded', webinarId: byId(1) });
	stage.respondWithRegistrants([row(51), row(52)]);
	expect(await reported(trigger)).toEqual([1]);
});

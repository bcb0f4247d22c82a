import { containing } from '../support/matchers';
import {
	HOUR_MS,
	inOneWebinar,
	MINUTE_MS,
	pollRegistrantIds,
	registrantAdded,
	TriggerStage,
} from '../support/triggerStage';

const stage = new TriggerStage();

const attendedLive = { ...inOneWebinar, event: 'registrantAttendedLive' };
const didNotAttend = { ...inOneWebinar, event: 'registrantDidNotAttend' };
const didNotPurchase = { ...inOneWebinar, event: 'registrantDidNotPurchase' };

describe('events that wait until attendance is final', () => {
	it.each(['No', 'no', false, 0, null, ''])(
		'reports a person as Did Not Attend if the service lists them with attended_live: %j',
		async (attended_live) => {
			stage.respondWithRegistrants([]);
			const trigger = await stage.activate(didNotAttend);
			stage.respondWithRegistrants([{ id: 1, event: 'Mon, 2 Mar 2026, 05:00 AM', attended_live }]);
			stage.now += HOUR_MS;
			expect(await pollRegistrantIds(trigger)).toEqual([1]);
		},
	);

	it("reports a no-show only after the session's new time if the session is postponed", async () => {
		const trigger = await stage.activate(didNotAttend);
		const person = stage.addRegistrantOfSession({ minutesAgo: 10 });
		expect(await pollRegistrantIds(trigger)).toEqual([]);
		const minutesUntilNewTime = 600;
		stage.sandbox.startSession(person, -minutesUntilNewTime);
		stage.now += 3 * HOUR_MS;
		expect(await pollRegistrantIds(trigger)).toEqual([]);
		stage.now += 10 * HOUR_MS;
		expect(await pollRegistrantIds(trigger)).toEqual([person.id]);
	});
});

describe('Did Not Purchase', () => {
	it('reports a replay viewer without a purchase one day after the viewer watched the replay', async () => {
		stage.respondWithRegistrants([]);
		const trigger = await stage.activate(didNotPurchase);
		stage.respondWithRegistrants([
			{
				id: 1,
				event: 'Sun, 1 Mar 2026, 12:00 PM',
				attended_live: 'No',
				attended_replay: 'Yes',
				time_replay: '00:10:00',
				purchased_live: 'No',
				purchased_replay: 'No',
				date_replay: 'Mon, 2 Mar 2026, 06:30 AM',
			},
		]);
		expect(await pollRegistrantIds(trigger)).toEqual([]);
		stage.now = Date.parse('2026-03-03T06:29:00-05:00');
		expect(await pollRegistrantIds(trigger)).toEqual([]);
		stage.now += MINUTE_MS;
		expect(await pollRegistrantIds(trigger)).toEqual([1]);
	});

	it('logs all dates of a replay viewer if the date of the visit is unreadable', async () => {
		stage.respondWithRegistrants([]);
		const trigger = await stage.activate(didNotPurchase);
		const viewer = {
			id: 1,
			event: 'Sun, 1 Mar 2026, 12:00 PM',
			schedule: 'Every day, 12:00 PM',
			signup_date: 'Sat, 28 Feb 2026, 09:00 AM',
			attended_replay: 'Yes',
			date_replay: 'Пн, 2 мар 2026, 06:30',
		};
		stage.respondWithRegistrants([viewer]);
		expect(await pollRegistrantIds(trigger)).toEqual([]);
		expect(trigger.warnings).toEqual([
			containing(
				'1 registrant has a date that cannot be read: "Sun, 1 Mar 2026, 12:00 PM", "Every day, 12:00 PM", "Sat, 28 Feb 2026, 09:00 AM", "Пн, 2 мар 2026, 06:30"',
			),
		]);
	});
});

describe('Minutes in Room', () => {
	it('reports a person as Left Early whose time in the room is exactly Minutes in Room, but nobody who stayed longer', async () => {
		stage.respondWithRegistrants([]);
		const leftEarly = { ...inOneWebinar, event: 'registrantLeftEarly', minutesInRoom: 30 };
		const trigger = await stage.activate(leftEarly);
		const attendee = { event: 'Mon, 2 Mar 2026, 05:00 AM', attended_live: 'Yes' };
		stage.respondWithRegistrants([
			{ ...attendee, id: 1, time_live: '00:30:00' },
			{ ...attendee, id: 2, time_live: '00:30:01' },
		]);
		stage.now += HOUR_MS;
		expect(await pollRegistrantIds(trigger)).toEqual([1]);
	});

	it('reports nobody who stayed before Minutes in Room was lowered', async () => {
		const stayed = { ...inOneWebinar, event: 'registrantStayed' };
		const person = stage.addRegistrantOfSession({ minutesAgo: 100 });
		const fortyFiveMinutes = (45 * MINUTE_MS) / 1000;
		stage.sandbox.attend(person, { live: fortyFiveMinutes });
		const { saved } = await stage.activate({ ...stayed, minutesInRoom: 60 });
		const changed = await stage.activate({ ...stayed, minutesInRoom: 30 }, { saved });
		expect([...changed.atFirst, ...(await pollRegistrantIds(changed))]).toEqual([]);
	});
});

describe('Minimum Minutes', () => {
	it.each([
		{ event: 'registrantAttendedLive', room: 'live' },
		{ event: 'registrantAttendedReplay', room: 'replay' },
		{ event: 'registrantAttended', room: 'replay' },
	])(
		'reports a person as soon as they were in the $room room for Minimum Minutes: $event',
		async ({ event, room }) => {
			const trigger = await stage.activate({ ...inOneWebinar, event, options: { minimumMinutes: 2 } });
			const [short, long] = stage.addTwoRegistrants();
			stage.sandbox.attend(short, { [room]: 119 });
			stage.sandbox.attend(long, { [room]: 120 });
			expect(await pollRegistrantIds(trigger)).toEqual([long.id]);
			expect(await pollRegistrantIds(trigger)).toEqual([]);
			stage.sandbox.attend(short, { [room]: 121 });
			expect(await pollRegistrantIds(trigger)).toEqual([short.id]);
			expect(await pollRegistrantIds(trigger)).toEqual([]);
		},
	);

	it('does not report a person as Did Not Purchase if they were in the room for less than Minimum Minutes', async () => {
		const parameters = { ...didNotPurchase, options: { minimumMinutes: 1 } };
		const trigger = await stage.activate(parameters);
		const [short, long] = stage.addTwoRegistrantsOfSession({ minutesAgo: 200 });
		stage.sandbox.attend(short, { live: 0 });
		stage.sandbox.attend(long, { live: 60 });
		expect(await pollRegistrantIds(trigger)).toEqual([long.id]);
	});

	it('reports nobody of past sessions if Minimum Minutes is removed', async () => {
		const people = stage.addRegistrantsOfSession(3, { minutesAgo: 3 * 24 * 60 });
		for (const person of people) stage.sandbox.attend(person, { live: 90 });
		const { saved } = await stage.activate({ ...attendedLive, options: { minimumMinutes: 5 } });
		const changed = await stage.activate(attendedLive, { saved });
		expect([...changed.atFirst, ...(await pollRegistrantIds(changed))]).toEqual([]);
		const person = stage.addRegistrant();
		stage.sandbox.attend(person, { live: 90 });
		expect(await pollRegistrantIds(changed)).toEqual([person.id]);
	});

	it.each([-1, '={{ null }}'])('fails on activation if Minimum Minutes is %j', async (minimumMinutes) => {
		const activation = stage.activate({ ...attendedLive, options: { minimumMinutes } });
		await expect(activation).rejects.toMatchObject({
			message: 'Minimum Minutes must be a whole number, 0 or more',
		});
	});
});

describe('a registrant whose session date is unreadable', () => {
	const LONG_AGO = 'Mon, 2 Feb 2026, 12:00 PM';
	/** Attendance becomes final after the first poll. */
	const AN_HOUR_AGO = 'Mon, 2 Mar 2026, 06:00 AM';
	/** Lets the service list people with these session dates, who did not attend; their IDs are 1, 2, 3. */
	const listNoShows = (...dates: string[]) =>
		stage.respondWithRegistrants(
			dates.map((event, index) => ({ id: index + 1, attended_live: 'No', event })),
		);

	it('logs an unreadable session date, and reports the no-show once the date is readable', async () => {
		listNoShows(LONG_AGO);
		const trigger = await stage.activate(didNotAttend);
		const unreadable = 'Пн, 2 мар 2026, 06:00';
		listNoShows(LONG_AGO, unreadable, AN_HOUR_AGO);
		stage.now += 2 * HOUR_MS;
		expect(await pollRegistrantIds(trigger)).toEqual([3]);
		expect(trigger.warnings).toEqual([
			containing(`Webinar 1: 1 registrant has a date that cannot be read: "${unreadable}"`),
		]);
		listNoShows(LONG_AGO, AN_HOUR_AGO, AN_HOUR_AGO);
		stage.now += 6 * HOUR_MS;
		expect(await pollRegistrantIds(trigger)).toEqual([2]);
		expect(await pollRegistrantIds(trigger)).toEqual([]);
	});
});

describe("a registrant's identity", () => {
	const row = {
		id: 1,
		lead_id: 2,
		schedule_id: 51,
		email: 'ann@exmaple.com',
		event: 'Mon, 2 Mar 2026, 01:00 PM',
	};

	it('does not report a registrant again whose email address, session and date are changed', async () => {
		const changes = { email: 'ann@example.com', schedule_id: 52, event: 'lun, 2 mars 2026, 14:00' };
		stage.respondWithRegistrants([]);
		const trigger = await stage.activate(registrantAdded);
		stage.respondWithRegistrants([row]);
		expect(await pollRegistrantIds(trigger)).toEqual([1]);
		stage.respondWithRegistrants([{ ...row, ...changes }]);
		stage.now += 6 * HOUR_MS;
		expect(await pollRegistrantIds(trigger)).toEqual([]);
	});
});

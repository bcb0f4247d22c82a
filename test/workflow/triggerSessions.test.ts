import type { ActiveTrigger } from '../support/engine/activeTrigger';
import { byId } from '../support/harness';
import { containing } from '../support/matchers';
import { automated, live, seriesSession } from '../support/sandboxWebinars';
import { DAY_MS, MINUTE_MS, poll, TriggerStage } from '../support/triggerStage';

const stage = new TriggerStage();

describe('Session Starting', () => {
	const sessionStarting = {
		resource: 'live',
		webinarId: byId(live.series),
		event: 'sessionStarting',
		minutesBefore: 60,
	};

	it('reports a session 59 minutes before its start, with all its fields', async () => {
		const trigger = await stage.activate(sessionStarting);
		const start = Date.parse('2026-03-03T18:00:00Z');
		stage.now = start - 59 * MINUTE_MS;
		const session = seriesSession(stage.sandbox.url, 59);
		expect(await poll(trigger)).toEqual([session]);
	});

	it('logs a session with an unreadable date, and reports the other session once', async () => {
		const trigger = await stage.activate(sessionStarting);
		const schedules = [
			{ date: '2. März', schedule: 1, comment: '' },
			{ date: '2026-03-02 12:30', schedule: 2, comment: '' },
		];
		stage.respondWith('webinar', { webinar: { webinar_id: live.series, timezone: 'UTC', schedules } });
		expect(await poll(trigger)).toMatchObject([{ date_text: 'Mon, 2 Mar 2026, 12:30 (UTC)' }]);
		expect(trigger.warnings).toEqual([
			containing('Webinar 2: The date of a session cannot be read: "2. März"'),
		]);
		expect(await poll(trigger)).toEqual([]);
	});

	it.each([
		{ webinar: 'a live webinar', resource: 'live', id: live.series, requests: 1 },
		{
			webinar: 'an automated webinar that states a region',
			resource: 'automated',
			id: automated.everyKind,
			requests: 2,
		},
		{
			webinar: 'an automated webinar without a region',
			resource: 'automated',
			id: automated.attendeeZone,
			requests: 1,
		},
	])('sends $requests requests in each poll for $webinar', async ({ resource, id, requests }) => {
		const trigger = await stage.activate({ ...sessionStarting, resource, webinarId: byId(id) });
		for (let polls = 0; polls < 2; polls++) {
			stage.passTime(MINUTE_MS);
			expect(await stage.countRequestsDuring(() => poll(trigger))).toBe(requests);
		}
	});

	/** Lets the service respond with a webinar of one session. */
	const respondWithWebinar = ({ timezone, type }: { timezone: string | undefined; type: string }) => {
		const schedules = [{ date: '2099-01-01 12:00', schedule: 21, comment: 'Evening' }];
		stage.sandbox.clearFaults();
		stage.respondWith('webinar', { webinar: { webinar_id: live.series, timezone, type, schedules } });
	};

	const unknownTimeZones = [
		{ timezone: undefined, message: 'The webinar has no time zone' },
		{ timezone: 'Mars/Olympus', message: 'The webinar\'s time zone "Mars/Olympus" is not known' },
	];

	it.each(unknownTimeZones)(
		"fails in a poll and in a manual test if the webinar's time zone is $timezone",
		async ({ timezone, message }) => {
			const trigger = await stage.activate(sessionStarting);
			const stateBefore = JSON.stringify(trigger.saved);
			const error = {
				name: 'NodeOperationError',
				message: containing(message),
				description: containing("Set the webinar's time zone in the webinar account"),
			};
			respondWithWebinar({ timezone, type: 'Single presentation' });
			await expect(poll(trigger)).rejects.toMatchObject(error);
			expect(JSON.stringify(trigger.saved)).toBe(stateBefore);
			await expect(stage.runTriggerManually(sessionStarting)).rejects.toMatchObject(error);
		},
	);

	it('reports nothing, without an error, for an always-on webinar without a time zone', async () => {
		const trigger = await stage.activate(sessionStarting);
		respondWithWebinar({ timezone: undefined, type: 'Always on' });
		expect(await poll(trigger)).toEqual([]);
	});
});

const SCHEDULE = 7;
const OTHER_SCHEDULE = 8;

/** Returns the moment of a time in New York on the day of all tests. */
const momentAt = (time: string) => Date.parse(`2026-03-02T${time}-05:00`);

/** A session on the day of all tests. */
const sessionAt = (time: string, schedule = SCHEDULE) =>
	({ kind: 'once', schedule, startsAt: momentAt(time) }) as const;

/** Lets the service list only these sessions. */
const setSessions = (...sessions: Array<ReturnType<typeof sessionAt>>) =>
	stage.changeWebinar(live.oneSession, { sessions });

/** Activates the trigger at 07:00, which makes the first poll. */
async function activateAtSeven({ minutesBefore }: { minutesBefore: number }): Promise<ActiveTrigger> {
	stage.now = momentAt('07:00');
	const trigger = await stage.activate({
		resource: 'live',
		webinarId: byId(live.oneSession),
		event: 'sessionStarting',
		minutesBefore,
	});
	expect(trigger.atFirst).toEqual([]);
	return trigger;
}

/** Polls at a time of the day, and returns the times of the reported sessions. */
async function pollAt(trigger: ActiveTrigger, time: string): Promise<string[]> {
	stage.now = momentAt(time);
	return (await poll(trigger)).map(({ date }) => (date as string).slice(-5));
}

describe('Session Starting of one webinar', () => {
	it('reports each session once, in the first poll within Minutes Before its start', async () => {
		setSessions(sessionAt('12:00'), sessionAt('14:00'));
		const trigger = await activateAtSeven({ minutesBefore: 60 });
		expect(await pollAt(trigger, '10:59')).toEqual([]);
		expect(await pollAt(trigger, '11:00')).toEqual(['12:00']);
		expect(await pollAt(trigger, '11:30')).toEqual([]);
		expect(await pollAt(trigger, '12:59')).toEqual([]);
		expect(await pollAt(trigger, '13:00')).toEqual(['14:00']);
	});

	it('reports a session in the second poll if the session is already within Minutes Before at the first poll', async () => {
		setSessions(sessionAt('07:10'));
		const trigger = await activateAtSeven({ minutesBefore: 60 });
		expect(await pollAt(trigger, '07:05')).toEqual(['07:10']);
		expect(await pollAt(trigger, '07:09')).toEqual([]);
	});

	it('does not report a session that began before the first poll', async () => {
		setSessions(sessionAt('06:55'), sessionAt('07:00'));
		const trigger = await activateAtSeven({ minutesBefore: 60 });
		expect(await pollAt(trigger, '07:05')).toEqual([]);
		setSessions();
		expect(await pollAt(trigger, '07:06')).toEqual([]);
	});

	it('still reports a session before its start after the clock was hours ahead for one poll', async () => {
		setSessions(sessionAt('12:00'));
		const trigger = await activateAtSeven({ minutesBefore: 60 });
		expect(await pollAt(trigger, '19:00')).toEqual([]);
		expect(await pollAt(trigger, '11:00')).toEqual(['12:00']);
	});

	it('reports both of two sessions that start at the same time if their schedules differ', async () => {
		setSessions(sessionAt('12:00'));
		const trigger = await activateAtSeven({ minutesBefore: 60 });
		setSessions(sessionAt('12:00'), sessionAt('12:00', OTHER_SCHEDULE));
		expect(await pollAt(trigger, '11:30')).toEqual(['12:00', '12:00']);
		expect(await pollAt(trigger, '11:31')).toEqual([]);
	});

	it('reports a session that began between two polls if that was at most 60 minutes ago', async () => {
		setSessions(sessionAt('11:59'), sessionAt('12:00'), sessionAt('18:00'));
		const trigger = await activateAtSeven({ minutesBefore: 5 });
		setSessions(sessionAt('18:00'));
		expect(await pollAt(trigger, '13:00')).toEqual(['12:00']);
		expect(await pollAt(trigger, '13:01')).toEqual([]);
	});

	it('reports a session again at its new time if it is moved by half an hour after it was reported', async () => {
		setSessions(sessionAt('12:00'));
		const trigger = await activateAtSeven({ minutesBefore: 60 });
		expect(await pollAt(trigger, '11:00')).toEqual(['12:00']);
		setSessions(sessionAt('12:30'));
		expect(await pollAt(trigger, '11:05')).toEqual([]);
		expect(await pollAt(trigger, '11:40')).toEqual(['12:30']);
		expect(await pollAt(trigger, '11:45')).toEqual([]);
	});

	it('reports a session that was published and started between two polls', async () => {
		setSessions(sessionAt('18:00'));
		const trigger = await activateAtSeven({ minutesBefore: 5 });
		setSessions(sessionAt('07:20'), sessionAt('18:00'));
		expect(await pollAt(trigger, '07:40')).toEqual(['07:20']);
		expect(await pollAt(trigger, '07:41')).toEqual([]);
	});

	it('does not report a canceled date of a schedule that still has another date', async () => {
		setSessions(sessionAt('12:00'), sessionAt('18:00'));
		const trigger = await activateAtSeven({ minutesBefore: 30 });
		setSessions(sessionAt('18:00'));
		expect(await pollAt(trigger, '08:00')).toEqual([]);
		expect(await pollAt(trigger, '11:35')).toEqual([]);
		expect(await pollAt(trigger, '12:05')).toEqual([]);
		expect(await pollAt(trigger, '17:30')).toEqual(['18:00']);
	});

	it('does not report a session again if it was temporarily missing from the list', async () => {
		setSessions(sessionAt('12:00'));
		const trigger = await activateAtSeven({ minutesBefore: 60 });
		expect(await pollAt(trigger, '11:00')).toEqual(['12:00']);
		setSessions();
		expect(await pollAt(trigger, '11:10')).toEqual([]);
		setSessions(sessionAt('12:00'));
		expect(await pollAt(trigger, '11:20')).toEqual([]);
	});
});

describe('Session Starting with many sessions', () => {
	it('removes past sessions from its state, so that the state does not grow within six days', async () => {
		const sessions = [{ kind: 'everyDay', schedule: 1013, time: '13:00' }] as const;
		stage.changeWebinar(automated.everyKind, { sessions, displayedSchedules: 3 });
		const trigger = await stage.activate({
			resource: 'automated',
			webinarId: byId(automated.everyKind),
			event: 'sessionStarting',
			minutesBefore: (5 * DAY_MS) / MINUTE_MS,
		});
		const stateBytes: number[] = [];
		for (let days = 0; days < 6; days++) {
			stage.now += DAY_MS;
			await poll(trigger);
			stateBytes.push(JSON.stringify(trigger.saved).length);
		}
		expect(stateBytes.slice(3)).toEqual(stateBytes.slice(0, 3));
	});
});

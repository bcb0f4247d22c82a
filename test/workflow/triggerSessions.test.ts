import { DateTime } from 'luxon';

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

	it('reports one session 59 minutes before its start, and the following session 30 minutes late', async () => {
		const trigger = await stage.activate(sessionStarting);
		const start = Date.parse('2026-03-03T18:00:00Z');
		stage.now = start - 59 * MINUTE_MS;
		const session = seriesSession(stage.sandbox.url, 59);
		expect(await poll(trigger)).toEqual([session]);
		expect(await poll(trigger)).toEqual([]);
		stage.now = start + 7 * DAY_MS + 30 * MINUTE_MS;
		expect(await poll(trigger)).toMatchObject([
			{ starts_at: '2026-03-10T18:00:00Z', minutes_until_start: -30 },
		]);
	});

	it('logs a session with an unreadable date, and reports the other session', async () => {
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

	it.each(unknownTimeZones)(
		'reports nothing, without an error, for an always-on webinar with the time zone $timezone',
		async ({ timezone }) => {
			const trigger = await stage.activate(sessionStarting);
			respondWithWebinar({ timezone, type: 'Always on' });
			expect(await poll(trigger)).toEqual([]);
		},
	);
});

const SCHEDULE = 7;
const OTHER_SCHEDULE = 8;

interface ListedSession {
	time: string;
	schedule: number;
}

/** A session on the day of all tests, which the service lists. */
const sessionAt = (time: string, schedule = SCHEDULE): ListedSession => ({ time, schedule });

interface Moment {
	/** The time of the poll on the same day, in the webinar's zone. */
	time: string;
	/** The sessions that the service lists then. */
	sessions: readonly ListedSession[];
}

/** Sets the clock, and lets the service list sessions. */
function arrange({ time, sessions }: Moment): void {
	stage.now = DateTime.fromISO(`2026-03-02T${time}`, { zone: 'America/New_York' }).toMillis();
	const rules = sessions.map((session) => ({ kind: 'once', daysAhead: 0, ...session }) as const);
	stage.changeWebinar(live.oneSession, { sessions: rules });
}

/** Activates the trigger, which makes the first poll. */
async function activateAt({
	minutesBefore,
	...moment
}: Moment & { minutesBefore: number }): Promise<ActiveTrigger> {
	arrange(moment);
	const event = 'sessionStarting';
	const trigger = await stage.activate({
		resource: 'live',
		webinarId: byId(live.oneSession),
		event,
		minutesBefore,
	});
	expect(trigger.atFirst).toEqual([]);
	return trigger;
}

/** Returns the times of the sessions that a poll reports. */
async function pollAt(trigger: ActiveTrigger, moment: Moment): Promise<string[]> {
	arrange(moment);
	return (await poll(trigger)).map(({ date }) => (date as string).slice(-5));
}

describe('Session Starting of one webinar', () => {
	it('reports each session once, in the first poll within Minutes Before its start', async () => {
		const trigger = await activateAt({
			minutesBefore: 60,
			time: '07:00',
			sessions: [sessionAt('12:00'), sessionAt('14:00')],
		});
		expect(
			await pollAt(trigger, { time: '10:59', sessions: [sessionAt('12:00'), sessionAt('14:00')] }),
		).toEqual([]);
		expect(
			await pollAt(trigger, { time: '11:00', sessions: [sessionAt('12:00'), sessionAt('14:00')] }),
		).toEqual(['12:00']);
		expect(
			await pollAt(trigger, { time: '11:30', sessions: [sessionAt('12:00'), sessionAt('14:00')] }),
		).toEqual([]);
		expect(await pollAt(trigger, { time: '12:59', sessions: [sessionAt('14:00')] })).toEqual([]);
		expect(await pollAt(trigger, { time: '13:00', sessions: [sessionAt('14:00')] })).toEqual(['14:00']);
	});

	it('reports a session in the second poll if the session is already within Minutes Before at the first poll', async () => {
		const trigger = await activateAt({ minutesBefore: 60, time: '07:00', sessions: [sessionAt('07:10')] });
		expect(await pollAt(trigger, { time: '07:05', sessions: [sessionAt('07:10')] })).toEqual(['07:10']);
		expect(await pollAt(trigger, { time: '07:09', sessions: [sessionAt('07:10')] })).toEqual([]);
	});

	it('does not report a session that began before the first poll', async () => {
		const trigger = await activateAt({
			minutesBefore: 60,
			time: '07:00',
			sessions: [sessionAt('06:55'), sessionAt('07:00')],
		});
		expect(
			await pollAt(trigger, { time: '07:05', sessions: [sessionAt('06:55'), sessionAt('07:00')] }),
		).toEqual([]);
		expect(await pollAt(trigger, { time: '07:06', sessions: [] })).toEqual([]);
	});

	it('still reports a session before its start after the clock was hours ahead for one poll', async () => {
		const trigger = await activateAt({ minutesBefore: 60, time: '07:00', sessions: [sessionAt('12:00')] });
		expect(await pollAt(trigger, { time: '19:00', sessions: [sessionAt('12:00')] })).toEqual([]);
		expect(await pollAt(trigger, { time: '11:00', sessions: [sessionAt('12:00')] })).toEqual(['12:00']);
	});

	it('reports both of two sessions that start at the same time if their schedules differ', async () => {
		const trigger = await activateAt({ minutesBefore: 60, time: '07:00', sessions: [sessionAt('12:00')] });
		expect(
			await pollAt(trigger, {
				time: '11:30',
				sessions: [sessionAt('12:00'), sessionAt('12:00', OTHER_SCHEDULE)],
			}),
		).toEqual(['12:00', '12:00']);
		expect(
			await pollAt(trigger, {
				time: '11:31',
				sessions: [sessionAt('12:00'), sessionAt('12:00', OTHER_SCHEDULE)],
			}),
		).toEqual([]);
	});

	it('reports a session that began between two polls up to 60 minutes late', async () => {
		const trigger = await activateAt({
			minutesBefore: 5,
			time: '07:00',
			sessions: [sessionAt('12:00'), sessionAt('18:00')],
		});
		expect(await pollAt(trigger, { time: '13:00', sessions: [sessionAt('18:00')] })).toEqual(['12:00']);
		expect(await pollAt(trigger, { time: '13:01', sessions: [sessionAt('18:00')] })).toEqual([]);
	});

	it('does not report a session that began more than 60 minutes ago', async () => {
		const trigger = await activateAt({ minutesBefore: 5, time: '07:00', sessions: [sessionAt('12:00')] });
		expect(await pollAt(trigger, { time: '13:01', sessions: [] })).toEqual([]);
		expect(await pollAt(trigger, { time: '13:02', sessions: [sessionAt('12:00')] })).toEqual([]);
	});

	it('reports a session again at its new time if it is moved by half an hour after it was reported', async () => {
		const trigger = await activateAt({ minutesBefore: 60, time: '07:00', sessions: [sessionAt('12:00')] });
		expect(await pollAt(trigger, { time: '11:00', sessions: [sessionAt('12:00')] })).toEqual(['12:00']);
		expect(await pollAt(trigger, { time: '11:05', sessions: [sessionAt('12:30')] })).toEqual([]);
		expect(await pollAt(trigger, { time: '11:40', sessions: [sessionAt('12:30')] })).toEqual(['12:30']);
		expect(await pollAt(trigger, { time: '11:45', sessions: [sessionAt('12:30')] })).toEqual([]);
	});

	it('reports a session that was published and started between two polls', async () => {
		const trigger = await activateAt({ minutesBefore: 5, time: '07:00', sessions: [sessionAt('18:00')] });
		const sessions = [sessionAt('07:20'), sessionAt('18:00')];
		expect(await pollAt(trigger, { time: '07:40', sessions })).toEqual(['07:20']);
		expect(await pollAt(trigger, { time: '07:41', sessions })).toEqual([]);
	});

	it('does not report a canceled session before or after its start', async () => {
		const trigger = await activateAt({ minutesBefore: 30, time: '07:00', sessions: [sessionAt('12:00')] });
		expect(await pollAt(trigger, { time: '11:00', sessions: [] })).toEqual([]);
		expect(await pollAt(trigger, { time: '11:35', sessions: [] })).toEqual([]);
		expect(await pollAt(trigger, { time: '12:05', sessions: [] })).toEqual([]);
	});

	it('does not report a session again if it was temporarily missing from the list', async () => {
		const trigger = await activateAt({ minutesBefore: 60, time: '07:00', sessions: [sessionAt('12:00')] });
		expect(await pollAt(trigger, { time: '11:00', sessions: [sessionAt('12:00')] })).toEqual(['12:00']);
		expect(await pollAt(trigger, { time: '11:10', sessions: [] })).toEqual([]);
		expect(await pollAt(trigger, { time: '11:20', sessions: [sessionAt('12:00')] })).toEqual([]);
	});
});

describe('Session Starting with many sessions', () => {
	/** Activates the trigger for a webinar with a session every day, of which a number is within Minutes Before. */
	async function activateWithSessions(displayedSchedules: number) {
		const sessions = [{ kind: 'everyDay', schedule: 1013, time: '13:00' }] as const;
		stage.changeWebinar(automated.everyKind, { sessions, displayedSchedules });
		const minutesBefore = (displayedSchedules + 2) * 24 * 60;
		return await stage.activate({
			resource: 'automated',
			webinarId: byId(automated.everyKind),
			event: 'sessionStarting',
			minutesBefore,
		});
	}

	it('removes past sessions from its state, so that the state does not grow within six days', async () => {
		const trigger = await activateWithSessions(3);
		const stateBytes: number[] = [];
		for (let days = 0; days < 6; days++) {
			stage.now += DAY_MS;
			await poll(trigger);
			stateBytes.push(JSON.stringify(trigger.saved).length);
		}
		expect(stateBytes.slice(3)).toEqual(stateBytes.slice(0, 3));
	});
});

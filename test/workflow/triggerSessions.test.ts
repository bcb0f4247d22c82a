import { DateTime } from 'luxon';

import type { ActiveTrigger } from '../support/engine/activeTrigger';
import { byId } from '../support/harness';
import { containing } from '../support/matchers';
import { seriesSession } from '../support/sandboxWebinars';
import { DAY_MS, MINUTE_MS, poll, TriggerStage } from '../support/triggerStage';

const stage = new TriggerStage();

describe('Session Starting', () => {
	const starting = { resource: 'live', webinarId: byId(2), event: 'sessionStarting', minutesBefore: 60 };

	it('returns a session, and the minutes by which it is late', async () => {
		const trigger = await stage.activate(starting);
		const start = Date.parse('2026-03-03T18:00:00Z');
		stage.now = start - 59 * MINUTE_MS;
		const session = seriesSession(stage.sandbox.url, 59);
		expect(await poll(trigger)).toEqual([session]);
		expect(await stage.callsOf(async () => expect(await poll(trigger)).toEqual([]))).toBe(1);
		stage.now = start + 7 * DAY_MS + 30 * MINUTE_MS;
		expect(await poll(trigger)).toMatchObject([
			{ starts_at: '2026-03-10T18:00:00Z', minutes_until_start: -30 },
		]);
	});

	it('counts dates in EST if the webinar follows the attendee', async () => {
		const anywhere = { ...starting, resource: 'automated', webinarId: byId(102) };
		const [next] = (await stage.examples(anywhere)) ?? [];
		const date = (next?.date as string).replace(' ', 'T');
		expect(next?.starts_at).toBe(`${new Date(`${date}:00-05:00`).toISOString().slice(0, 19)}Z`);
		expect(next?.timezone).toBe('GMT-5');
		expect(stage.sandbox.calls.at(-1)?.parameters).not.toHaveProperty('timezone');
	});

	it.each([
		['a live webinar', { resource: 'live', webinarId: byId(2) }, 1],
		['an automated webinar that states a region', { resource: 'automated', webinarId: byId(101) }, 2],
		['an automated webinar without a region', { resource: 'automated', webinarId: byId(102) }, 1],
	])('takes as many requests in each poll as the docs say: %s', async (_what, webinar, requests) => {
		const trigger = await stage.activate({ ...starting, ...webinar });
		for (let polls = 0; polls < 3; polls++) {
			stage.letPass(MINUTE_MS);
			expect(await stage.callsOf(() => poll(trigger))).toBe(requests);
		}
	});

	it.each([
		[undefined, 'The webinar has no time zone'],
		['', 'The webinar has no time zone'],
		['Mars/Olympus', 'The time zone "Mars/Olympus" of the webinar is not known'],
	])('fails if the start would be a guess: time zone %j', async (timezone, message) => {
		const schedules = [{ date: '2099-01-01 12:00', schedule: 21, comment: 'Evening' }];
		const answer = (type: string) => {
			stage.sandbox.clearFaults();
			stage.succeed('webinar', { webinar: { webinar_id: 2, timezone, type, schedules } });
		};
		const trigger = await stage.activate(starting);
		const before = JSON.stringify(trigger.saved);
		const error = {
			name: 'NodeOperationError',
			message: containing(message),
			description: containing("Set the webinar's time zone in the webinar account"),
		};
		answer('Single presentation');
		await expect(poll(trigger)).rejects.toMatchObject(error);
		expect(JSON.stringify(trigger.saved)).toBe(before);
		await expect(stage.examples(starting)).rejects.toMatchObject(error);
		// Nothing is guessed where nothing starts.
		answer('Always on');
		expect(await poll(trigger)).toEqual([]);
	});

	it.each([3, 4])('reports nothing of a webinar that is open at any time: %i', async (id) => {
		const trigger = await stage.activate({ ...starting, webinarId: byId(id) });
		stage.now += 5 * MINUTE_MS;
		expect(await poll(trigger)).toEqual([]);
		const [sample] = (await stage.examples({ ...starting, webinarId: byId(id) })) ?? [];
		expect(sample).toMatchObject({
			sample: true,
			starts_at: '2026-03-02T13:05:00Z',
			minutes_until_start: 60,
		});
	});
});

const SCHEDULE = 7;
const OTHER_SCHEDULE = 8;

interface ListedSession {
	time: string;
	schedule: number;
}

/** A session on the day of all tests. */
const at = (time: string, schedule = SCHEDULE): ListedSession => ({ time, schedule });

interface Moment {
	/** The time of the poll on the same day, in the webinar's zone. */
	time: string;
	daysLater?: number;
	/** The sessions that the service lists then. */
	sessions: readonly ListedSession[];
}

/** Sets the clock, and lets the service list sessions. */
function arrange({ time, daysLater = 0, sessions }: Moment): void {
	const day = DateTime.fromISO(`2026-03-02T${time}`, { zone: 'America/New_York' });
	stage.now = day.plus({ days: daysLater }).toMillis();
	const rules = sessions.map((session) => ({ kind: 'once', daysAhead: -daysLater, ...session }) as const);
	stage.change(1, { sessions: rules });
}

/** Activates the trigger, which makes the first poll. */
async function begin({
	minutesBefore,
	...moment
}: Moment & { minutesBefore: number }): Promise<ActiveTrigger> {
	arrange(moment);
	const event = 'sessionStarting';
	const trigger = await stage.activate({ resource: 'live', webinarId: byId(1), event, minutesBefore });
	expect(trigger.atFirst).toEqual([]);
	return trigger;
}

/** Returns the times of the sessions that a poll reports. */
async function pollAt(trigger: ActiveTrigger, moment: Moment): Promise<string[]> {
	arrange(moment);
	return (await poll(trigger)).map(({ date }) => (date as string).slice(-5));
}

describe('Session Starting of one webinar', () => {
	it('reports a session once, in the first poll within Minutes Before', async () => {
		const trigger = await begin({ minutesBefore: 60, time: '07:00', sessions: [at('12:00'), at('14:00')] });
		expect(await pollAt(trigger, { time: '10:59', sessions: [at('12:00'), at('14:00')] })).toEqual([]);
		expect(await pollAt(trigger, { time: '11:00', sessions: [at('12:00'), at('14:00')] })).toEqual(['12:00']);
		expect(await pollAt(trigger, { time: '11:30', sessions: [at('12:00'), at('14:00')] })).toEqual([]);
		expect(await pollAt(trigger, { time: '12:59', sessions: [at('14:00')] })).toEqual([]);
		expect(await pollAt(trigger, { time: '13:00', sessions: [at('14:00')] })).toEqual(['14:00']);
	});

	it('reports a session in the second poll that starts soon after the first', async () => {
		const trigger = await begin({ minutesBefore: 60, time: '07:00', sessions: [at('07:10')] });
		expect(await pollAt(trigger, { time: '07:05', sessions: [at('07:10')] })).toEqual(['07:10']);
		expect(await pollAt(trigger, { time: '07:09', sessions: [at('07:10')] })).toEqual([]);
	});

	it('reports no session that began before the first poll', async () => {
		const trigger = await begin({ minutesBefore: 60, time: '07:00', sessions: [at('06:55'), at('07:00')] });
		expect(await pollAt(trigger, { time: '07:05', sessions: [at('06:55'), at('07:00')] })).toEqual([]);
		expect(await pollAt(trigger, { time: '07:06', sessions: [] })).toEqual([]);
	});

	it('reports a session after the clock was ahead for one poll', async () => {
		const trigger = await begin({ minutesBefore: 60, time: '07:00', sessions: [at('12:00')] });
		expect(await pollAt(trigger, { time: '19:00', sessions: [at('12:00')] })).toEqual([]);
		expect(await pollAt(trigger, { time: '11:00', sessions: [at('12:00')] })).toEqual(['12:00']);
	});

	it('does not repeat a session after the clock was ahead by days', async () => {
		const trigger = await begin({ minutesBefore: 60, time: '07:00', sessions: [at('12:00')] });
		expect(await pollAt(trigger, { time: '11:00', sessions: [at('12:00')] })).toEqual(['12:00']);
		expect(await pollAt(trigger, { time: '11:05', daysLater: 20, sessions: [at('12:00')] })).toEqual([]);
		expect(await pollAt(trigger, { time: '11:10', sessions: [at('12:00')] })).toEqual([]);
	});

	it('reports two sessions of different schedules at the same time', async () => {
		const trigger = await begin({ minutesBefore: 60, time: '07:00', sessions: [at('12:00')] });
		expect(
			await pollAt(trigger, { time: '11:30', sessions: [at('12:00'), at('12:00', OTHER_SCHEDULE)] }),
		).toEqual(['12:00', '12:00']);
		expect(
			await pollAt(trigger, { time: '11:31', sessions: [at('12:00'), at('12:00', OTHER_SCHEDULE)] }),
		).toEqual([]);
	});

	it('reports both sessions of a schedule that start less than an hour apart', async () => {
		const trigger = await begin({ minutesBefore: 10, time: '07:00', sessions: [at('12:00'), at('12:30')] });
		expect(await pollAt(trigger, { time: '11:55', sessions: [at('12:00'), at('12:30')] })).toEqual(['12:00']);
		expect(await pollAt(trigger, { time: '12:21', sessions: [at('12:30')] })).toEqual(['12:30']);
		expect(await pollAt(trigger, { time: '12:25', sessions: [at('12:30')] })).toEqual([]);
	});

	it('reports a session up to 60 minutes late that began between two polls and is no longer listed', async () => {
		const trigger = await begin({ minutesBefore: 5, time: '07:00', sessions: [at('12:00'), at('18:00')] });
		expect(await pollAt(trigger, { time: '13:00', sessions: [at('18:00')] })).toEqual(['12:00']);
		expect(await pollAt(trigger, { time: '13:01', sessions: [at('18:00')] })).toEqual([]);
	});

	it('reports no session that began more than 60 minutes ago', async () => {
		const trigger = await begin({ minutesBefore: 5, time: '07:00', sessions: [at('12:00')] });
		expect(await pollAt(trigger, { time: '13:01', sessions: [] })).toEqual([]);
		expect(await pollAt(trigger, { time: '13:02', sessions: [at('12:00')] })).toEqual([]);
	});

	it('reports a session that is moved by less than an hour at its new time', async () => {
		const trigger = await begin({ minutesBefore: 60, time: '07:00', sessions: [at('12:00')] });
		expect(await pollAt(trigger, { time: '08:00', sessions: [at('12:30')] })).toEqual([]);
		expect(await pollAt(trigger, { time: '11:15', sessions: [at('12:30')] })).toEqual([]);
		expect(await pollAt(trigger, { time: '11:30', sessions: [at('12:30')] })).toEqual(['12:30']);
		expect(await pollAt(trigger, { time: '11:45', sessions: [at('12:30')] })).toEqual([]);
	});

	it('reports a session that is moved by hours only at its new time', async () => {
		const trigger = await begin({ minutesBefore: 60, time: '07:00', sessions: [at('12:00')] });
		expect(await pollAt(trigger, { time: '08:00', sessions: [at('16:00')] })).toEqual([]);
		expect(await pollAt(trigger, { time: '12:10', sessions: [at('16:00')] })).toEqual([]);
		expect(await pollAt(trigger, { time: '15:00', sessions: [at('16:00')] })).toEqual(['16:00']);
	});

	it('reports a session that is postponed at the last minute before its new time', async () => {
		const trigger = await begin({ minutesBefore: 10, time: '07:00', sessions: [at('12:00')] });
		expect(await pollAt(trigger, { time: '11:45', sessions: [at('12:20')] })).toEqual([]);
		expect(await pollAt(trigger, { time: '12:01', sessions: [at('12:20')] })).toEqual([]);
		expect(await pollAt(trigger, { time: '12:15', sessions: [at('12:20')] })).toEqual(['12:20']);
	});

	it('does not repeat a reported session that is moved by less than an hour', async () => {
		const trigger = await begin({ minutesBefore: 60, time: '07:00', sessions: [at('12:00')] });
		expect(await pollAt(trigger, { time: '11:00', sessions: [at('12:00')] })).toEqual(['12:00']);
		expect(await pollAt(trigger, { time: '11:05', sessions: [at('12:30')] })).toEqual([]);
		expect(await pollAt(trigger, { time: '11:40', sessions: [at('12:30')] })).toEqual([]);
		expect(await pollAt(trigger, { time: '11:45', sessions: [at('11:50')] })).toEqual([]);
	});

	it('does not repeat a reported session that is moved by less than an hour several times', async () => {
		const trigger = await begin({ minutesBefore: 60, time: '07:00', sessions: [at('12:00')] });
		expect(await pollAt(trigger, { time: '11:00', sessions: [at('12:00')] })).toEqual(['12:00']);
		expect(await pollAt(trigger, { time: '11:05', sessions: [at('12:40')] })).toEqual([]);
		expect(await pollAt(trigger, { time: '11:10', sessions: [at('13:20')] })).toEqual([]);
		expect(await pollAt(trigger, { time: '12:30', sessions: [at('13:20')] })).toEqual([]);
		expect(await pollAt(trigger, { time: '13:10', sessions: [at('14:10')] })).toEqual([]);
	});

	it('reports a session of another schedule that takes the place of a reported one', async () => {
		const trigger = await begin({ minutesBefore: 60, time: '07:00', sessions: [at('12:00')] });
		expect(await pollAt(trigger, { time: '11:00', sessions: [at('12:00')] })).toEqual(['12:00']);
		const other = at('12:30', OTHER_SCHEDULE);
		expect(await pollAt(trigger, { time: '11:05', sessions: [other] })).toEqual([]);
		expect(await pollAt(trigger, { time: '11:30', sessions: [other] })).toEqual(['12:30']);
		expect(await pollAt(trigger, { time: '11:31', sessions: [other] })).toEqual([]);
	});

	it('repeats a reported session that is moved to an hour later or more', async () => {
		const trigger = await begin({ minutesBefore: 60, time: '07:00', sessions: [at('12:00')] });
		expect(await pollAt(trigger, { time: '11:00', sessions: [at('12:00')] })).toEqual(['12:00']);
		expect(await pollAt(trigger, { time: '11:05', sessions: [at('13:00')] })).toEqual([]);
		expect(await pollAt(trigger, { time: '12:01', sessions: [at('13:00')] })).toEqual(['13:00']);
		expect(await pollAt(trigger, { time: '12:02', sessions: [at('13:00')] })).toEqual([]);
	});

	it('repeats a reported session that is moved to an hour earlier or more', async () => {
		const trigger = await begin({ minutesBefore: 300, time: '06:00', sessions: [at('12:00')] });
		expect(await pollAt(trigger, { time: '07:00', sessions: [at('12:00')] })).toEqual(['12:00']);
		expect(await pollAt(trigger, { time: '07:05', sessions: [at('10:00')] })).toEqual(['10:00']);
		expect(await pollAt(trigger, { time: '07:06', sessions: [at('10:00')] })).toEqual([]);
	});

	it('reports a canceled session only if it comes back', async () => {
		const trigger = await begin({ minutesBefore: 30, time: '07:00', sessions: [at('12:00')] });
		expect(await pollAt(trigger, { time: '11:00', sessions: [] })).toEqual([]);
		expect(await pollAt(trigger, { time: '11:35', sessions: [] })).toEqual([]);
		expect(await pollAt(trigger, { time: '11:40', sessions: [at('12:00')] })).toEqual(['12:00']);
		expect(await pollAt(trigger, { time: '11:41', sessions: [at('12:00')] })).toEqual([]);
	});

	it('does not report a canceled session after its start', async () => {
		const trigger = await begin({ minutesBefore: 30, time: '07:00', sessions: [at('12:00')] });
		expect(await pollAt(trigger, { time: '11:00', sessions: [] })).toEqual([]);
		expect(await pollAt(trigger, { time: '12:05', sessions: [] })).toEqual([]);
	});

	it('does not repeat a reported session that is off the list for a while', async () => {
		const trigger = await begin({ minutesBefore: 60, time: '07:00', sessions: [at('12:00')] });
		expect(await pollAt(trigger, { time: '11:00', sessions: [at('12:00')] })).toEqual(['12:00']);
		expect(await pollAt(trigger, { time: '11:10', sessions: [] })).toEqual([]);
		expect(await pollAt(trigger, { time: '11:20', sessions: [at('12:00')] })).toEqual([]);
	});

	it('reports each date of a schedule every two hours that shows only its next date', async () => {
		const trigger = await begin({ minutesBefore: 15, time: '07:00', sessions: [at('08:00')] });
		expect(await pollAt(trigger, { time: '07:50', sessions: [at('08:00')] })).toEqual(['08:00']);
		expect(await pollAt(trigger, { time: '08:05', sessions: [at('10:00')] })).toEqual([]);
		expect(await pollAt(trigger, { time: '09:50', sessions: [at('10:00')] })).toEqual(['10:00']);
		expect(await pollAt(trigger, { time: '10:05', sessions: [at('12:00')] })).toEqual([]);
		expect(await pollAt(trigger, { time: '11:50', sessions: [at('12:00')] })).toEqual(['12:00']);
	});

	it('reports each date of a schedule every half hour that shows only its next date', async () => {
		const trigger = await begin({ minutesBefore: 15, time: '07:00', sessions: [at('07:30')] });
		expect(await pollAt(trigger, { time: '07:20', sessions: [at('07:30')] })).toEqual(['07:30']);
		expect(await pollAt(trigger, { time: '07:35', sessions: [at('08:00')] })).toEqual([]);
		expect(await pollAt(trigger, { time: '07:50', sessions: [at('08:00')] })).toEqual(['08:00']);
		expect(await pollAt(trigger, { time: '08:05', sessions: [at('08:30')] })).toEqual([]);
		expect(await pollAt(trigger, { time: '08:20', sessions: [at('08:30')] })).toEqual(['08:30']);
	});

	it('reports each date of a schedule that shows only its next date if a poll runs at a start', async () => {
		const trigger = await begin({ minutesBefore: 15, time: '07:05', sessions: [at('07:30')] });
		expect(await pollAt(trigger, { time: '07:20', sessions: [at('07:30')] })).toEqual(['07:30']);
		expect(await pollAt(trigger, { time: '07:30', sessions: [at('08:00')] })).toEqual([]);
		expect(await pollAt(trigger, { time: '07:50', sessions: [at('08:00')] })).toEqual(['08:00']);
	});

	it('reports a date late of a schedule that shows only its next date, and does not take it for the next', async () => {
		const trigger = await begin({ minutesBefore: 5, time: '07:05', sessions: [at('07:30')] });
		expect(await pollAt(trigger, { time: '07:40', sessions: [at('08:00')] })).toEqual(['07:30']);
		expect(await pollAt(trigger, { time: '07:56', sessions: [at('08:00')] })).toEqual(['08:00']);
	});
});

describe('Session Starting of many sessions', () => {
	const watch = { resource: 'automated', webinarId: byId(101), event: 'sessionStarting' };

	/** Lets an automated webinar show this many dates of one schedule, all within Minutes Before. */
	async function watching(displayedSchedules: number) {
		const sessions = [{ kind: 'everyDay', schedule: 1013, time: '13:00' }] as const;
		stage.change(101, { sessions, displayedSchedules });
		const minutesBefore = (displayedSchedules + 2) * 24 * 60;
		return await stage.activate({ ...watch, minutesBefore });
	}

	it('reports each of 300 sessions within Minutes Before once', async () => {
		const trigger = await watching(300);
		expect(await poll(trigger)).toHaveLength(300);
		expect(await poll(trigger)).toEqual([]);
	});

	it('forgets sessions that are over', async () => {
		const trigger = await watching(10);
		const lengths: number[] = [];
		for (let days = 0; days < 20; days++) {
			stage.now += DAY_MS;
			await poll(trigger);
			lengths.push(JSON.stringify(trigger.saved).length);
		}
		expect(lengths.slice(10)).toEqual(lengths.slice(0, 10));
	});
});

import { DateTime } from 'luxon';

import type { ActiveTrigger } from '../support/engine/activeTrigger';
import { byId } from '../support/harness';
import { containing } from '../support/matchers';
import { seriesSession } from '../support/sandboxWebinars';
import { DAY_MS, MINUTE_MS, poll, stepsOf, TriggerStage } from '../support/triggerStage';

const stage = new TriggerStage();

describe('the event sessionStarting', () => {
	const starting = { resource: 'live', webinarId: byId(2), event: 'sessionStarting', minutesBefore: 60 };

	it('has the members of a session, and says how late it is', async () => {
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

	it('counts in EST where the webinar follows the time zone of each attendee', async () => {
		const anywhere = { ...starting, resource: 'automated', webinarId: byId(102) };
		const [next] = (await stage.examples(anywhere)) ?? [];
		const date = (next?.date as string).replace(' ', 'T');
		expect(next?.starts_at).toBe(`${new Date(`${date}:00-05:00`).toISOString().slice(0, 19)}Z`);
		expect(next?.timezone).toBe('GMT-5');
		expect(stage.sandbox.calls.at(-1)?.parameters).not.toHaveProperty('timezone');
	});

	it.each([
		[undefined, 'The webinar has no time zone'],
		['', 'The webinar has no time zone'],
		['Mars/Olympus', 'The time zone "Mars/Olympus" of the webinar is not known'],
	])('is an error where the start would be a guess: time zone %j', async (timezone, message) => {
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

	it.each([3, 4])('never comes for what can be entered at any time: webinar %i', async (id) => {
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

/** The time at which a poll takes place, on the day of all sessions or some days after it. */
const at = (time: string, days = 0) => {
	const [hour, minute] = time.split(':').map(Number);
	const day = DateTime.fromISO('2026-03-02', { zone: 'America/New_York' });
	stage.now = day.set({ hour, minute }).plus({ days }).toMillis();
};

/** Lets the service list sessions at these times of that day alone; "/8" is another schedule than the usual one. */
function list(sessions: readonly string[], daysAgo: number): void {
	const rules = sessions.map((session) => {
		const [time = '', schedule = SCHEDULE] = session.split('/');
		return { kind: 'once', daysAhead: -daysAgo, schedule: Number(schedule), time } as const;
	});
	stage.change(1, { sessions: rules });
}

const one = { resource: 'live', webinarId: byId(1), event: 'sessionStarting' };

/**
 * Plays a story: "60 minutes before", and then, for each poll, its time, what the service lists, and what is reported:
 * "11:00: 12:00 14:00 → 12:00"; "11:00+20": 20 days later. The first poll is that of the activation.
 */
async function play(story: string): Promise<void> {
	const [minutesBefore = '', ...polls] = stepsOf(story);
	let trigger: ActiveTrigger | undefined;
	for (const moment of polls) {
		const parts = /^(.{5})(?:\+(\d+))?:([^→]*)→?(.*)$/.exec(moment) ?? [];
		const [, now = '', days = '0', listed = '', expected = ''] = parts;
		at(now, Number(days));
		list(listed.split(' ').filter(Boolean), Number(days));
		const items = trigger ? await trigger.poll() : [];
		trigger ??= await stage.activate({ ...one, minutesBefore: parseInt(minutesBefore) });
		const dates = [...trigger.atFirst, ...items].map(({ json }) => (json.date as string).slice(-5));
		expect([now, ...dates]).toEqual([now, ...expected.split(' ').filter(Boolean)]);
	}
}

describe('a session', () => {
	it.each(
		Object.entries({
			'is reported once, by the first poll within the minutes before': `
				60 minutes before; 07:00: 12:00 14:00; 10:59: 12:00 14:00; 11:00: 12:00 14:00 → 12:00;
				11:30: 12:00 14:00; 12:59: 14:00; 13:00: 14:00 → 14:00`,
			'within that time at the first poll is reported by the second':
				'60 minutes before; 07:00: 07:10; 07:05: 07:10 → 07:10; 07:09: 07:10',
			'that has begun at the first poll is not reported':
				'60 minutes before; 07:00: 06:55 07:00; 07:05: 06:55 07:00; 07:06:',
			'is reported though the clock was wrong':
				'60 minutes before; 07:00: 12:00; 19:00: 12:00; 11:00: 12:00 → 12:00',
			'is not repeated after the clock was wrong, also by days': `
				60 minutes before; 07:00: 12:00; 11:00: 12:00 → 12:00; 11:05+20: 12:00;
				11:10: 12:00`,
			'of another schedule at the same time is another one':
				'60 minutes before; 07:00: 12:00; 11:30: 12:00 12:00/8 → 12:00 12:00; 11:31: 12:00 12:00/8',
			'that begins less than an hour after another one of its schedule is reported, too': `
				10 minutes before; 07:00: 12:00 12:30; 11:55: 12:00 12:30 → 12:00; 12:21: 12:30 → 12:30;
				12:25: 12:30`,
			'that begins between two polls is reported late, up to 60 minutes, though it is listed no more':
				'5 minutes before; 07:00: 12:00 18:00; 13:00: 18:00 → 12:00; 13:01: 18:00',
			'that began more than 60 minutes ago is not reported':
				'5 minutes before; 07:00: 12:00; 13:01:; 13:02: 12:00',
			'that is moved before it was reported is reported at its new time':
				'60 minutes before; 07:00: 12:00; 08:00: 12:30; 11:15: 12:30; 11:30: 12:30 → 12:30; 11:45: 12:30',
			'that is moved far before it was reported is reported at its new time only':
				'60 minutes before; 07:00: 12:00; 08:00: 16:00; 12:10: 16:00; 15:00: 16:00 → 16:00',
			'that is put off at the last minute is reported before its new time':
				'10 minutes before; 07:00: 12:00; 11:45: 12:20; 12:01: 12:20; 12:15: 12:20 → 12:20',
			'that is moved by less than an hour after it was reported is not reported again':
				'60 minutes before; 07:00: 12:00; 11:00: 12:00 → 12:00; 11:05: 12:30; 11:40: 12:30; 11:45: 11:50',
			'that is moved by less than an hour again and again is not reported again': `
				60 minutes before; 07:00: 12:00; 11:00: 12:00 → 12:00; 11:05: 12:40; 11:10: 13:20;
				12:30: 13:20; 13:10: 14:10`,
			'that is moved by an hour or more after it was reported is reported again': `
				60 minutes before; 07:00: 12:00; 11:00: 12:00 → 12:00; 11:05: 13:00; 12:01: 13:00 → 13:00;
				12:02: 13:00`,
			'that is moved to an hour earlier or more after it was reported is reported again':
				'300 minutes before; 06:00: 12:00; 07:00: 12:00 → 12:00; 07:05: 10:00 → 10:00; 07:06: 10:00',
			'that is cancelled before it was reported is not reported, and is when it comes back':
				'30 minutes before; 07:00: 12:00; 11:00:; 11:35:; 11:40: 12:00 → 12:00; 11:41: 12:00',
			'that is cancelled is not reported after its start either':
				'30 minutes before; 07:00: 12:00; 11:00:; 12:05:',
			'that is off the list for a while is not reported again':
				'60 minutes before; 07:00: 12:00; 11:00: 12:00 → 12:00; 11:10:; 11:20: 12:00',
			'of which only the next date is shown, every two hours is reported each time': `
				15 minutes before; 07:00: 08:00; 07:50: 08:00 → 08:00; 08:05: 10:00; 09:50: 10:00 → 10:00;
				10:05: 12:00; 11:50: 12:00 → 12:00`,
			'of which only the next date is shown, every half hour is reported each time': `
				15 minutes before; 07:00: 07:30; 07:20: 07:30 → 07:30; 07:35: 08:00; 07:50: 08:00 → 08:00;
				08:05: 08:30; 08:20: 08:30 → 08:30`,
			'of which only the next date is shown, every half hour is reported each time, also by a poll that comes at its start':
				'15 minutes before; 07:05: 07:30; 07:20: 07:30 → 07:30; 07:30: 08:00; 07:50: 08:00 → 08:00',
			'of which only the next date is shown, every half hour is reported late, if it begins between two polls, and is not taken for the next':
				'5 minutes before; 07:05: 07:30; 07:40: 08:00 → 07:30; 07:56: 08:00 → 08:00',
		}),
	)('%s', async (_what, story) => {
		await play(story);
	});
});

describe('many sessions', () => {
	const watch = { resource: 'automated', webinarId: byId(101), event: 'sessionStarting' };

	/** Lets an automated webinar show so many dates of one schedule, and reports all of them at once. */
	async function watching(displayedSchedules: number) {
		const sessions = [{ kind: 'everyDay', schedule: 1013, time: '13:00' }] as const;
		stage.change(101, { sessions, displayedSchedules });
		const minutesBefore = (displayedSchedules + 2) * 24 * 60;
		return await stage.activate({ ...watch, minutesBefore });
	}

	it('are each reported once: 300 within the minutes before', async () => {
		const trigger = await watching(300);
		expect(await poll(trigger)).toHaveLength(300);
		expect(await poll(trigger)).toEqual([]);
	});

	it('that are over are forgotten', async () => {
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

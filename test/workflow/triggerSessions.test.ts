import { DateTime } from 'luxon';

import { byId } from '../support/harness';
import { poll, TriggerStage } from '../support/triggerStage';

const stage = new TriggerStage();

const MINUTE = 60_000;

describe('the event sessionStarting', () => {
	const starting = { resource: 'live', webinarId: byId(2), event: 'sessionStarting', minutesBefore: 60 };

	it('is a session that begins within the minutes before, once', async () => {
		const trigger = await stage.harness.activate(starting);
		const start = Date.parse('2026-03-03T18:00:00Z');
		stage.now = start - 61 * MINUTE;
		expect(await poll(trigger)).toEqual([]);
		stage.now = start - 59 * MINUTE;
		expect(await poll(trigger)).toEqual([
			{
				webinar_id: 2,
				webinar_hash: 'gxs2718',
				name: 'Growth Series',
				title: 'Three evenings on growth',
				schedule: 21,
				date: '2026-03-03 18:00',
				comment: expect.stringContaining('Tue, 3 Mar 2026') as string,
				starts_at: '2026-03-03T18:00:00Z',
				minutes_until_start: 59,
				timezone: 'Europe/London',
				direct_live_room_url: `${stage.sandbox.url}/room/live/gxs2718`,
				direct_replay_room_url: `${stage.sandbox.url}/room/replay/gxs2718`,
			},
		]);
		expect(await stage.callsOf(async () => expect(await poll(trigger)).toEqual([]))).toBe(1);
		stage.now = start + 7 * 24 * 60 * MINUTE;
		expect(await poll(trigger)).toMatchObject([
			{ starts_at: '2026-03-10T18:00:00Z', minutes_until_start: 0 },
		]);
	});

	it('comes late when the interval is longer, and not for what is long past', async () => {
		const daily = { ...starting, resource: 'automated', webinarId: byId(101), minutesBefore: 1 };
		const trigger = await stage.harness.activate(daily);
		const first = DateTime.fromISO('2026-03-02T13:00', { zone: 'America/New_York' }).toMillis();
		stage.now = first + 30 * MINUTE;
		expect(await poll(trigger)).toMatchObject([
			{ starts_at: '2026-03-02T18:00:00Z', minutes_until_start: -30, schedule: 1013 },
		]);
		stage.now = first + 24 * 60 * MINUTE + 61 * MINUTE;
		expect(await poll(trigger)).toEqual([]);
	});

	it('counts in EST where the webinar follows the time zone of each attendee', async () => {
		const anywhere = { ...starting, resource: 'automated', webinarId: byId(102) };
		const [next] = (await stage.harness.examples(anywhere)) ?? [];
		const date = (next?.date as string).replace(' ', 'T');
		expect(next?.starts_at).toBe(`${new Date(`${date}:00-05:00`).toISOString().slice(0, 19)}Z`);
		expect(stage.sandbox.calls.at(-1)?.parameters).not.toHaveProperty('timezone');
	});

	it.each([
		[undefined, 'The webinar has no time zone'],
		['', 'The webinar has no time zone'],
		['Mars/Olympus', 'The time zone "Mars/Olympus" of the webinar is not known'],
	])('is an error where the start would be a guess: time zone %j', async (timezone, message) => {
		const session = { date: '2099-01-01 12:00', schedule: 21, comment: 'Evening' };
		const webinar = { webinar_id: 2, timezone, type: 'Single presentation', schedules: [session] };
		const answer = (changed = {}) => {
			const body = { status: 'success', webinar: { ...webinar, ...changed } };
			stage.sandbox.clearFaults();
			stage.sandbox.fail({ kind: 'answer', status: 200, operation: 'webinar', body, times: 9 });
		};
		const trigger = await stage.harness.activate(starting);
		const before = JSON.stringify(trigger.saved);
		const error = {
			name: 'NodeOperationError',
			message: expect.stringContaining(message) as string,
			description: expect.stringContaining("Set the webinar's time zone in the webinar account") as string,
		};
		answer();
		await expect(poll(trigger)).rejects.toMatchObject(error);
		expect(JSON.stringify(trigger.saved)).toBe(before);
		await expect(stage.harness.examples(starting)).rejects.toMatchObject(error);
		// Nothing is guessed where nothing starts.
		answer({ type: 'Always on' });
		expect(await poll(trigger)).toEqual([]);
	});

	it.each([3, 4])('never comes for what can be entered at any time: webinar %i', async (id) => {
		const trigger = await stage.harness.activate({ ...starting, webinarId: byId(id) });
		stage.now += 5 * MINUTE;
		expect(await poll(trigger)).toEqual([]);
		const [sample] = (await stage.harness.examples({ ...starting, webinarId: byId(id) })) ?? [];
		expect(sample).toMatchObject({
			sample: true,
			starts_at: '2026-03-02T13:05:00Z',
			minutes_until_start: 60,
		});
	});
});

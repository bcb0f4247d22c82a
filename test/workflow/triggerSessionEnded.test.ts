import { byId } from '../support/harness';
import { setLiveWebinars } from '../support/manyWebinars';
import { automated, live } from '../support/sandboxWebinars';
import { DAY_MS, inAllWebinars, MINUTE_MS, poll, TriggerStage } from '../support/triggerStage';

const stage = new TriggerStage();

/** The time of the first poll: 07:00 in New York, 12:00 in London. */
const FIRST_POLL = Date.parse('2026-03-02T12:00:00Z');

const schedules = [
	{ date: '2026-03-03 09:30', schedule: 33, comment: 'Tuesday' },
	{ date: '2026-03-02 09:00', schedule: 31, comment: 'Monday' },
	{ date: '2026-03-03 09:00', schedule: 32, comment: 'Tuesday, early' },
	{ date: '', schedule: 34, comment: 'Just in time' },
];

describe('Session Ended of an automated webinar in India', () => {
	const webinarId = automated.weekdays;
	const timezone = 'Asia/Kolkata';
	const sessionEnded = {
		resource: 'automated',
		webinarId: byId(webinarId),
		event: 'sessionEnded',
		minutesAfterStart: 90,
	};

	/** Lets the service list the sessions of the webinar. */
	function respondWithSessions(listed: typeof schedules): void {
		stage.sandbox.clearFaults();
		stage.respondWith('webinar', {
			webinar: { webinar_id: webinarId, webinar_hash: 'hash', title: 'Ended', timezone, schedules: listed },
		});
	}

	/** Sets the time to a local time in the webinar's time zone. */
	const setTime = (local: string) => (stage.now = Date.parse(`${local.replace(' ', 'T')}+05:30`));

	it('reports each session once, 90 minutes after its start, in the order of the starts', async () => {
		respondWithSessions(schedules);
		setTime('2026-03-02 07:00');
		const trigger = await stage.activate(sessionEnded);
		expect(trigger.atFirst).toEqual([]);
		setTime('2026-03-02 10:29');
		expect(await poll(trigger)).toEqual([]);
		setTime('2026-03-02 10:30');
		expect(await poll(trigger)).toMatchObject([
			{ date: '2026-03-02 09:00', schedule: 31, minutes_until_start: -90, timezone },
		]);
		expect(await poll(trigger)).toEqual([]);
		setTime('2026-03-03 11:30');
		expect(await poll(trigger)).toMatchObject([
			{ schedule: 32, minutes_until_start: -150 },
			{ schedule: 33, minutes_until_start: -120 },
		]);
		setTime('2026-03-10 11:30');
		expect(await poll(trigger)).toEqual([]);
	});

	it('reports a session that the service no longer lists since its start', async () => {
		respondWithSessions(schedules);
		setTime('2026-03-02 07:00');
		const trigger = await stage.activate(sessionEnded);
		respondWithSessions([]);
		setTime('2026-03-02 09:00');
		expect(await poll(trigger)).toEqual([]);
		setTime('2026-03-02 10:30');
		expect(await poll(trigger)).toMatchObject([
			{
				date: '2026-03-02 09:00',
				date_text: 'Mon, 2 Mar 2026, 09:00 (Kolkata)',
				starts_at: '2026-03-02T03:30:00Z',
				minutes_until_start: -90,
				timezone,
				schedule: 31,
				title: 'Ended',
			},
		]);
		respondWithSessions(schedules.slice(1, 2));
		expect(await poll(trigger)).toEqual([]);
	});

	it('reports only sessions of the chosen schedule', async () => {
		respondWithSessions(schedules);
		setTime('2026-03-02 07:00');
		const trigger = await stage.activate({ ...sessionEnded, schedule: byId(33) });
		setTime('2026-03-03 12:00');
		expect(await poll(trigger)).toMatchObject([{ schedule: 33 }]);
	});

	it('returns the latest sessions, and then the next one, in a manual test', async () => {
		respondWithSessions(schedules);
		setTime('2026-03-03 09:10');
		const examples = (await stage.runTriggerManually(sessionEnded)) ?? [];
		expect(examples.map(({ schedule }) => schedule)).toEqual([32, 31, 33]);
	});
});

describe('Session Ended', () => {
	const sessionEnded = { resource: 'live', webinarId: byId(live.oneSession), event: 'sessionEnded' };

	/** Adds a session that starts some minutes after the first poll, or before it if the number is negative. */
	const addSession = (minutesAfterFirstPoll: number, webinarId: number = live.oneSession) =>
		stage.sandbox.addSession(
			{ product: 'live', webinarId },
			(stage.now - FIRST_POLL) / MINUTE_MS - minutesAfterFirstPoll,
		);
	const pollSchedules = async (trigger: Parameters<typeof poll>[0]) =>
		(await poll(trigger)).map(({ schedule }) => schedule);
	const passMinutes = (minutes: number) => (stage.now = FIRST_POLL + minutes * MINUTE_MS);

	it('reports a session that runs at the first poll, but not one that had ended', async () => {
		addSession(-181);
		const running = addSession(-60);
		const trigger = await stage.activate({ ...sessionEnded, minutesAfterStart: 180 });
		passMinutes(119);
		expect(await pollSchedules(trigger)).toEqual([]);
		passMinutes(120);
		expect(await pollSchedules(trigger)).toEqual([running]);
		expect(await pollSchedules(trigger)).toEqual([]);
	});

	it('reports a session that is published and ends between two polls', async () => {
		const trigger = await stage.activate({ ...sessionEnded, minutesAfterStart: 60 });
		passMinutes(DAY_MS / MINUTE_MS);
		const published = addSession(300);
		expect(await pollSchedules(trigger)).toEqual([published]);
		expect(await pollSchedules(trigger)).toEqual([]);
	});

	it('reports sessions after polls that failed for two days, and drops those that ended more than three days ago', async () => {
		const first = addSession(60);
		const second = addSession(DAY_MS / MINUTE_MS);
		const trigger = await stage.activate({ ...sessionEnded, minutesAfterStart: 60 });
		stage.sandbox.fail({ kind: 'statusError', operation: 'webinar', times: Infinity });
		passMinutes(120);
		await expect(poll(trigger)).rejects.toThrow('Could not read the webinar');
		passMinutes((2 * DAY_MS) / MINUTE_MS);
		stage.sandbox.clearFaults();
		expect(await pollSchedules(trigger)).toEqual([first, second]);
		const minutesPerDay = DAY_MS / MINUTE_MS;
		addSession(3 * minutesPerDay);
		const endedThreeDaysAgo = addSession(3 * minutesPerDay + 1);
		passMinutes(6 * minutesPerDay + 61);
		expect(await pollSchedules(trigger)).toEqual([endedThreeDaysAgo]);
	});

	it.each([
		['has lost its time zone', {}],
		['has moved to another time zone', { timezone: 'Europe/London' }],
	])(
		'reports a session that is no longer listed in its own time zone if the webinar %s',
		async (_case, zone) => {
			addSession(60);
			const trigger = await stage.activate({ ...sessionEnded, minutesAfterStart: 60 });
			stage.respondWith('webinar', { webinar: { webinar_id: live.oneSession, schedules: [], ...zone } });
			passMinutes(120);
			expect(await poll(trigger)).toMatchObject([
				{
					date: '2026-03-02 08:00',
					date_text: 'Mon, 2 Mar 2026, 08:00 (New York)',
					timezone: 'America/New_York',
					starts_at: '2026-03-02T13:00:00Z',
					minutes_until_start: -60,
				},
			]);
		},
	);

	it('does not report a session that was canceled before its start', async () => {
		addSession(60);
		const trigger = await stage.activate({ ...sessionEnded, minutesAfterStart: 60 });
		stage.changeWebinar(live.oneSession, { sessions: [] });
		passMinutes(30);
		expect(await pollSchedules(trigger)).toEqual([]);
		passMinutes(120);
		expect(await pollSchedules(trigger)).toEqual([]);
	});

	it('returns a marked sample in a manual test if the webinar has no session', async () => {
		const samples = await stage.runTriggerManually({ ...sessionEnded, webinarId: byId(live.noSession) });
		expect(samples).toMatchObject([{ sample: true, minutes_until_start: -180 }]);
	});

	it('begins with a first poll if Minutes After Start is changed', async () => {
		addSession(-100);
		const { saved } = await stage.activate({ ...sessionEnded, minutesAfterStart: 120 });
		const trigger = await stage.activate({ ...sessionEnded, minutesAfterStart: 90 }, { saved });
		passMinutes(60);
		expect(await pollSchedules(trigger)).toEqual([]);
	});

	it('reports the sessions of all webinars with the fields of Session Starting', async () => {
		setLiveWebinars(stage.sandbox, [1, 2, 3], []);
		const trigger = await stage.activate({ ...inAllWebinars, event: 'sessionEnded', minutesAfterStart: 60 });
		const schedule = addSession(30, 3);
		passMinutes(90);
		const [session, ...others] = await poll(trigger);
		expect(others).toEqual([]);
		expect(session).toMatchObject({ webinar_id: 3, schedule, starts_at: '2026-03-02T12:30:00Z' });
		const starting = { ...inAllWebinars, event: 'sessionStarting', minutesBefore: 60 };
		addSession(120, 3);
		const [example] = (await stage.runTriggerManually(starting)) ?? [];
		expect(Object.keys(session ?? {})).toEqual(Object.keys(example ?? {}));
		expect(await poll(trigger)).toEqual([]);
	});
});

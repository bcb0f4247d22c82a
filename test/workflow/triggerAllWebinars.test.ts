import type { ActiveTrigger } from '../support/engine/activeTrigger';
import {
	everyDay,
	longOver,
	consecutiveIds,
	registerInWebinars,
	setLiveWebinars,
} from '../support/manyWebinars';
import { containing, matching } from '../support/matchers';
import {
	inAllWebinars,
	DAY_MS,
	HOUR_MS,
	idsOf,
	MINUTE_MS,
	poll,
	pollRegistrantIds,
	pollWebinarIds,
	TriggerStage,
} from '../support/triggerStage';

const stage = new TriggerStage();

const addedInAllWebinars = { ...inAllWebinars, event: 'registrantAdded' };
const didNotAttendInAllWebinars = { ...inAllWebinars, event: 'registrantDidNotAttend' };

/** Gives the account these webinars alone, each with a session every day. */
const setWebinars = (...ids: number[]) => setLiveWebinars(stage.sandbox, ids);

interface Pause {
	seconds: number;
	/** How many requests succeed before. */
	skip?: number;
	webinarId?: number;
}

/** Lets the service ask for a pause, which uses up the time of a poll. */
const askForPause = ({ seconds, skip = 0, webinarId }: Pause) =>
	stage.sandbox.fail({
		kind: 'answer',
		status: 429,
		operation: 'registrants',
		skip,
		webinarId,
		headers: { 'retry-after': String(seconds) },
	} as const);

/** A single session that many days from today. */
const inDays = (daysAhead: number) => ({ ...longOver, daysAhead });

describe('a poll that finds nothing new', () => {
	it.each([
		{ event: 'registrantAttended', sessions: 'a session every day', rule: everyDay, requestsPerWebinar: 2 },
		{ event: 'registrantAdded', sessions: 'a session in 300 days', rule: inDays(300), requestsPerWebinar: 1 },
		{
			event: 'registrantAttendedReplay',
			sessions: 'a session 6 days ago',
			rule: inDays(-6),
			requestsPerWebinar: 1,
		},
		{
			event: 'registrantAttendedReplay',
			sessions: 'a session 9 days ago',
			rule: inDays(-9),
			requestsPerWebinar: 0,
		},
		{
			event: 'registrantAttendedLive',
			sessions: 'a session in 6 days',
			rule: inDays(6),
			requestsPerWebinar: 1,
		},
		{
			event: 'registrantAttendedLive',
			sessions: 'a session in 9 days',
			rule: inDays(9),
			requestsPerWebinar: 0,
		},
		{ event: 'sessionStarting', sessions: 'a session today', rule: inDays(0), requestsPerWebinar: 1 },
	])(
		'sends one request for the webinar list and $requestsPerWebinar for each webinar: $event, $sessions',
		async ({ event, rule, requestsPerWebinar }) => {
			setLiveWebinars(stage.sandbox, [1, 2], [rule]);
			registerInWebinars(stage.sandbox, [1, 2]);
			const trigger = await stage.activate({ ...inAllWebinars, event });
			stage.now += MINUTE_MS;
			const requests = await stage.countRequestsDuring(async () => expect(await poll(trigger)).toEqual([]));
			expect(requests).toBe(1 + 2 * requestsPerWebinar);
		},
	);
});

describe('a webinar without a session within a week', () => {
	it("requests a webinar's registrants only every six hours if it has no session within a week", async () => {
		setLiveWebinars(stage.sandbox, [1, 2, 3], [longOver]);
		const trigger = await stage.activate(addedInAllWebinars);
		const person = stage.addRegistrant(3);
		stage.now += 6 * HOUR_MS - MINUTE_MS;
		const webinarsReadBefore = await stage.webinarsReadBy(async () => {
			expect(await pollRegistrantIds(trigger)).toEqual([]);
		});
		expect(webinarsReadBefore).toEqual([]);
		stage.now += MINUTE_MS;
		const webinarsRead = await stage.webinarsReadBy(async () => {
			expect(await pollRegistrantIds(trigger)).toEqual([person.id]);
		});
		expect(webinarsRead).toEqual([1, 2, 3]);
	});

	it("requests a webinar's registrants after n8n's clock was a day ahead during the first poll", async () => {
		setLiveWebinars(stage.sandbox, [1], [longOver]);
		stage.n8nClockAheadMs = DAY_MS;
		const trigger = await stage.activate(addedInAllWebinars);
		stage.n8nClockAheadMs = 0;
		const person = stage.addRegistrant(1);
		expect(await pollRegistrantIds(trigger)).toEqual([person.id]);
	});

	it('reports a starting session in time if Minutes Before is two weeks', async () => {
		const twoWeeks = 14 * DAY_MS;
		setLiveWebinars(stage.sandbox, [1], [inDays(14)]);
		const trigger = await stage.activate({
			...inAllWebinars,
			event: 'sessionStarting',
			minutesBefore: twoWeeks / MINUTE_MS,
		});
		// Two weeks before, it is five hours after the first poll.
		const start = Date.parse('2026-03-16T13:00:00-04:00');
		stage.now = start - twoWeeks - MINUTE_MS;
		expect(await poll(trigger)).toEqual([]);
		stage.now = start - twoWeeks;
		expect(await pollWebinarIds(trigger)).toEqual([1]);
	});

	it('reports a person who did not attend in time if Minutes After Start is two weeks', async () => {
		const twoWeeks = 14 * DAY_MS;
		setLiveWebinars(stage.sandbox, [1], [inDays(-14)]);
		// Two weeks after the person's session began, it is five hours after the first poll.
		const minutesAgo = (twoWeeks - 5 * HOUR_MS) / MINUTE_MS;
		const person = stage.addRegistrantOfSession({ minutesAgo });
		const trigger = await stage.activate({
			...didNotAttendInAllWebinars,
			minutesAfterStart: twoWeeks / MINUTE_MS,
		});
		stage.now += 5 * HOUR_MS - MINUTE_MS;
		expect(await pollRegistrantIds(trigger)).toEqual([]);
		stage.now += MINUTE_MS;
		expect(await pollRegistrantIds(trigger)).toEqual([person.id]);
	});
});

describe('a webinar that is first read after the first poll', () => {
	it("reports a new webinar's registrants once, except those who signed up more than a day before the first poll", async () => {
		setWebinars(1, 2);
		// Signs up 26 hours before the first poll.
		stage.addRegistrant(2);
		stage.now += 14 * HOUR_MS;
		const twelveHoursBefore = stage.addRegistrant(2);
		stage.now += 12 * HOUR_MS;
		setWebinars(1);
		const trigger = await stage.activate(addedInAllWebinars);
		setWebinars(1, 2);
		const later = stage.addRegistrant(2);
		expect(await pollRegistrantIds(trigger)).toEqual([twelveHoursBefore.id, later.id]);
		expect(await pollRegistrantIds(trigger)).toEqual([]);
	});

	it('reports only people who registered after a webinar was read, if its request failed in the first poll', async () => {
		setWebinars(1, 2);
		stage.addRegistrant(1);
		stage.failRegistrantList({ webinarId: 1 });
		const trigger = await stage.activate(addedInAllWebinars);
		expect(trigger.warnings.at(-1)).toBe('WebinarJam and EverWebinar: 1 webinar has not been read yet');
		stage.addRegistrant(1);
		expect(await pollRegistrantIds(trigger)).toEqual([]);
		stage.sandbox.clearFaults();
		expect(await pollRegistrantIds(trigger)).toEqual([]);
		const person = stage.addRegistrant(1);
		const warnings = trigger.warnings.length;
		expect(await pollRegistrantIds(trigger)).toEqual([person.id]);
		expect(trigger.warnings).toHaveLength(warnings);
	});

	it('reports nobody who signed up before the first poll if the first poll did not reach all webinars', async () => {
		setWebinars(...consecutiveIds(9));
		registerInWebinars(stage.sandbox, consecutiveIds(9));
		askForPause({ seconds: 50 });
		const trigger = await stage.activate(addedInAllWebinars);
		expect(trigger.warnings.at(-1)).toEqual(matching(/: \d+ webinars have not been read yet$/));
		stage.now += MINUTE_MS;
		expect(await pollRegistrantIds(trigger)).toEqual([]);
		const people = registerInWebinars(stage.sandbox, consecutiveIds(9));
		stage.now += MINUTE_MS;
		expect(new Set(await pollRegistrantIds(trigger))).toEqual(new Set(people));
	});

	it("reports a new webinar's no-shows only for sessions that were not over when the webinar appeared", async () => {
		setWebinars(1, 2);
		const [overBefore, overAfter] = stage.addTwoRegistrants(2);
		stage.now += 50 * HOUR_MS;
		stage.sandbox.startSession(overBefore, 200);
		stage.sandbox.startSession(overAfter, 100);
		setWebinars(1);
		const trigger = await stage.activate(didNotAttendInAllWebinars);
		setWebinars(1, 2);
		expect(await pollRegistrantIds(trigger)).toEqual([]);
		stage.now += 2 * HOUR_MS;
		expect(await pollRegistrantIds(trigger)).toEqual([overAfter.id]);
	});

	it('logs an unreadable sign-up date, and reports a recent registrant once the date is readable', async () => {
		setWebinars(1);
		const trigger = await stage.activate(addedInAllWebinars);
		setWebinars(1, 2);
		/** Lets the service list three people with these sign-up dates; their IDs are 1, 2 and 3. */
		const listSignUps = (...dates: string[]) =>
			stage.respondWithRegistrants(
				dates.map((signup_date, index) => ({ id: index + 1, signup_date })),
				{},
				2,
			);
		const readableDate = 'Mon, 2 Mar 2026, 08:00 AM';
		listSignUps('Пн, 2 мар 2026, 07:00', readableDate, 'Пн, 2 фев 2026, 07:00');
		expect(await pollRegistrantIds(trigger)).toEqual([2]);
		expect(trigger.warnings).toEqual([
			containing('Webinar 2: 2 registrants have a date that cannot be read: "Пн, 2 мар 2026, 07:00"'),
		]);
		listSignUps('Mon, 2 Mar 2026, 07:00 AM', readableDate, 'Mon, 2 Feb 2026, 07:00 AM');
		stage.now += 6 * HOUR_MS;
		expect(await pollRegistrantIds(trigger)).toEqual([1]);
		expect(await pollRegistrantIds(trigger)).toEqual([]);
	});
});

describe('a webinar that is added, removed or renamed', () => {
	it('requests registrants only for webinars whose title matches Title Contains', async () => {
		setWebinars(1, 2, 21);
		const trigger = await stage.activate({ ...addedInAllWebinars, options: { titleContains: 'WEBINAR 2' } });
		stage.addRegistrant(1);
		const people = [stage.addRegistrant(2), stage.addRegistrant(21)];
		const read = await stage.webinarsReadBy(async () =>
			expect(await pollRegistrantIds(trigger)).toEqual(idsOf(people)),
		);
		expect(read).toEqual([2, 21]);
	});

	it('starts over after Title Contains is changed: the first poll reports nobody', async () => {
		setWebinars(1, 2);
		const { saved } = await stage.activate({
			...addedInAllWebinars,
			options: { titleContains: 'webinar 2' },
		});
		stage.addRegistrants(3, 1);
		const trigger = await stage.activate(
			{ ...addedInAllWebinars, options: { titleContains: 'webinar' } },
			{ saved },
		);
		expect(trigger.atFirst).toEqual([]);
		const person = stage.addRegistrant(1);
		expect(await pollRegistrantIds(trigger)).toEqual([person.id]);
	});
});

describe('a webinar that cannot be read', () => {
	const couldNotList = (id: number) => containing(`Webinar ${id}: Could not list the registrants`);

	it('logs the failure of the only webinar that is due, and does not fail the poll', async () => {
		setWebinars(1, 2);
		stage.changeWebinar(2, { sessions: [longOver] });
		const trigger = await stage.activate(addedInAllWebinars);
		stage.failRegistrantList({ webinarId: 1 });
		expect(await stage.webinarsReadBy(() => poll(trigger))).toEqual([1]);
		expect(trigger.warnings).toEqual([couldNotList(1)]);
	});

	it("logs a webinar's failure at the second page, reports the other webinars, and catches up once it can be read", async () => {
		setWebinars(1, 2);
		const trigger = await stage.activate(addedInAllWebinars);
		const thirtyPeople = stage.addRegistrants(30, 1);
		const other = stage.addRegistrant(2);
		stage.failRegistrantList({ webinarId: 1, skip: 1 });
		expect(await pollRegistrantIds(trigger)).toEqual([other.id]);
		expect(await pollRegistrantIds(trigger)).toEqual([]);
		expect(trigger.warnings).toEqual([couldNotList(1), couldNotList(1)]);
		stage.sandbox.clearFaults();
		expect(await pollRegistrantIds(trigger)).toEqual(idsOf(thirtyPeople));
	});

	it('fails the poll and keeps its state if the requests for all webinars fail', async () => {
		setWebinars(1, 2);
		const trigger = await stage.activate(addedInAllWebinars);
		const people = [stage.addRegistrant(1), stage.addRegistrant(2)];
		const before = JSON.stringify(trigger.saved);
		stage.failRegistrantList();
		for (let polls = 0; polls < 3; polls++) {
			await expect(poll(trigger)).rejects.toMatchObject({
				name: 'NodeApiError',
				message: couldNotList(1),
				description: matching(/\w/),
			});
		}
		expect(JSON.stringify(trigger.saved)).toBe(before);
		stage.sandbox.clearFaults();
		expect(await pollRegistrantIds(trigger)).toEqual(idsOf(people));
	});

	it('logs all failures but the one with which the poll fails if the requests for all webinars fail', async () => {
		setWebinars(1, 2, 3);
		const trigger = await stage.activate(addedInAllWebinars);
		stage.failRegistrantList();
		await expect(poll(trigger)).rejects.toMatchObject({ message: couldNotList(1) });
		expect(trigger.warnings).toEqual([couldNotList(2), couldNotList(3)]);
	});
});

describe('a poll that runs out of time', () => {
	const webinars = consecutiveIds(9);

	it.each([
		{ limit: 'its own time limit', options: {}, pauseSeconds: 50 },
		{ limit: "n8n's time limit of a minute", options: { budgetMs: 60_000 }, pauseSeconds: 40 },
	])(
		'stops reading webinars at $limit, and starts the next poll with the unread webinars',
		async ({ options, pauseSeconds }) => {
			setWebinars(...webinars);
			askForPause({ seconds: pauseSeconds });
			let trigger: ActiveTrigger | undefined;
			const readFirst = await stage.webinarsReadBy(async () => {
				trigger = await stage.activate(addedInAllWebinars, options);
			});
			expect(readFirst.length).toBeLessThan(6);
			stage.now += MINUTE_MS;
			const readNext = await stage.webinarsReadBy(async () => trigger?.poll());
			const notReadFirst = webinars.filter((id) => !readFirst.includes(id));
			// Up to three webinars are read at once, so their requests may overtake each other.
			const beginning = readNext.slice(0, notReadFirst.length + 2);
			expect(beginning).toEqual(expect.arrayContaining(notReadFirst));
		},
	);

	it("reports the last three webinars' registrants although the first three webinars use up each poll's time and fail", async () => {
		setWebinars(...consecutiveIds(6));
		const trigger = await stage.activate(addedInAllWebinars);
		const registered = registerInWebinars(stage.sandbox, consecutiveIds(3, 4));
		const reported: unknown[] = [];
		for (let polls = 0; polls < 3; polls++) {
			stage.sandbox.clearFaults();
			for (const webinarId of consecutiveIds(3)) {
				askForPause({ seconds: 50, webinarId });
				stage.failRegistrantList({ webinarId });
			}
			stage.now += MINUTE_MS;
			reported.push(...(await pollRegistrantIds(trigger).catch(() => [])));
		}
		expect(reported.sort()).toEqual(registered.sort());
		expect(trigger.warnings.length).toBeGreaterThan(3);
	});
});

describe("the size of a trigger's state", () => {
	it('stores about 12 bytes for each registrant, also for later ones, and less than 300 bytes for each webinar', async () => {
		setWebinars(1, 2);
		registerInWebinars(stage.sandbox, [1, 2], 50);
		const trigger = await stage.activate(addedInAllWebinars);
		const registrants = 2 * 50;
		const stateBytes = JSON.stringify(trigger.saved).length;
		expect(stateBytes).toBeGreaterThan(registrants * 8);
		expect(stateBytes).toBeLessThan(registrants * 12 + 2 * 300);
		for (let polls = 0; polls < 2; polls++) {
			stage.addRegistrants(10, 1);
			stage.now += DAY_MS;
			await poll(trigger);
		}
		expect(JSON.stringify(trigger.saved).length - stateBytes).toBeLessThan(20 * 12 + 50);
	});
});

describe('a manual test with all webinars', () => {
	it('returns the newest registrants of the webinar with the highest ID in a manual test', async () => {
		setWebinars(...consecutiveIds(11));
		const [first, second] = stage.addTwoRegistrants(11);
		stage.addRegistrant(1);
		const examples = await stage.runTriggerManually(addedInAllWebinars);
		expect(examples).toMatchObject([
			{ id: second.id, webinar_id: 11 },
			{ id: first.id, webinar_id: 11 },
		]);
	});

	it.each(['registrantAdded', 'sessionStarting'])(
		'returns examples in a manual test unless the requests for all webinars fail: %s',
		async (event) => {
			setWebinars(...consecutiveIds(4));
			registerInWebinars(stage.sandbox, consecutiveIds(4), 2);
			const parameters = { ...inAllWebinars, event, minutesBefore: 60 };
			stage.sandbox.fail({ kind: 'statusError', webinarId: 2, times: Infinity });
			expect(await stage.runTriggerManually(parameters)).toHaveLength(3);
			stage.sandbox.fail({ kind: 'statusError', skip: 1, times: Infinity });
			await expect(stage.runTriggerManually(parameters)).rejects.toMatchObject({
				name: 'NodeApiError',
				message: matching(/^Could not (?:list the registrants|read the webinar)/),
			});
		},
	);
});

/** Returns a state as if each webinar had 500,000 registrants, by fewer keys that are longer. */
function withManyRegistrants(state: unknown): unknown {
	if (typeof state === 'string' && /^\S+ \S+$/.test(state)) {
		const more = consecutiveIds(60).map((index) => `many${index}`.padEnd(100_000, '-'));
		return [...more, state].join(' ');
	}
	if (typeof state !== 'object' || state === null) return state;
	if (Array.isArray(state)) return state.map(withManyRegistrants);
	return Object.fromEntries(Object.entries(state).map(([name, value]) => [name, withManyRegistrants(value)]));
}

describe('a trigger with too many registrants', () => {
	it("names a webinar whose registrants cannot be read within n8n's time limit", async () => {
		setWebinars(1);
		const trigger = await stage.activate(addedInAllWebinars, { budgetMs: 60_000 });
		stage.addRegistrants(30, 1);
		askForPause({ seconds: 57, skip: 1 });
		await expect(poll(trigger)).rejects.toMatchObject({
			message: 'Webinar 1: The poll takes longer than the 60 seconds that this n8n instance allows',
			description: containing('watch the webinar with a separate trigger'),
		});
		const nextPoll = await pollRegistrantIds(trigger);
		expect(nextPoll).toHaveLength(30);
	});

	it('logs a webinar with more than 4,000 pages of registrants, and reports the other webinars', async () => {
		setWebinars(1, 2);
		const trigger = await stage.activate(addedInAllWebinars);
		const person = stage.addRegistrant(2);
		stage.respondWithRegistrants([{ id: 1 }], { last_page: 9999, total: 249_999 }, 1);
		expect(await pollRegistrantIds(trigger)).toEqual([person.id]);
		expect(trigger.warnings).toEqual([containing('Webinar 1: The registrant list has more than 4000 pages')]);
	});

	it('fails if the state is too large, and works again after half of the webinars are deleted', async () => {
		setWebinars(1, 2);
		registerInWebinars(stage.sandbox, [1, 2], 2);
		const withFewRegistrants = await stage.activate(addedInAllWebinars);
		const saved = withManyRegistrants(withFewRegistrants.saved) as typeof withFewRegistrants.saved;
		await expect(stage.activate(addedInAllWebinars, { saved })).rejects.toMatchObject({
			message: 'The watched webinars have more registrants than the trigger can remember',
			description: containing(
				'Watch fewer webinars. Add the Title Contains option, or watch a single webinar.',
			),
		});
		setWebinars(2);
		const trigger = await stage.activate(addedInAllWebinars, { saved });
		const person = stage.addRegistrant(2);
		expect(await pollRegistrantIds(trigger)).toEqual([person.id]);
		expect(JSON.stringify(trigger.saved).length).toBeLessThan(10_000_000);
	});
});

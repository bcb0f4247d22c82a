import { everyDay, longOver, numbers, registerIn, setMany } from '../support/manyWebinars';
import { containing, matching } from '../support/matchers';
import {
	allWebinars,
	DAY_MS,
	HOUR_MS,
	idsOf,
	MINUTE_MS,
	poll,
	reported,
	TriggerStage,
} from '../support/triggerStage';

const stage = new TriggerStage();

const added = { ...allWebinars, event: 'registrantAdded' };
const didNotAttend = { ...allWebinars, event: 'registrantDidNotAttend' };

/** Gives the account these webinars alone, each with a session every day. */
const setWebinars = (...ids: number[]) => setMany(stage.sandbox, ids);

/** Lets the service ask for a pause, which uses up the time of a poll. @param skip requests before */
const askForPause = (seconds: number, skip = 0) =>
	stage.sandbox.fail({
		kind: 'answer',
		status: 429,
		operation: 'registrants',
		skip,
		headers: { 'retry-after': String(seconds) },
	} as const);

const inDays = (daysAhead: number) => ({ ...longOver, daysAhead });

describe('a poll of all webinars with nothing new', () => {
	it.each([
		{ event: 'registrantAdded', session: everyDay, perWebinar: 1 },
		{ event: 'registrantAttendedLive', session: everyDay, perWebinar: 1 },
		{ event: 'registrantAttended', session: everyDay, perWebinar: 2 },
		{ event: 'registrantAdded', session: inDays(300), perWebinar: 1 },
		{ event: 'registrantAdded', session: longOver, perWebinar: 0 },
		{ event: 'registrantDidNotAttend', session: inDays(300), perWebinar: 0 },
		{ event: 'registrantPurchased', session: longOver, perWebinar: 0 },
		{ event: 'sessionStarting', session: inDays(300), perWebinar: 0 },
		{ event: 'registrantAttendedReplay', session: inDays(-6), perWebinar: 1 },
		{ event: 'registrantAttendedReplay', session: inDays(-9), perWebinar: 0 },
		{ event: 'registrantAttendedLive', session: inDays(6), perWebinar: 1 },
		{ event: 'registrantAttendedLive', session: inDays(9), perWebinar: 0 },
		{ event: 'sessionStarting', session: inDays(0), perWebinar: 1 },
	])(
		'takes 1 request, and $perWebinar for each webinar: $event, day $session.daysAhead',
		async ({ event, session, perWebinar }) => {
			setMany(stage.sandbox, numbers(3), [session]);
			registerIn(stage.sandbox, numbers(3));
			const trigger = await stage.activate({ ...allWebinars, event });
			stage.now += MINUTE_MS;
			const calls = await stage.callsOf(async () => expect(await poll(trigger)).toEqual([]));
			expect(calls).toBe(1 + 3 * perWebinar);
		},
	);
});

describe('a webinar without a session within a week', () => {
	it('reads a webinar without a session within a week every six hours', async () => {
		setMany(stage.sandbox, numbers(5), [longOver]);
		const trigger = await stage.activate(added);
		const person = stage.register(3);
		stage.now += 6 * HOUR_MS - MINUTE_MS;
		expect(await stage.webinarsReadBy(async () => expect(await reported(trigger)).toEqual([]))).toEqual([]);
		stage.now += MINUTE_MS;
		const read = await stage.webinarsReadBy(async () => expect(await reported(trigger)).toEqual([person.id]));
		expect(read).toEqual(numbers(5));
	});

	it('reads a webinar without a session within a week after the clock was put back', async () => {
		setMany(stage.sandbox, [1], [longOver]);
		const trigger = await stage.activate(added);
		stage.now += DAY_MS;
		stage.aheadBy = 30 * DAY_MS;
		expect(await reported(trigger)).toEqual([]);
		stage.aheadBy = 0;
		const person = stage.register();
		stage.now += MINUTE_MS;
		expect(await reported(trigger)).toEqual([person.id]);
	});
});

describe('a webinar that is first read after the first poll', () => {
	it('reports everybody who signed up in a new webinar', async () => {
		setWebinars(1, 2);
		const trigger = await stage.activate(added);
		setWebinars(1, 2, 3);
		const people = stage.add(2, 3);
		expect(await reported(trigger)).toEqual(idsOf(people));
		expect(await reported(trigger)).toEqual([]);
	});

	it('reports nobody in a new webinar who signed up more than a day before the first poll', async () => {
		setWebinars(1, 2);
		stage.add(30, 2);
		stage.now += 25 * HOUR_MS;
		setWebinars(1);
		const trigger = await stage.activate(added);
		setWebinars(1, 2);
		expect(await reported(trigger)).toEqual([]);
		const person = stage.register(2);
		expect(await reported(trigger)).toEqual([person.id]);
	});

	it('reports people in a new webinar who signed up since the first poll, give or take a day', async () => {
		setWebinars(1, 2);
		stage.register(2);
		stage.now += 14 * HOUR_MS;
		const within = stage.register(2);
		stage.now += 12 * HOUR_MS;
		setWebinars(1);
		const trigger = await stage.activate(added);
		setWebinars(1, 2);
		const later = stage.register(2);
		expect(await reported(trigger)).toEqual([within.id, later.id]);
	});

	it('reports only people since the first poll in a webinar that failed in the first poll', async () => {
		setWebinars(1, 2);
		stage.register(1);
		stage.now += 25 * HOUR_MS;
		stage.failToList(1);
		const trigger = await stage.activate(added);
		const sincePoll = stage.register(1);
		expect(await reported(trigger)).toEqual([]);
		stage.sandbox.clearFaults();
		expect(await reported(trigger)).toEqual([sincePoll.id]);
		expect(await reported(trigger)).toEqual([]);
	});

	it('reports only people since the first poll in a webinar that the first poll did not reach', async () => {
		setWebinars(...numbers(40));
		for (const id of numbers(40)) stage.register(id);
		stage.now += 25 * HOUR_MS;
		askForPause(50);
		const trigger = await stage.activate(added);
		const people = numbers(40).map((id) => stage.register(id).id);
		stage.now += MINUTE_MS;
		expect(new Set(await reported(trigger))).toEqual(new Set(people));
	});

	it('reports later purchases in a new webinar, also of people who signed up long before', async () => {
		setWebinars(1, 2);
		const early = stage.register(2);
		const late = stage.register(2);
		stage.sandbox.buy(early, { live: 49 });
		stage.now += 50 * HOUR_MS;
		setWebinars(1);
		const trigger = await stage.activate({ ...allWebinars, event: 'registrantPurchased' });
		setWebinars(1, 2);
		expect(await reported(trigger)).toEqual([]);
		stage.sandbox.buy(late, { live: 49 });
		expect(await reported(trigger)).toEqual([late.id]);
	});

	it('reports only no-shows of later sessions in a new webinar', async () => {
		setWebinars(1, 2);
		const [before, after] = stage.add(2, 2);
		if (!before || !after) throw new Error('Two people are registered');
		stage.now += 50 * HOUR_MS;
		stage.sandbox.startSession(before, 200);
		stage.sandbox.startSession(after, 100);
		setWebinars(1);
		const trigger = await stage.activate(didNotAttend);
		setWebinars(1, 2);
		expect(await reported(trigger)).toEqual([]);
		stage.now += 2 * HOUR_MS;
		expect(await reported(trigger)).toEqual([after.id]);
	});

	it('logs a sign-up date that cannot be read, and reports the registrant once it can be read', async () => {
		const list = (date: string | null) => {
			const rows = [
				{ id: 1, signup_date: date },
				{ id: 2, signup_date: 'Mon, 2 Mar 2026, 08:00 AM' },
			];
			stage.listRows(rows, {}, 2);
		};
		setWebinars(1);
		const trigger = await stage.activate(added);
		setWebinars(1, 2);
		list('Пн, 2 мар 2026, 07:00');
		expect(await reported(trigger)).toEqual([2]);
		expect(trigger.warnings).toEqual([
			containing('Webinar 2: 1 registrant has a date that cannot be read: "Пн, 2 мар 2026, 07:00"'),
		]);
		list('Mon, 2 Mar 2026, 07:00 AM');
		stage.now += 6 * HOUR_MS;
		expect(await reported(trigger)).toEqual([1]);
		expect(await reported(trigger)).toEqual([]);
	});
});

describe('webinars that come and go', () => {
	it('reports nobody twice in a webinar that is gone for a while', async () => {
		setWebinars(1, 2);
		stage.add(1, 1);
		stage.add(1, 2);
		const trigger = await stage.activate(added);
		setWebinars(1);
		const first = stage.register(1);
		expect(await reported(trigger)).toEqual([first.id]);
		setWebinars(1, 2);
		const second = stage.register(2);
		expect(await reported(trigger)).toEqual([second.id]);
		expect(await reported(trigger)).toEqual([]);
	});

	it('reads only webinars with the wanted title', async () => {
		setWebinars(1, 2, 21);
		const trigger = await stage.activate({ ...added, options: { titleContains: 'WEBINAR 2' } });
		stage.register(1);
		const people = [stage.register(2), stage.register(21)];
		const read = await stage.webinarsReadBy(async () =>
			expect(await reported(trigger)).toEqual(idsOf(people)),
		);
		expect(read).toEqual([2, 21]);
	});

	it('reports people since the first poll in a webinar that gets the wanted title', async () => {
		setWebinars(1, 2);
		const trigger = await stage.activate({ ...added, options: { titleContains: 'webinar 2' } });
		const person = stage.register(1);
		expect(await reported(trigger)).toEqual([]);
		stage.sandbox.changeWebinar({ product: 'live', webinarId: 1 }, { title: 'Now Webinar 2, too' });
		expect(await reported(trigger)).toEqual([person.id]);
	});

	it('begins with a first poll after Title Contains is changed', async () => {
		setWebinars(1, 2);
		const { saved } = await stage.activate({ ...added, options: { titleContains: 'webinar 2' } });
		stage.add(30, 1);
		const trigger = await stage.activate({ ...added, options: { titleContains: 'webinar' } }, { saved });
		expect(trigger.atFirst).toEqual([]);
		const person = stage.register(1);
		expect(await reported(trigger)).toEqual([person.id]);
	});

	it('reports the sessions of a new webinar', async () => {
		setWebinars(1);
		const trigger = await stage.activate({ ...allWebinars, event: 'sessionStarting', minutesBefore: 60 });
		setMany(stage.sandbox, [1, 2], [{ kind: 'once', schedule: 8, daysAhead: 0, time: '07:30' }]);
		const webinars = (await poll(trigger)).map(({ webinar_id }) => webinar_id);
		expect(webinars.sort()).toEqual([1, 2]);
	});
});

describe('a webinar that cannot be read', () => {
	const failure = (id: number) => containing(`Webinar ${id}: Could not list the registrants`);

	it('logs a webinar that fails, reports the others, and catches up later', async () => {
		setWebinars(1, 2, 3);
		const trigger = await stage.activate(added);
		const first = stage.register(1);
		const second = stage.register(2);
		stage.failToList(1);
		expect(await reported(trigger)).toEqual([second.id]);
		expect(trigger.warnings).toEqual([failure(1)]);
		expect(await reported(trigger)).toEqual([]);
		expect(trigger.warnings).toEqual([failure(1), failure(1)]);
		stage.sandbox.clearFaults();
		expect(await reported(trigger)).toEqual([first.id]);
		expect(await reported(trigger)).toEqual([]);
	});

	it('keeps the state of a webinar that fails after its first page', async () => {
		setWebinars(1, 2);
		const trigger = await stage.activate(added);
		const many = stage.add(60, 1);
		const other = stage.register(2);
		stage.failToList(1, 1);
		expect(await reported(trigger)).toEqual([other.id]);
		stage.sandbox.clearFaults();
		expect(await reported(trigger)).toEqual(idsOf(many));
	});

	it('stores what it read of the others if one webinar fails', async () => {
		const session = [{ kind: 'once', schedule: 8, daysAhead: 0, time: '07:30' }] as const;
		setWebinars(1, 2);
		const trigger = await stage.activate({ ...allWebinars, event: 'sessionStarting', minutesBefore: 5 });
		setMany(stage.sandbox, [1, 2], session);
		stage.sandbox.fail({ kind: 'statusError', operation: 'webinar', webinarId: 1, times: Infinity });
		stage.now += 20 * MINUTE_MS;
		expect(await poll(trigger)).toEqual([]);
		setWebinars(1, 2);
		stage.now += 11 * MINUTE_MS;
		expect((await poll(trigger)).map(({ webinar_id }) => webinar_id)).toEqual([2]);
	});

	it('fails the poll if every due webinar fails, and changes nothing', async () => {
		setWebinars(1, 2);
		const trigger = await stage.activate(added);
		const people = [stage.register(1), stage.register(2)];
		const before = JSON.stringify(trigger.saved);
		stage.failToList();
		for (let polls = 0; polls < 3; polls++) {
			await expect(poll(trigger)).rejects.toMatchObject({
				name: 'NodeApiError',
				message: failure(1),
				description: matching(/\w/),
			});
		}
		expect(JSON.stringify(trigger.saved)).toBe(before);
		stage.sandbox.clearFaults();
		expect(await reported(trigger)).toEqual(idsOf(people));
	});
});

describe('a poll that runs out of time', () => {
	const many = numbers(40);

	it.each([
		{ budget: {}, pause: 50 },
		{ budget: { budgetMs: 60_000 }, pause: 40 },
	])(
		'reads no further webinar without time, and next those that waited longest: $budget',
		async ({ budget, pause }) => {
			setWebinars(...many);
			askForPause(pause);
			const begun = stage.sandbox.calls.length;
			const trigger = await stage.activate(added, budget);
			const first = new Set(
				stage.sandbox.calls.slice(begun).map((call) => Number(call.parameters.webinar_id)),
			);
			expect(first.size).toBeLessThan(30);
			const waiting = many.filter((id) => !first.has(id));
			stage.now += MINUTE_MS;
			const next = await stage.webinarsReadBy(async () => poll(trigger));
			// Up to ten webinars are read at once, so their requests may overtake each other.
			const places = waiting.map((id) => next.indexOf(id));
			expect(Math.max(...places)).toBeLessThan(waiting.length + 10);
		},
	);

	it('reads every webinar though the first ones fail each time', async () => {
		setWebinars(...many);
		const trigger = await stage.activate(added);
		const registered = registerIn(stage.sandbox, numbers(20, 21));
		const found: unknown[] = [];
		for (let polls = 0; polls < 8; polls++) {
			stage.sandbox.clearFaults();
			askForPause(50);
			for (const webinarId of numbers(20)) stage.failToList(webinarId);
			stage.now += MINUTE_MS;
			found.push(...(await reported(trigger).catch(() => [])));
		}
		expect(found.sort()).toEqual(registered.sort());
		expect(trigger.warnings.length).toBeGreaterThan(20);
	});
});

it('stores 12 bytes for each registrant and less than 300 for each webinar', async () => {
	setWebinars(...numbers(20));
	registerIn(stage.sandbox, numbers(20), 50);
	const { saved } = await stage.activate(added);
	const { length } = JSON.stringify(saved);
	expect(length).toBeGreaterThan(1000 * 8);
	expect(length).toBeLessThan(1000 * 13 + 20 * 300 + 1000);
});

it('adds only the reported registrants to its state, however many polls and other webinars there are', async () => {
	setWebinars(...numbers(20));
	const trigger = await stage.activate({ ...added, options: { titleContains: 'webinar 1' } });
	const atFirst = JSON.stringify(trigger.saved).length;
	for (let polls = 0; polls < 5; polls++) {
		stage.register(1);
		stage.now += DAY_MS;
		await poll(trigger);
	}
	expect(JSON.stringify(trigger.saved).length - atFirst).toBeLessThan(5 * 12 + 50);
});

describe('a manual test with all webinars', () => {
	it('returns the latest registrants of the webinars with the highest IDs in a manual test', async () => {
		setWebinars(...numbers(12));
		const people = stage.add(2, 12).map(({ id }) => [id, 12]);
		stage.register(1);
		const examples = await stage.examples(added);
		expect(examples?.map((item) => [item.id, item.webinar_id])).toEqual(people.reverse());
	});

	it.each(['registrantAdded', 'sessionStarting'])(
		'returns examples in a manual test unless every webinar fails: %s',
		async (event) => {
			setWebinars(...numbers(10));
			registerIn(stage.sandbox, numbers(10));
			const parameters = { ...allWebinars, event, minutesBefore: 60 };
			stage.sandbox.fail({ kind: 'statusError', webinarId: 4, times: Infinity });
			expect(await stage.examples(parameters)).toHaveLength(3);
			stage.sandbox.fail({ kind: 'statusError', skip: 1, times: Infinity });
			await expect(stage.examples(parameters)).rejects.toMatchObject({
				name: 'NodeApiError',
				message: matching(/^Could not (?:list the registrants|read the webinar)/),
			});
		},
	);
});

/** Returns a state as if each webinar had 100,000 registrants, by fewer keys that are longer. */
function withManyKeys(state: unknown): unknown {
	if (typeof state === 'string' && /^\S+ \S+$/.test(state)) {
		const more = numbers(12_000).map((index) => `many${index}`.padEnd(100, '-'));
		return [...more, state].join(' ');
	}
	if (typeof state !== 'object' || state === null) return state;
	if (Array.isArray(state)) return state.map(withManyKeys);
	return Object.fromEntries(Object.entries(state).map(([name, value]) => [name, withManyKeys(value)]));
}

describe('a trigger with too many registrants', () => {
	it('names a webinar that one poll cannot read in the time that n8n allows', async () => {
		setWebinars(1);
		const trigger = await stage.activate(added, { budgetMs: 60_000 });
		stage.add(60, 1);
		askForPause(57, 1);
		await expect(poll(trigger)).rejects.toMatchObject({
			message: 'Webinar 1: There are more registrants than one poll can read',
			description: containing('Watch this webinar with another trigger'),
		});
		// The account is stopped for a minute by the clock of the process.
		expect(await reported(trigger)).toHaveLength(60);
	});

	it('logs a webinar with more pages than can be read', async () => {
		setWebinars(1, 2);
		const trigger = await stage.activate(added);
		const person = stage.register(2);
		stage.listRows([{ id: 1 }], { last_page: 9999, total: 249_999 }, 1);
		expect(await reported(trigger)).toEqual([person.id]);
		expect(trigger.warnings).toEqual([
			containing('Webinar 1: There are more than 4000 pages of registrants'),
		]);
	});

	it('drops webinars that are gone from its state before it fails', async () => {
		setWebinars(...numbers(10));
		registerIn(stage.sandbox, numbers(10), 2);
		const few = await stage.activate(added);
		const saved = withManyKeys(few.saved) as typeof few.saved;
		await expect(stage.activate(added, { saved })).rejects.toMatchObject({
			message: 'The watched webinars have more registrants than the trigger can remember',
			description: containing('Watch fewer webinars: use Title Contains, or watch a single webinar.'),
		});
		setWebinars(...numbers(5));
		const trigger = await stage.activate(added, { saved });
		const person = stage.register(3);
		expect(await reported(trigger)).toEqual([person.id]);
		expect(JSON.stringify(trigger.saved).length).toBeLessThan(10_000_000);
	});
});

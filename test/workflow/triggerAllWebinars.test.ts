import { askedIn, everyDay, longOver, numbers, registerIn, setMany } from '../support/manyWebinars';
import { containing, matching } from '../support/matchers';
import {
	allWebinars as all,
	DAY_MS,
	HOUR_MS,
	MINUTE_MS,
	poll,
	reported,
	TriggerStage,
} from '../support/triggerStage';

const stage = new TriggerStage();

const added = { ...all, event: 'registrantAdded' };

const set = (...rest: Parameters<typeof setMany> extends [unknown, ...infer R] ? R : never) =>
	setMany(stage.sandbox, ...rest);
const register = (webinars: readonly number[], people?: number) =>
	registerIn(stage.sandbox, webinars, people);
/** Ends the poll's time for further webinars with a pause that the service asks for. */
const askForPause = (seconds: number, skip = 0) =>
	stage.sandbox.fail({
		kind: 'answer',
		status: 429,
		operation: 'registrants',
		skip,
		headers: { 'retry-after': String(seconds) },
	} as const);

const inDays = (daysAhead: number) => ({ ...longOver, daysAhead });

describe('the calls of a poll with nothing new', () => {
	const series = (daysAhead: number) => ({
		sessions: [inDays(daysAhead)],
		type: 'Series of presentations' as const,
	});
	it.each([
		{ event: 'registrantAdded', sessions: [everyDay], perWebinar: 1 },
		{ event: 'registrantAttendedLive', sessions: [everyDay], perWebinar: 1 },
		{ event: 'registrantAttended', sessions: [everyDay], perWebinar: 2 },
		{ event: 'registrantAdded', sessions: [inDays(300)], perWebinar: 1 },
		{ event: 'registrantAdded', sessions: [longOver], perWebinar: 0 },
		{ event: 'registrantAttendedLive', ...series(-90), perWebinar: 1 },
		{ event: 'registrantAttendedLive', ...series(-100), perWebinar: 0 },
		{ event: 'registrantAdded', ...series(-100), perWebinar: 0 },
		{ event: 'registrantDidNotAttend', sessions: [inDays(300)], perWebinar: 0 },
		{ event: 'registrantPurchased', sessions: [longOver], perWebinar: 0 },
		{ event: 'sessionStarting', sessions: [inDays(300)], perWebinar: 0 },
		{ event: 'registrantAttendedReplay', sessions: [inDays(-6)], perWebinar: 1 },
		{ event: 'registrantAttendedReplay', sessions: [inDays(-8)], perWebinar: 0 },
		{ event: 'registrantAttendedLive', sessions: [inDays(0)], perWebinar: 1 },
		{ event: 'registrantAttendedLive', sessions: [inDays(3)], perWebinar: 0 },
		{ event: 'sessionStarting', sessions: [inDays(0)], perWebinar: 1 },
	])(
		'are the list and $perWebinar for each webinar: $event, day $sessions.0.daysAhead',
		async ({ event, sessions, perWebinar, ...more }) => {
			set(numbers(3), sessions, 'type' in more ? more.type : undefined);
			register(numbers(3));
			const trigger = await stage.activate({ ...all, event });
			// On its first day, each webinar is read at each poll; after that, once in six hours.
			stage.now += DAY_MS + HOUR_MS;
			expect(await poll(trigger)).toEqual([]);
			stage.now += MINUTE_MS;
			const calls = await stage.callsOf(async () => expect(await poll(trigger)).toEqual([]));
			expect(calls).toBe(1 + 3 * perWebinar);
		},
	);
});

describe('webinars that come and go', () => {
	it.each(
		Object.entries({
			'every six hours one without a session in sight, and at each poll for a day after somebody was there': `
				watch all registrantAdded; over 1 2 3 4 5; poll →; 1d; 1min; poll →; +ann@3; 359min; poll →; asked;
				1min; poll → ann; asked 1 2 3 4 5; 1min; poll →; asked 3; 1438min; poll →; 2min; poll →; asked`,
			'attendance of its last session, for which it waits until that is final': `
				watch all registrantDidNotAttend; at 08:00 1; poll →; +ann; 1h; poll →; 3h; poll → ann`,
			'their sessions': 'watch all sessionStarting; webinars 1; poll →; at 07:30 1 2; poll → @2 @1',
			'whoever signs up in one that is published between polls': `
				watch all registrantAdded; webinars 1 2; +ann +ben@2; poll →; webinars 1 2 3; +cleo@3 +dan@3;
				poll → cleo dan; poll →`,
			'nobody who signed up before the first poll in one that comes into sight later': `
				watch all registrantAdded; webinars 1 2; +ann@1 +300@2; 40h; +ben@2; 30h; webinars 1; poll →;
				+cleo@1; poll → cleo; webinars 1 2; poll →; +dan@2; poll → dan; poll →`,
			'whoever signed up since, give or take a day': `
				watch all registrantAdded; webinars 1 2; +ann@2; 14h; +ben@2; 12h; webinars 1; poll →;
				webinars 1 2; +cleo@2; poll → ben cleo; poll →`,
			'whoever signed up after the first poll, however late their webinar comes into sight': `
				watch all registrantAdded; webinars 1; poll →; webinars 1 2; +ann@2; webinars 1; 60h; poll →;
				webinars 1 2; poll → ann; poll →`,
			'what happens after it is in sight, also to those who signed up long before': `
				watch all registrantPurchased; webinars 1 2; +ann@2 +ben@2 ann:buys; 50h; webinars 1; poll →;
				webinars 1 2; poll →; ben:buys; poll → ben; poll →`,
			'no-shows after it is in sight, and not those of sessions that were over': `
				watch all registrantDidNotAttend; webinars 1 2; +ann@2 +ben@2; 50h; ann:200 ben:100;
				webinars 1; poll →; webinars 1 2; poll →; 2h; poll → ben; poll →`,
			'nobody twice of one that is gone for a while': `
				watch all registrantAdded; webinars 1 2; +ann@1 +ben@2; poll →; webinars 1; poll →; +cleo@1;
				poll → cleo; webinars 1 2; +dan@2; poll → dan; poll →`,
			'nobody of a webinar with another title, and everybody after it has the title': `
				watch all registrantAdded; titled WEBINAR 2; webinars 1 2 21; poll →; +ann@1 +ben@2 +cleo@21;
				poll → ben cleo; poll →`,
			'first nobody of a webinar that gets the title, and of the others whoever is new': `
				watch all registrantAdded; titled webinar 2; webinars 1 2; poll →; +ann@1 +ben@2;
				rename 1 Now WEBINAR 2, too; poll → ben; +cleo@1; poll → cleo`,
			'by calls for webinars with the title alone, which can be changed without a new beginning': `
				watch all registrantAdded; titled webinar 2; webinars 1 2; poll →; asked 2; +ann@2; titled webinar;
				poll → ann`,
		}),
	)('report %s', async (_what, story) => {
		await stage.play(story);
	});

	it.each([
		['Пн, 2 мар 2026, 07:00', 'Mon, 2 Mar 2026, 07:00 AM', [1, 2]],
		[null, 'Sat, 3 Jan 2026, 07:00 AM', [2]],
	])('tell a sign-up date that cannot be read, and lose nobody: %j', async (unreadable, readable, later) => {
		set([1]);
		const trigger = await stage.activate(added);
		set([1, 2]);
		const list = (...dates: Array<string | null>) => {
			const rows = dates.map((signup_date, place) => ({ id: place + 1, signup_date }));
			stage.listRows(rows, {}, 2);
		};
		const now = 'Mon, 2 Mar 2026, 08:00 AM';
		list(unreadable, now);
		const first = (await poll(trigger)).map(({ id }) => id);
		expect(first).toEqual([2]);
		await expect(poll(trigger)).rejects.toMatchObject({
			message: containing('"Webinar 2" (ID 2): The sign-up date of a registrant cannot be read: "'),
		});
		// Who comes now is new, whatever the date.
		list(unreadable, now, unreadable);
		expect(await reported(trigger)).toEqual([3]);
		list(readable, now, unreadable);
		expect([...first, ...(await reported(trigger))].sort()).toEqual(later);
		expect(await reported(trigger)).toEqual([]);
	});
});

it('a webinar without a session in sight is read again after the clock was put back', async () => {
	set([1], [longOver]);
	const trigger = await stage.activate(added);
	stage.now += DAY_MS + HOUR_MS;
	stage.aheadBy = 30 * DAY_MS;
	expect(await reported(trigger)).toEqual([]);
	stage.aheadBy = 0;
	const people = register([1]);
	stage.now += MINUTE_MS;
	expect(await reported(trigger)).toEqual(people);
});

describe('a webinar that cannot be read', () => {
	const failed = (id: number) => `"Webinar ${id}" (ID ${id}): Could not list the registrants`;
	it.each(
		Object.entries({
			'does not stop the others; it is told in the next poll without news, again after a day, and made up for': `
				watch all registrantAdded; webinars 1 2 3; poll →; +ann@1 +ben@2; fail 1; poll → ben;
				poll → fails with ${failed(1)}; poll →; 23h; poll →; +cleo@2; poll → cleo; 1h; 1min;
				poll → fails with ${failed(1)}; poll →; heal; poll → ann; poll →`,
			'is told together with others': `
				watch all registrantAdded; webinars 1 2 3 4 5 6 7 8 9; poll →; fail 1 2; 1min;
				poll → fails with "Webinar 1" (ID 1) and "Webinar 2" (ID 2): Could not list; poll →;
				fail 3 4 5 6 7 8; poll → fails with "Webinar 7" (ID 7) and 1 more: Could not list; poll →`,
			'after its first page leaves its state as it was': `
				watch all registrantAdded; webinars 1 2; poll →; +60@1 +ann@2; cut 1; poll → ann; heal;
				poll → 60; poll →`,
			'at the first poll begins when it can be read, and the others have begun': `
				watch all registrantAdded; webinars 1 2; +ann@1 +ben@2; fail 1; poll →; +cleo@2; poll → cleo;
				poll → fails with ${failed(1)}; heal; poll →; +dan@1; poll → dan`,
			'is told by each poll if all are so, and nothing changes': `
				watch all registrantAdded; webinars 1 2; poll →; +ann@1 +ben@2; fail 1 2;
				poll → fails with Could not; poll → fails with Could not; poll → fails with Could not; heal;
				poll → ann ben`,
			'does not keep a poll from remembering what it read of the others': `
				watch all sessionStarting; before 5; webinars 1 2; poll →; at 07:30 1 2; fail 1; 20min; poll →;
				webinars 1 2; 11min; poll → @2`,
		}),
	)('%s', async (_what, story) => {
		await stage.play(story);
	});

	it('is an error of the service, with its advice', async () => {
		set([1, 2]);
		const trigger = await stage.activate(added);
		stage.failToList(1);
		const { length } = JSON.stringify(trigger.saved);
		await expect(poll(trigger)).rejects.toMatchObject({ name: 'NodeApiError', description: matching(/\w/) });
		expect(JSON.stringify(trigger.saved)).toHaveLength(length);
	});
});

describe('a poll that runs out of time', () => {
	const many = numbers(40);

	it.each([
		{ budget: {}, pause: 50 },
		{ budget: { budgetMs: 60_000 }, pause: 40 },
	])(
		'begins with no other webinar, and those that waited longest come first in the next: $budget',
		async ({ budget, pause }) => {
			set(many);
			askForPause(pause);
			const trigger = await stage.activate(added, budget);
			const { length } = stage.sandbox.calls;
			const first = new Set(askedIn(stage.sandbox.calls));
			expect(first.size).toBeLessThan(30);
			const waiting = many.filter((id) => !first.has(id));
			stage.now += MINUTE_MS;
			await poll(trigger);
			const next = [...new Set(askedIn(stage.sandbox.calls.slice(length)))];
			// By turns one that was read and one that was not.
			const places = waiting.map((id) => next.indexOf(id));
			expect(Math.min(...places)).toBeLessThan(2);
			expect(Math.max(...places.slice(0, 5))).toBeLessThan(15);
		},
	);

	it('comes to the others though those that were read first fail each time', async () => {
		set(many);
		const trigger = await stage.activate(added);
		const registered = register(numbers(20, 21));
		const found: unknown[] = [];
		const told: string[] = [];
		for (let polls = 0; polls < 8; polls++) {
			stage.sandbox.clearFaults();
			askForPause(50);
			for (const webinarId of numbers(20)) stage.failToList(webinarId);
			stage.now += MINUTE_MS;
			const people = await reported(trigger).catch((error: Error) => void told.push(error.message));
			found.push(...(people ?? []));
		}
		expect(new Set(found)).toEqual(new Set(registered));
		expect(told.length).toBeGreaterThan(0);
		for (const text of told) expect(text).toContain('Could not list the registrants');
	});
});

it('remembers 12 bytes for each registrant, a few for each webinar, and nothing of polls and other webinars', async () => {
	set(numbers(20));
	register(numbers(20), 50);
	const { saved } = await stage.activate(added);
	const { length } = JSON.stringify(saved);
	expect(length).toBeGreaterThan(1000 * 8);
	expect(length).toBeLessThan(1000 * 13 + 20 * 200 + 1000);

	const trigger = await stage.activate({ ...added, options: { titleContains: 'webinar 1' } });
	const atFirst = JSON.stringify(trigger.saved).length;
	for (let polls = 0; polls < 5; polls++) {
		register([1]);
		stage.now += DAY_MS;
		await poll(trigger);
	}
	expect(JSON.stringify(trigger.saved).length - atFirst).toBeLessThan(5 * 12 + 50);
});

describe('a run by hand', () => {
	it('gives the latest of the webinars that were published last', async () => {
		set(numbers(12));
		const people = register([12], 2).map((id) => [id, 12]);
		register([1]);
		const examples = await stage.examples(added);
		expect(examples?.map((item) => [item.id, item.webinar_id])).toEqual(people.reverse());
	});

	it.each(['registrantAdded', 'sessionStarting'])(
		'gives examples though one webinar cannot be read, and fails if none can be: %s',
		async (event) => {
			set(numbers(10));
			register(numbers(10));
			const fail = (webinarId?: number) =>
				stage.sandbox.fail({ kind: 'statusError', webinarId, skip: webinarId ? 0 : 1, times: Infinity });
			fail(4);
			const parameters = { ...all, event, minutesBefore: 60 };
			expect(await stage.examples(parameters)).toHaveLength(3);
			fail();
			await expect(stage.examples(parameters)).rejects.toMatchObject({
				name: 'NodeApiError',
				message: matching(/^Could not (?:list the registrants|read the webinar)/),
			});
		},
	);
});

/** As if each webinar had 100,000 registrants, by fewer keys that are longer: so many take too long for a test. */
function withManyKeys(memory: unknown): unknown {
	if (typeof memory === 'string' && /^\S+ \S+$/.test(memory)) {
		const more = numbers(12_000).map((place) => `many${place}`.padEnd(100, '-'));
		return [...more, memory].join(' ');
	}
	if (typeof memory !== 'object' || memory === null) return memory;
	if (Array.isArray(memory)) return memory.map(withManyKeys);
	return Object.fromEntries(Object.entries(memory).map(([name, value]) => [name, withManyKeys(value)]));
}

describe('a watch of too many registrants', () => {
	it('names a webinar that one poll cannot read in the time that n8n allows', async () => {
		set([1]);
		const trigger = await stage.activate(added, { budgetMs: 60_000 });
		register([1], 60);
		askForPause(57, 1);
		await expect(poll(trigger)).rejects.toMatchObject({
			message: '"Webinar 1" (ID 1): There are more registrants than one poll can read',
			description: containing('Watch this one on its own, or allow polls more time in the settings of n8n.'),
		});
		// The account is stopped for a minute by the clock of the process.
		expect(await reported(trigger)).toHaveLength(60);
	});

	it('names a webinar with more pages than can be read', async () => {
		set([1, 2]);
		const trigger = await stage.activate(added);
		const [person] = register([2]);
		stage.listRows([{ id: 1 }], { last_page: 9999, total: 249_999 }, 1);
		expect(await reported(trigger)).toEqual([person]);
		await expect(poll(trigger)).rejects.toMatchObject({
			message: '"Webinar 1" (ID 1): There are more than 4000 pages of registrants',
		});
	});

	it('says so when it has more registrants than can be remembered, after it forgot the webinars that are gone', async () => {
		set(numbers(10));
		register(numbers(10), 2);
		const few = await stage.activate(added);
		const saved = withManyKeys(few.saved) as typeof few.saved;
		await expect(stage.activate(added, { saved })).rejects.toMatchObject({
			message: 'The watched webinars have more registrants than the trigger can remember',
			description: containing('Watch fewer webinars: use Title Contains, or watch a single webinar.'),
		});
		set(numbers(5));
		const trigger = await stage.activate(added, { saved });
		const [person] = register([3]);
		expect(await reported(trigger)).toEqual([person]);
		expect(JSON.stringify(trigger.saved).length).toBeLessThan(10_000_000);
	});
});

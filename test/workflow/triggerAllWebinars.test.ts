import type { ActiveTrigger } from '../support/engine/activeTrigger';
import { byId } from '../support/harness';
import { askedIn, everyDay, longOver, numbers, registerIn, setMany } from '../support/manyWebinars';
import { containing } from '../support/matchers';
import { poll, reported, TriggerStage } from '../support/triggerStage';

const stage = new TriggerStage();

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

const all = { resource: 'live', webinarScope: 'all', webinarId: byId('') };
const added = { ...all, event: 'registrantAdded' };

const set = (...rest: Parameters<typeof setMany> extends [unknown, ...infer R] ? R : never) =>
	setMany(stage.sandbox, ...rest);
const register = (webinars: readonly number[], people?: number) =>
	registerIn(stage.sandbox, webinars, people);
/** The webinars that some work asks for, each once. */
async function askedBy(work: () => Promise<unknown>): Promise<number[]> {
	const before = stage.sandbox.calls.length;
	await work();
	return [...new Set(askedIn(stage.sandbox.calls.slice(before)))];
}
/** One more minute, and the IDs that are reported then; none if the poll fails. */
const reportedNext = async (trigger: ActiveTrigger) => {
	stage.now += MINUTE_MS;
	return await reported(trigger).catch(() => []);
};

/** Lets the registrants of a webinar be unreadable. */
const fail = (webinarId: number, more: { skip?: number } = {}) =>
	stage.sandbox.fail({ kind: 'statusError', operation: 'registrants', webinarId, times: Infinity, ...more });

/** Ends the poll's time for further webinars with a pause that the service asks for. */
const askForPause = (seconds: number) =>
	stage.sandbox.fail({
		...{ kind: 'answer', status: 429, operation: 'registrants' },
		headers: { 'retry-after': String(seconds) },
	} as const);

describe('the calls of a poll with nothing new', () => {
	const inDays = (daysAhead: number) => ({ ...longOver, daysAhead });
	const farAhead = inDays(300);
	it.each([
		{ event: 'registrantAdded', sessions: [everyDay], perWebinar: 1 },
		{ event: 'registrantAttendedLive', sessions: [everyDay], perWebinar: 1 },
		{ event: 'registrantAttended', sessions: [everyDay], perWebinar: 2 },
		{ event: 'registrantAdded', sessions: [farAhead], perWebinar: 1 },
		{ event: 'registrantAdded', sessions: [longOver], perWebinar: 0 },
		{ event: 'registrantDidNotAttend', sessions: [farAhead], perWebinar: 0 },
		{ event: 'registrantPurchased', sessions: [longOver], perWebinar: 0 },
		{ event: 'sessionStarting', sessions: [farAhead], perWebinar: 0 },
		{ event: 'registrantAttendedReplay', sessions: [inDays(-6)], perWebinar: 1 },
		{ event: 'registrantAttendedReplay', sessions: [inDays(-8)], perWebinar: 0 },
		{ event: 'registrantAttendedLive', sessions: [inDays(0)], perWebinar: 1 },
		{ event: 'registrantAttendedLive', sessions: [inDays(3)], perWebinar: 0 },
		{ event: 'sessionStarting', sessions: [inDays(0)], perWebinar: 1 },
	])(
		'are the list and $perWebinar for each webinar: $event, day $sessions.0.daysAhead',
		async ({ event, sessions, perWebinar }) => {
			set(numbers(5), sessions);
			register(numbers(5));
			const trigger = await stage.activate({ ...all, event });
			// On its first day, each webinar is read at each poll; after that, once in six hours.
			stage.now += DAY_MS + HOUR_MS;
			expect(await poll(trigger)).toEqual([]);
			stage.now += MINUTE_MS;
			const calls = await stage.callsOf(async () => expect(await poll(trigger)).toEqual([]));
			expect(calls).toBe(1 + 5 * perWebinar);
		},
	);
});

describe('a webinar without a session in sight', () => {
	it('is read every six hours, and at each poll for a day after somebody was there', async () => {
		set(numbers(5), [longOver]);
		const trigger = await stage.activate(added);
		stage.now += DAY_MS + MINUTE_MS;
		await poll(trigger);
		const person = register([3]);
		stage.now += 6 * HOUR_MS - MINUTE_MS;
		expect(await askedBy(async () => expect(await reported(trigger)).toEqual([]))).toEqual([]);
		stage.now += MINUTE_MS;
		expect(await askedBy(async () => expect(await reported(trigger)).toEqual(person))).toHaveLength(5);
		stage.now += MINUTE_MS;
		expect(await askedBy(() => poll(trigger))).toEqual([3]);
		stage.now += DAY_MS - 2 * MINUTE_MS;
		await poll(trigger);
		stage.now += 2 * MINUTE_MS;
		expect(await askedBy(() => poll(trigger))).toEqual([]);
	});

	it('is read at each poll while attendance of its last session waits for its end', async () => {
		set([1], [{ ...everyDay, kind: 'once', daysAhead: 0, time: '08:00' }]);
		const parameters = { ...all, event: 'registrantDidNotAttend', minutesAfterStart: 120 };
		const trigger = await stage.activate(parameters);
		const person = register([1]);
		stage.now += HOUR_MS;
		expect(await reported(trigger)).toEqual([]);
		stage.now += 2 * HOUR_MS;
		expect(await reported(trigger)).toEqual(person);
	});
});

describe('a webinar that is published between polls', () => {
	it('joins the others, and everybody in it is new, once', async () => {
		set([1, 2]);
		register([1, 2]);
		const trigger = await stage.activate(added);
		const { id } = stage.sandbox.publish('live');
		const people = register([id], 2).map((person) => [person, id]);
		expect((await poll(trigger)).map((item) => [item.id, item.webinar_id])).toEqual(people);
		expect(await reported(trigger)).toEqual([]);
	});

	it('gives its sessions, too', async () => {
		set([1]);
		const trigger = await stage.activate({ ...all, event: 'sessionStarting', minutesBefore: 60 });
		set([1, 2], [{ kind: 'once', schedule: 8, daysAhead: 0, time: '07:30' }]);
		const starting = (await poll(trigger)).map((item) => [item.webinar_id, item.minutes_until_start]);
		expect(starting.sort()).toEqual([
			[1, 30],
			[2, 30],
		]);
	});
});

it('reports nobody twice of a webinar that is gone for a while', async () => {
	set([1, 2]);
	register([1, 2]);
	const trigger = await stage.activate(added);
	set([1]);
	expect(await reported(trigger)).toEqual([]);
	const person = register([1]);
	expect(await reported(trigger)).toEqual(person);
	set([1, 2]);
	const late = register([2]);
	expect(await reported(trigger)).toEqual(late);
});

describe('Title Contains', () => {
	const filtered = { ...added, options: { titleContains: 'webinar 2' } };

	it('limits the watch to webinars with the text, in any case', async () => {
		set([1, 2, 21]);
		const trigger = await stage.activate(filtered);
		register([1]);
		const people = register([2, 21]);
		const asked = await askedBy(async () => expect(await reported(trigger)).toEqual(people));
		expect(asked).toEqual([2, 21]);
	});

	it('begins with a first poll for a webinar that gets the text, and not for the others', async () => {
		set([1, 2]);
		const trigger = await stage.activate(filtered);
		register([1]);
		const person = register([2]);
		stage.sandbox.changeWebinar({ product: 'live', webinarId: 1 }, { title: 'Now WEBINAR 2, too' });
		expect(await reported(trigger)).toEqual(person);
		const late = register([1]);
		expect(await reported(trigger)).toEqual(late);
	});

	it('can be changed without a new beginning', async () => {
		set([1, 2]);
		const { saved } = await stage.activate(filtered);
		const person = register([2]);
		const { atFirst } = await stage.activate(
			{ ...filtered, options: { titleContains: 'webinar' } },
			{ saved },
		);
		expect(atFirst.map(({ json }) => json.id)).toEqual(person);
	});
});

describe('a webinar that cannot be read', () => {
	it('does not stop the others, and its own events come afterwards', async () => {
		set([1, 2, 3]);
		const trigger = await stage.activate(added);
		fail(1);
		const [own, ...others] = register([1, 2, 3]);
		expect(await reported(trigger)).toEqual(others);
		// With nothing else to report, the reason is shown.
		await expect(poll(trigger)).rejects.toMatchObject({
			name: 'NodeApiError',
			message: containing('Could not list the registrants'),
		});
		stage.sandbox.clearFaults();
		expect(await reported(trigger)).toEqual([own]);
		expect(await reported(trigger)).toEqual([]);
	});

	it('at the first poll begins when it can be read, and the others have begun', async () => {
		set([1, 2]);
		register([1, 2]);
		fail(1);
		const trigger = await stage.activate(added);
		const person = register([2]);
		expect(await reported(trigger)).toEqual(person);
		stage.sandbox.clearFaults();
		expect(await reported(trigger)).toEqual([]);
		const late = register([1]);
		expect(await reported(trigger)).toEqual(late);
	});

	it('after its first page leaves its memory as it was', async () => {
		set([1, 2]);
		const trigger = await stage.activate(added);
		const people = register([1], 60);
		const other = register([2]);
		fail(1, { skip: 1 });
		expect(await reported(trigger)).toEqual(other);
		stage.sandbox.clearFaults();
		expect(await reported(trigger)).toEqual(people);
	});

	it('is the error of the poll if all are so, and nothing changes', async () => {
		set([1, 2]);
		const trigger = await stage.activate(added);
		const people = register([1, 2]);
		stage.sandbox.fail({ kind: 'statusError', operation: 'registrants', times: 2 });
		const before = JSON.stringify(trigger.saved);
		await expect(poll(trigger)).rejects.toMatchObject({ name: 'NodeApiError' });
		expect(JSON.stringify(trigger.saved)).toBe(before);
		expect(await reported(trigger)).toEqual(people);
	});

	it.each([4, 12])('is one of %i that never can be, and the others are still watched', async (failing) => {
		set(numbers(30));
		for (const id of numbers(failing)) fail(id);
		const trigger = await stage.activate(added);
		for (let polls = 0; polls < 4; polls++) await reportedNext(trigger);
		// Somebody registers where the last poll did not look.
		const asked = new Set(await askedBy(() => reportedNext(trigger)));
		const place = numbers(30 - failing, failing + 1).find((id) => !asked.has(id)) ?? 30;
		const person = register([place]);
		const found: unknown[] = [];
		for (let polls = 0; polls < 3; polls++) found.push(...(await reportedNext(trigger)));
		expect(found).toEqual(person);
	});

	it('does not keep a poll from remembering what it read of the others', async () => {
		const starting = { ...all, event: 'sessionStarting', minutesBefore: 5 };
		set([1, 2]);
		const trigger = await stage.activate(starting);
		const start = stage.now + 30 * MINUTE_MS;
		stage.sandbox.fail({ kind: 'statusError', operation: 'webinar', webinarId: 1, times: Infinity });
		const schedules = [{ kind: 'once', schedule: 8, daysAhead: 0, time: '07:30' }] as const;
		stage.sandbox.changeWebinar({ product: 'live', webinarId: 2 }, { sessions: schedules });
		stage.now += 20 * MINUTE_MS;
		await poll(trigger).catch(() => []);
		// The service lists it no more.
		stage.sandbox.changeWebinar({ product: 'live', webinarId: 2 }, { sessions: [everyDay] });
		stage.now = start + MINUTE_MS;
		expect(await poll(trigger).catch(() => [])).toMatchObject([{ webinar_id: 2, schedule: 8 }]);
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
			const first = new Set(askedIn(stage.sandbox.calls));
			expect(first.size).toBeLessThan(30);
			const waiting = many.filter((id) => !first.has(id));
			stage.now += MINUTE_MS;
			const next = await askedBy(() => poll(trigger));
			// By turns one that was read and one that was not.
			const places = waiting.map((id) => next.indexOf(id));
			expect(Math.min(...places)).toBeLessThan(2);
			expect(Math.max(...places.slice(0, 5))).toBeLessThan(15);
		},
	);

	it('loses nothing: everybody is reported once by the polls that follow', async () => {
		set(many);
		const trigger = await stage.activate(added);
		const people = register(many);
		const found: unknown[] = [];
		const perPoll: number[] = [];
		for (let polls = 0; polls < 4; polls++) {
			askForPause(50);
			const some = await reportedNext(trigger);
			perPoll.push(some.length);
			found.push(...some);
			stage.sandbox.clearFaults();
		}
		expect(Math.max(...perPoll)).toBeLessThan(30);
		expect(found).toHaveLength(40);
		expect(new Set(found)).toEqual(new Set(people));
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

	it.each([
		{ event: 'registrantAdded', operation: 'registrants' },
		{ event: 'sessionStarting', operation: 'webinar' },
	] as const)('gives examples though one webinar cannot be read: $event', async ({ event, operation }) => {
		set(numbers(10));
		register(numbers(10));
		stage.sandbox.fail({ kind: 'statusError', operation, webinarId: 4, times: Infinity });
		const examples = await stage.examples({ ...all, event, minutesBefore: 60 });
		expect(examples).toHaveLength(3);
	});

	it('fails with the reason if no webinar can be read', async () => {
		set([1, 2]);
		stage.sandbox.fail({ kind: 'statusError', operation: 'registrants', times: Infinity });
		await expect(stage.examples(added)).rejects.toMatchObject({
			name: 'NodeApiError',
			message: containing('Could not list the registrants'),
		});
	});
});

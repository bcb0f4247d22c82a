import { DateTime } from 'luxon';
import * as fc from 'fast-check';

import { ModelRegistrants, orders } from '../support/modelRegistrants';
import { eventNamed, Watcher } from '../support/watcher';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

const ALL = { webinarId: undefined };

const phrase = (time: number) =>
	DateTime.fromMillis(time, { zone: 'utc', locale: 'en' }).toFormat('ccc, d LLL yyyy, hh:mm a');

/** An account with so many webinars of 3 registrants each, and a watch of all of them after its first poll. */
async function watching({
	webinars = 3,
	event = 'registrantAdded',
	schedules = ['Every day, 01:00 PM'],
	perWebinar = 3,
	perPage = 25,
	settings = {},
} = {}) {
	const model = new ModelRegistrants({ order: 'ascending', counts: 'both', perPage });
	model.webinars.clear();
	for (let id = 1; id <= webinars; id++) {
		model.webinars.set(id, { title: `Webinar ${id}`, schedules });
		for (let count = 0; count < perWebinar; count++) model.register(0, 7, id);
	}
	const watcher = new Watcher(eventNamed(event), model.service, { ...ALL, ...settings });
	expect(await watcher.poll()).toEqual([]);
	const poll = async (more = {}) => {
		model.calls = 0;
		model.asked.length = 0;
		const events = await watcher.poll(more);
		return { ids: events.map(({ id }) => id), calls: model.calls, events };
	};
	return { model, watcher, poll };
}

describe('the calls of a poll of all webinars with nothing new', () => {
	const past = [phrase(Date.UTC(2025, 0, 1))];
	const future = [phrase(Date.UTC(2027, 0, 1))];

	it.each([
		{ event: 'registrantAdded', schedules: undefined, calls: [2, 21, 301] },
		{ event: 'registrantAttendedLive', schedules: undefined, calls: [2, 21, 301] },
		{ event: 'registrantAttended', schedules: undefined, calls: [3, 41, 601] },
		{ event: 'registrantAdded', schedules: future, calls: [2, 21, 301] },
		{ event: 'registrantAdded', schedules: past, calls: [1, 1, 1] },
		{ event: 'registrantDidNotAttend', schedules: future, calls: [1, 1, 1] },
		{ event: 'registrantPurchased', schedules: past, calls: [1, 1, 1] },
		{ event: 'sessionStarting', schedules: future, calls: [1, 1, 1] },
	])('are $calls for 1, 20 and 300 webinars: $event, $schedules', async ({ event, schedules, calls }) => {
		const counted: number[] = [];
		for (const webinars of [1, 20, 300]) {
			const { watcher, poll } = await watching({ webinars, event, ...(schedules && { schedules }) });
			// On its first day, each webinar is read at each poll; after that, once in six hours.
			for (let days = 0; days < 2; days++) {
				watcher.now += DAY_MS + HOUR_MS;
				await poll();
			}
			const { ids, calls: made } = await poll();
			expect(ids).toEqual([]);
			counted.push(made);
		}
		expect(counted).toEqual(calls);
	});

	it('are one more for each webinar every six hours, so that nothing is lost', async () => {
		const { model, watcher, poll } = await watching({ webinars: 20, schedules: past });
		watcher.now += DAY_MS;
		await poll();
		const { id } = model.register(0, 7, 5);
		await expect(poll()).resolves.toMatchObject({ ids: [], calls: 1 });
		watcher.now += 6 * HOUR_MS;
		await expect(poll()).resolves.toMatchObject({ ids: [id], calls: 21 });
		// Somebody was there: the webinar is read at each poll for a day.
		await expect(poll()).resolves.toMatchObject({ ids: [], calls: 2 });
		expect(model.asked).toEqual([5]);
	});
});

describe('a watch of all webinars', () => {
	it('names the webinar of each registrant', async () => {
		const { model, poll } = await watching();
		model.register(0, 7, 2);
		expect((await poll()).events).toMatchObject([{ webinar_id: 2 }]);
	});

	it('reports everybody of a webinar that was published since the last poll', async () => {
		const { model, poll } = await watching();
		model.webinars.set(9, { title: 'New', schedules: [] });
		const people = [model.register(0, 7, 9), model.register(0, 7, 9)];
		expect((await poll()).ids).toEqual(people.map(({ id }) => id));
		expect((await poll()).ids).toEqual([]);
	});

	it('reports nobody twice of a webinar that is gone for a while', async () => {
		const { model, poll } = await watching();
		const webinar = model.webinars.get(2);
		model.webinars.delete(2);
		expect((await poll()).ids).toEqual([]);
		const { id } = model.register(0, 7, 2);
		expect((await poll()).ids).toEqual([]);
		if (webinar) model.webinars.set(2, webinar);
		expect((await poll()).ids).toEqual([id]);
	});

	it('has only those with the text in their title, and begins with a first poll for one that gets it', async () => {
		const { model, watcher, poll } = await watching({ settings: { titleContains: 'webinar 2' } });
		expect(model.asked).toEqual([2]);
		model.register(0, 7, 1);
		const { id } = model.register(0, 7, 2);
		expect((await poll()).ids).toEqual([id]);
		model.webinars.set(1, { title: 'Now a webinar 2, too', schedules: [] });
		expect((await poll()).ids).toEqual([]);
		const late = model.register(0, 7, 1);
		expect((await poll()).ids).toEqual([late.id]);
		expect(JSON.parse(watcher.stored ?? '')).toMatchObject({ webinars: { 1: {}, 2: {} } });
	});

	it('goes on with the next poll where one ran out of time, and loses nothing', async () => {
		const model = new ModelRegistrants({ order: 'ascending', counts: 'both', perPage: 25 });
		model.webinars.clear();
		for (let id = 1; id <= 60; id++) model.webinars.set(id, { title: 'x', schedules: ['Every day'] });
		const watcher = new Watcher(eventNamed('registrantAdded'), model.service, ALL);
		const poll = async () => {
			const part = new AbortController();
			const begun = model.pages.length;
			model.beforePage = (call) => void (call - begun === 20 && part.abort());
			return (await watcher.poll({ lastStart: part.signal })).map(({ id }) => id);
		};
		for (let count = 0; count < 6; count++) expect(await poll()).toEqual([]);
		expect(new Set(model.asked).size).toBe(60);
		const people = Array.from({ length: 60 }, (_, place) => model.register(0, 7, place + 1));
		const reported: unknown[] = [];
		for (let count = 0; count < 9; count++) reported.push(...(await poll()));
		expect(reported.sort()).toEqual(people.map(({ id }) => id));
	});

	it('reports the events of the others when one webinar cannot be read, and its own afterwards', async () => {
		const { model, poll } = await watching();
		const people = [model.register(0, 7, 1), model.register(0, 7, 2)];
		model.beforePage = () => {
			if (model.asked.at(-1) === 1) throw new Error('The host fails');
		};
		expect((await poll()).ids).toEqual([people[1]?.id]);
		// With nothing else to report, the failure is shown.
		await expect(poll()).rejects.toThrow('The host fails');
		model.beforePage = () => {};
		expect((await poll()).ids).toEqual([people[0]?.id]);
	});

	it('remembers 30 webinars with 1,000 registrants each in 0.4 MB, and reports the next one', async () => {
		const { model, watcher, poll } = await watching({
			...{ webinars: 30, perWebinar: 1000, perPage: 1000 },
		});
		expect(watcher.stored?.length).toBeGreaterThan(300_000);
		expect(watcher.stored?.length).toBeLessThan(400_000);
		const { id } = model.register(0, 7, 15);
		expect((await poll()).ids).toEqual([id]);
	});

	it('gives examples from the webinars that were published last', async () => {
		const { model, watcher } = await watching({ webinars: 12, perWebinar: 0 });
		const { id } = model.register(0, 7, 12);
		model.register(0, 7, 1);
		expect(await watcher.examples()).toMatchObject([{ id, webinar_id: 12 }]);
	});
});

const step = fc.oneof(
	fc.record({
		kind: fc.constant('register' as const),
		webinar: fc.nat(5),
		count: fc.integer({ min: 1, max: 4 }),
	}),
	fc.record({ kind: fc.constant('remove' as const), index: fc.nat(20) }),
	fc.record({ kind: fc.constant('publish' as const) }),
	fc.record({ kind: fc.constant('withdraw' as const), webinar: fc.nat(5) }),
	fc.record({ kind: fc.constant('wait' as const), hours: fc.integer({ min: 1, max: 200 }) }),
	fc.record({ kind: fc.constant('restart' as const) }),
	fc.record({
		kind: fc.constant('poll' as const),
		/** After which call the time is up, and which one fails. */
		endAt: fc.option(fc.integer({ min: 1, max: 12 }), { nil: undefined }),
		failAt: fc.option(fc.integer({ min: 1, max: 12 }), { nil: undefined }),
		/** Before which call somebody registers, and for which webinar. */
		joinAt: fc.array(fc.tuple(fc.integer({ min: 1, max: 12 }), fc.nat(5)), { maxLength: 2 }),
	}),
);

it('reports each registrant of all webinars once, whatever happens between and during polls', async () => {
	const host = fc.constantFrom(...orders.filter((order) => order !== 'shuffled'));
	await fc.assert(
		fc.asyncProperty(host, fc.array(step, { maxLength: 25, size: 'max' }), async (order, steps) => {
			const model = new ModelRegistrants({ order, counts: 'both', perPage: 2 });
			model.webinars.clear();
			const schedules = [phrase(Date.UTC(2025, 0, 1))];
			const publish = (id: number) => model.webinars.set(id, { title: `Webinar ${id}`, schedules });
			for (const id of [0, 1, 2]) publish(id);
			const watcher = new Watcher(eventNamed('registrantAdded'), model.service, ALL);
			const reported: number[] = [];
			/** Webinars that were read, or published after the first poll: whoever registers now is reported. */
			const open = new Set<number>();
			const publishedLater = new Set<number>();
			let isWatching = false;
			const due = new Set<number>();
			const doubtful = new Set<number>();
			const register = (webinar: number, isDuringPoll = false) => {
				const { id } = model.register(0, 7, webinar);
				if (open.has(webinar)) due.add(id);
				else if (isDuringPoll || !model.webinars.has(webinar)) doubtful.add(id);
			};
			const poll = async ({
				endAt,
				failAt,
				joinAt,
			}: {
				endAt?: number | undefined;
				failAt?: number | undefined;
				joinAt: Array<[number, number]>;
			}) => {
				const begun = model.pages.length;
				const part = new AbortController();
				const asked = new Set<number>();
				model.beforePage = (call) => {
					const number = call - begun;
					asked.add(model.asked.at(-1) ?? -1);
					if (number === endAt) part.abort();
					if (number === failAt) throw new Error('The host fails');
					for (const [at, webinar] of joinAt) if (at === number) register(webinar, true);
				};
				try {
					const events = await watcher.poll({ lastStart: part.signal });
					if (!isWatching) expect(events).toEqual([]);
					isWatching = true;
					reported.push(...events.map(({ id }) => Number(id)));
				} catch (error) {
					expect(error).toEqual(new Error('The host fails'));
				}
				markOpen();
			};
			const markOpen = () => {
				const { webinars } = JSON.parse(watcher.stored ?? '{"webinars":{}}') as {
					webinars: Record<string, { state?: unknown }>;
				};
				for (const [id, { state }] of Object.entries(webinars)) if (state) open.add(Number(id));
			};
			const restart = () => {
				watcher.restart();
				open.clear();
				for (const id of publishedLater) open.add(id);
				markOpen();
				// Their webinar was first read after the state was last saved: it is read for the first time again.
				for (const { id, webinar } of model.people) {
					if (!open.has(webinar) && due.delete(id)) doubtful.add(id);
				}
			};
			let published = 2;
			for (const happening of steps) {
				if (happening.kind === 'register') {
					for (let count = 0; count < happening.count; count++) register(happening.webinar);
				} else if (happening.kind === 'remove') {
					for (const { id } of model.people.splice(happening.index, 1)) due.delete(id);
				} else if (happening.kind === 'publish') {
					publish(++published);
					if (isWatching) publishedLater.add(published);
					if (isWatching) open.add(published);
				} else if (happening.kind === 'withdraw') {
					model.webinars.delete(happening.webinar);
				} else if (happening.kind === 'wait') {
					watcher.now += happening.hours * HOUR_MS;
				} else if (happening.kind === 'restart') {
					restart();
				} else {
					await poll(happening);
				}
			}
			for (let count = 0; count < 3; count++) {
				watcher.now += 7 * HOUR_MS;
				await poll({ joinAt: [] });
			}
			expect(new Set(reported).size).toBe(reported.length);
			const listed = model.people.filter(({ webinar }) => model.webinars.has(webinar)).map(({ id }) => id);
			expect(reported).toEqual(expect.arrayContaining(listed.filter((id) => due.has(id))));
			const allowed = new Set([...due, ...doubtful]);
			const all = new Set(model.people.map(({ id }) => id));
			expect(reported.filter((id) => all.has(id) && !allowed.has(id))).toEqual([]);
		}),
		{ numRuns: 60 },
	);
});

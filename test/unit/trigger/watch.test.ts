import { DateTime } from 'luxon';
import * as fc from 'fast-check';

import { ModelRegistrants, orders } from '../../support/modelRegistrants';
import { eventNamed, Watcher } from '../../support/watcher';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

const ALL = { webinar: undefined };

const phrase = (time: number) =>
	DateTime.fromMillis(time, { zone: 'utc', locale: 'en' }).toFormat('ccc, d LLL yyyy, hh:mm a');

const step = fc.oneof(
	fc.record({
		kind: fc.constant('register' as const),
		webinar: fc.nat(5),
		count: fc.integer({ min: 1, max: 4 }),
	}),
	fc.record({ kind: fc.constant('remove' as const), index: fc.nat(20) }),
	fc.record({ kind: fc.constant('publish' as const) }),
	fc.record({ kind: fc.constant('withdraw' as const), webinar: fc.integer({ min: 1, max: 5 }) }),
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
			/** One of each webinar stays: a list on which nobody is known any more begins anew. */
			const staying = new Set<number>();
			for (const id of [0, 1, 2]) {
				publish(id);
				staying.add(model.register(0, 7, id).id);
			}
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
				return id;
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
					const [person] = model.people.slice(happening.index);
					if (!person || staying.has(person.id)) continue;
					model.people = model.people.filter((other) => other !== person);
					due.delete(person.id);
				} else if (happening.kind === 'publish') {
					publish(++published);
					if (isWatching) publishedLater.add(published);
					if (isWatching) open.add(published);
					staying.add(register(published));
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

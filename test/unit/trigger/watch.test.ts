import { DateTime } from 'luxon';
import * as fc from 'fast-check';

import { ModelRegistrants, orders } from '../../support/modelRegistrants';
import { step } from '../../support/steps';
import { eventNamed, Watcher } from '../../support/watcher';

const HOUR_MS = 60 * 60_000;

const phrase = (time: number) =>
	DateTime.fromMillis(time, { zone: 'utc', locale: 'en' }).toFormat('ccc, d LLL yyyy, hh:mm a');

const call = fc.integer({ min: 1, max: 12 });
const poll = step('poll', {
	/** After which call the time is up, and which one fails. */
	endAt: fc.option(call, { nil: undefined }),
	failAt: fc.option(call, { nil: undefined }),
	/** Before which call somebody registers, and for which webinar. */
	joinAt: fc.array(fc.tuple(call, fc.nat(5)), { maxLength: 2 }),
});
type Poll = typeof poll extends fc.Arbitrary<infer T> ? T : never;
const quiet: Poll = { kind: 'poll', endAt: undefined, failAt: undefined, joinAt: [] };

const happening = fc.oneof(
	step('register', { webinar: fc.nat(5), count: fc.integer({ min: 1, max: 4 }) }),
	step('remove', { index: fc.nat(20) }),
	step('publish', {}),
	step('withdraw', { webinar: fc.integer({ min: 1, max: 5 }) }),
	step('wait', { hours: fc.integer({ min: 1, max: 200 }) }),
	step('restart', {}),
	poll,
);

it('reports each registrant of all webinars once, whatever happens between and during polls', async () => {
	const host = fc.constantFrom(...orders.filter((order) => order !== 'shuffled'));
	await fc.assert(
		fc.asyncProperty(host, fc.array(happening, { maxLength: 25, size: 'max' }), async (order, history) => {
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
			const watcher = new Watcher(eventNamed('registrantAdded'), model.service, { webinar: undefined });
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
			const pollOnce = async ({ endAt, failAt, joinAt }: Poll) => {
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
			for (const step of history) {
				if (step.kind === 'register') {
					for (let count = 0; count < step.count; count++) register(step.webinar);
				} else if (step.kind === 'remove') {
					const [person] = model.people.slice(step.index);
					if (!person || staying.has(person.id)) continue;
					model.people = model.people.filter((other) => other !== person);
					due.delete(person.id);
				} else if (step.kind === 'publish') {
					publish(++published);
					if (isWatching) publishedLater.add(published);
					if (isWatching) open.add(published);
					staying.add(register(published));
				} else if (step.kind === 'withdraw') {
					model.webinars.delete(step.webinar);
				} else if (step.kind === 'wait') {
					watcher.now += step.hours * HOUR_MS;
				} else if (step.kind === 'restart') {
					restart();
				} else {
					await pollOnce(step);
				}
			}
			for (let count = 0; count < 3; count++) {
				watcher.now += 7 * HOUR_MS;
				await pollOnce(quiet);
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

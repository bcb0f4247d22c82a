import * as fc from 'fast-check';

import {
	registrantAdded,
	registrantAttended,
	registrantPurchased,
} from '../../nodes/WebinarAccount/trigger/events/registrants';
import { counts, ModelRegistrants, type ModelOptions, orders } from '../support/modelRegistrants';
import { Watcher } from '../support/watcher';

const watched = { registrantAdded, registrantAttended, registrantPurchased };
type Watched = keyof typeof watched;

/** Histories per property. */
const RUNS = 100;

const place = fc.nat(1000);
const index = fc.nat(12);

/** What can happen to a list between two polls. */
const happening = fc.oneof(
	fc.record({ kind: fc.constant('register' as const), place, count: fc.integer({ min: 1, max: 7 }) }),
	fc.record({
		kind: fc.constant('act' as const),
		what: fc.constantFrom('attended_live' as const, 'attended_replay' as const, 'purchased' as const),
		index,
	}),
	fc.record({ kind: fc.constant('remove' as const), index }),
	fc.record({ kind: fc.constant('restart' as const) }),
);
/** A call of a poll, counted from 1, and what happens before it is answered. */
type Moment = [call: number, who: number];

interface Poll {
	kind: 'poll';
	/** The call that fails, where it comes to that. */
	failAt: number | undefined;
	/** Somebody registers, attends and buys; who is their place. */
	joinAt: Moment[];
	/** Somebody is removed; who is their index. */
	leaveAt: Moment[];
	/** How long each call takes, so that they overtake each other. */
	delays: number[];
}

const call = fc.integer({ min: 1, max: 12 });
const moments = (who: fc.Arbitrary<number>) => fc.array(fc.tuple(call, who), { maxLength: 2 });
const poll: fc.Arbitrary<Poll> = fc
	.record({
		kind: fc.constant('poll' as const),
		failAt: fc.option(call, { nil: undefined, freq: 1 }),
		isJoined: fc.boolean(),
		joinAt: moments(place),
		leaveAt: moments(index),
		delays: fc.array(fc.nat(9), { maxLength: 12, size: 'max' }),
	})
	// In one poll, somebody who leaves and somebody who joins can make up for each other unseen.
	.map(({ isJoined, ...all }) => ({ ...all, ...(isJoined ? { leaveAt: [] } : { joinAt: [] }) }));

type Happening = typeof happening extends fc.Arbitrary<infer T> ? T : never;

const host: fc.Arbitrary<ModelOptions> = fc.record({
	order: fc.constantFrom(...orders),
	counts: fc.constantFrom(...counts),
	perPage: fc.integer({ min: 1, max: 4 }),
	ignoresFilters: fc.boolean(),
});

/** Plays a history, and holds what is reported against what happened. */
class Play {
	readonly reported: number[] = [];
	/** Ids whose event came before the first successful poll began. */
	private before: readonly number[] = [];
	/** Ids whose event came before the first successful poll ended. */
	private readonly early = new Set<number>();
	private isWatching = false;
	private readonly removed = new Set<number>();
	private readonly model: ModelRegistrants;
	private readonly watcher: Watcher;

	constructor(
		options: ModelOptions,
		private readonly event: Watched,
	) {
		this.model = new ModelRegistrants(options);
		this.watcher = new Watcher(watched[event], this.model.service);
	}

	happen(step: Happening): void {
		if (step.kind === 'restart') {
			this.watcher.restart();
			return;
		}
		if (step.kind === 'register') {
			for (let count = 0; count < step.count; count++) this.model.register(step.place + count);
			return;
		}
		const person = this.model.people[step.index];
		if (!person) return;
		if (step.kind === 'act') person[step.what] = true;
		else this.remove(step.index);
	}

	removeNewest(): void {
		this.remove(this.model.people.length - 1);
	}

	private remove(at: number): void {
		for (const { id } of this.model.people.splice(at, 1)) this.removed.add(id);
	}

	/** Whether the list shows new rows at one end. */
	get isOrdered(): boolean {
		return this.event === 'registrantAdded' && this.model.options.order !== 'shuffled';
	}

	async poll({ failAt, joinAt, leaveAt, delays }: Poll): Promise<void> {
		const begun = this.model.pages.length;
		if (!this.isWatching) this.before = this.happened;
		this.model.beforePage = async (call) => {
			const number = call - begun;
			for (let left = delays[number - 1] ?? 0; left > 0; left--) await Promise.resolve();
			if (number === failAt) throw new Error('The host fails');
			for (const [at, where] of joinAt) {
				const all = { attended_live: true, attended_replay: true, purchased: true };
				if (at === number) Object.assign(this.model.register(where), all);
			}
			for (const [at, who] of leaveAt) if (at === number) this.remove(who);
		};
		try {
			const events = await this.watcher.poll();
			if (!this.isWatching) for (const id of this.happened) this.early.add(id);
			if (!this.isWatching) expect(events).toEqual([]);
			this.isWatching = true;
			this.reported.push(...events.map(({ id }) => Number(id)));
		} catch (error) {
			expect(error).toEqual(new Error('The host fails'));
		}
	}

	/** Ids of those listed now to whom the event has happened. */
	private get happened(): number[] {
		return this.model.people
			.filter((person) => {
				if (this.event === 'registrantAdded') return true;
				return this.event === 'registrantPurchased'
					? person.purchased
					: person.attended_live || person.attended_replay;
			})
			.map(({ id }) => id);
	}

	/** Each event once; none from before the first poll; those from during it, and of people removed since, at most once. */
	check(): void {
		expect(new Set(this.reported).size).toBe(this.reported.length);
		expect(this.reported.filter((id) => this.before.includes(id))).toEqual([]);
		const due = this.happened.filter((id) => !this.early.has(id));
		expect(this.reported).toEqual(expect.arrayContaining(due));
		const known = new Set([...this.happened, ...this.removed]);
		expect(this.reported.filter((id) => !known.has(id))).toEqual([]);
	}
}

const quiet: Poll = { kind: 'poll', failAt: undefined, joinAt: [], leaveAt: [], delays: [] };
const register = (count: number): Happening => ({ kind: 'register', place: 0, count });
const remove: Happening = { kind: 'remove', index: 0 };
const newestFirst = (perPage: number): ModelOptions => ({
	order: 'descending',
	counts: 'both',
	perPage,
	ignoresFilters: false,
});

/** Histories that random ones seldom meet. */
const examples: Array<[ModelOptions, Array<Happening | Poll>]> = [
	// A row that joins while pages are read side by side shows another one on two of them.
	[newestFirst(1), [register(2), quiet, register(3), { ...quiet, joinAt: [[3, 0]], delays: [0, 0, 2] }]],
	// As many new rows as the list grew by fill the first page, and one more follows.
	[newestFirst(2), [register(4), quiet, remove, register(3)]],
	// The total is the same, and the second new row is on the second page.
	[newestFirst(1), [register(3), quiet, remove, remove, register(2)]],
	// Somebody left before the poll, and somebody joins during it.
	[newestFirst(1), [register(2), quiet, register(2), remove, { ...quiet, joinAt: [[2, 0]] }]],
];

const steps = fc.array(fc.oneof(happening, poll), { maxLength: 20, size: 'max' });

describe.each(Object.keys(watched) as Watched[])('%s', (event) => {
	it('reports each event once, whatever happens between and during polls', async () => {
		await fc.assert(
			fc.asyncProperty(host, steps, async (options, history) => {
				const play = new Play(options, event);
				for (const step of history) {
					// Where new rows appear anywhere, a row that leaves and one that joins can make up for each other unseen.
					if (step.kind === 'poll') await play.poll(play.isOrdered ? step : { ...step, leaveAt: [] });
					else if (step.kind !== 'remove' || play.isOrdered) play.happen(step);
				}
				await play.poll(quiet);
				await play.poll(quiet);
				play.check();
			}),
			{ numRuns: RUNS, examples },
		);
	});

	it('finds whom a removal hid as soon as the number of rows differs', async () => {
		await fc.assert(
			fc.asyncProperty(host, steps, async (options, history) => {
				const play = new Play(options, event);
				for (const step of history) {
					if (step.kind === 'poll') await play.poll(step);
					else play.happen(step);
				}
				await play.poll(quiet);
				await play.poll({ ...quiet, joinAt: [[1, 0]] });
				play.removeNewest();
				await play.poll(quiet);
				play.check();
			}),
			{ numRuns: RUNS },
		);
	});
});

it('sees somebody who attends while another attendee is removed when the number of attendees differs', async () => {
	const model = new ModelRegistrants({ order: 'ascending', counts: 'both', perPage: 2 });
	const people = Array.from({ length: 6 }, () => model.register());
	for (const person of people.slice(0, 4)) person.attended_live = true;
	const watcher = new Watcher(registrantAttended, model.service);
	const reported = async () => (await watcher.poll()).map(({ id }) => id);
	await reported();
	const [, , , fourth, fifth, sixth] = people;
	if (!fourth || !fifth || !sixth) throw new Error('Six people are registered');
	model.people = model.people.filter((person) => person !== fourth);
	fifth.attended_live = true;
	expect(await reported()).toEqual([]);
	sixth.attended_live = true;
	expect(await reported()).toEqual([fifth.id, sixth.id]);
});

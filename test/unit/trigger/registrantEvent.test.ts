import * as fc from 'fast-check';

import {
	counts,
	ModelRegistrants,
	type ModelOptions,
	orders,
	type Person,
} from '../../support/modelRegistrants';
import { step } from '../../support/steps';
import { eventNamed, Watcher } from '../../support/watcher';

const MINUTE_MS = 60_000;
const AFTER_START_MS = 180 * MINUTE_MS;
const IN_ROOM = 30 * 60;

interface Rules {
	/** To whom the event has happened. */
	happened: (person: Person) => boolean;
	/** What makes it happen. */
	happen: Partial<Person>;
	isFinalLater?: boolean;
}

const watched: Readonly<Record<string, Rules>> = {
	registrantAdded: { happened: () => true, happen: {} },
	registrantAttended: {
		happened: (one) => one.attended_live || one.attended_replay,
		happen: { attended_live: true, attended_replay: true },
	},
	registrantAttendedLive: { happened: (one) => one.attended_live, happen: { attended_live: true } },
	registrantAttendedReplay: { happened: (one) => one.attended_replay, happen: { attended_replay: true } },
	registrantDidNotAttend: {
		happened: (one) => !one.attended_live,
		...{ happen: { attended_live: false }, isFinalLater: true },
	},
	registrantDidNotPurchase: {
		happened: (one) => (one.attended_live || one.attended_replay) && !one.purchased,
		...{ happen: { attended_live: true }, isFinalLater: true },
	},
	registrantLeftEarly: {
		happened: (one) => one.attended_live && one.leftAt < IN_ROOM,
		...{ happen: { attended_live: true, leftAt: 60 }, isFinalLater: true },
	},
	registrantPurchased: { happened: (one) => one.purchased, happen: { purchased: true } },
	registrantStayed: {
		happened: (one) => one.attended_live && one.leftAt >= IN_ROOM,
		happen: { attended_live: true, leftAt: 3000 },
	},
};

/** New rows of their lists are those of new registrants. */
const appendOnly = ['registrantAdded', 'registrantDidNotAttend'];

/** Histories per property. */
const RUNS = 30;

const place = fc.nat(1000);
const index = fc.nat(12);

/** What can happen to a list between two polls. */
const happening = fc.oneof(
	step('register', {
		place,
		count: fc.integer({ min: 1, max: 7 }),
		/** Minutes until their session starts. */
		ahead: fc.integer({ min: -300, max: 300 }),
	}),
	step('act', {
		what: fc.constantFrom('attended_live', 'attended_replay', 'purchased'),
		index,
		leftAt: fc.constantFrom(60, 3000),
	}),
	step('wait', { minutes: fc.integer({ min: 1, max: 300 }) }),
	step('remove', { index }),
	/** Rows have no ID of the session, so only texts change. */
	step('move', { minutes: fc.integer({ min: -300, max: 300 }) }),
	step('changeKey', {}),
	step('restart', {}),
);
type Happening = typeof happening extends fc.Arbitrary<infer T> ? T : never;

const call = fc.integer({ min: 1, max: 12 });
/** Calls of a poll, counted from 1, and to whom something happens before each of them is answered. */
const moments = (who: fc.Arbitrary<number>) => fc.array(fc.tuple(call, who), { maxLength: 2 });
const anyPoll = step('poll', {
	/** The call that fails, where it comes to that. */
	failAt: fc.option(call, { nil: undefined, freq: 1 }),
	/** Somebody registers, and the event happens to them; who is their place. */
	joinAt: moments(place),
	/** Somebody is removed; who is their index. */
	leaveAt: moments(index),
	/** How long each call takes, so that they overtake each other. */
	delays: fc.array(fc.nat(9), { maxLength: 12, size: 'max' }),
});
type Poll = typeof anyPoll extends fc.Arbitrary<infer T> ? T : never;
/** In one poll, somebody who leaves and somebody who joins can make up for each other unseen. */
const poll = fc
	.tuple(anyPoll, fc.boolean())
	.map(([each, isJoined]): Poll => ({ ...each, ...(isJoined ? { leaveAt: [] } : { joinAt: [] }) }));

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
	/** Whether the list shows new rows at one end. */
	readonly isOrdered: boolean;

	constructor(
		options: ModelOptions,
		event: string,
		private readonly rules: Rules,
	) {
		// A row does not say when somebody left.
		const ignoresFilters = options.ignoresFilters === true && rules.happen.leftAt === undefined;
		this.model = new ModelRegistrants({ ...options, ignoresFilters });
		this.watcher = new Watcher(eventNamed(event), this.model.service);
		this.isOrdered = appendOnly.includes(event) && options.order !== 'shuffled';
	}

	happen(step: Happening): void {
		if (step.kind === 'restart') this.watcher.restart();
		else if (step.kind === 'wait') this.watcher.now += step.minutes * MINUTE_MS;
		else if (step.kind === 'remove') this.remove(step.index);
		else if (step.kind === 'move') {
			for (const person of this.model.people) person.startsAt += step.minutes * MINUTE_MS;
		} else if (step.kind === 'changeKey') this.changeKey();
		else if (step.kind === 'register') {
			this.model.sessionStart = this.watcher.now + step.ahead * MINUTE_MS;
			for (let count = 0; count < step.count; count++) this.model.register(step.place + count);
		} else {
			const person = this.model.people[step.index];
			if (!person) return;
			const isLater = step.what === 'attended_live' && !person.attended_live;
			Object.assign(person, { [step.what]: true, ...(isLater && { leftAt: step.leftAt }) });
			// Who was no buyer, or a no-show, leaves the list of those.
			if (step.what === 'purchased' || isLater) this.removed.add(person.id);
		}
	}

	removeNewest(): void {
		this.remove(this.model.people.length - 1);
	}

	/** The next poll is a first poll, whatever was reported before. */
	private changeKey(): void {
		this.checkOnce();
		this.watcher.changeKey();
		this.reported.length = 0;
		this.early.clear();
		this.isWatching = false;
	}

	private remove(at: number): void {
		for (const { id } of this.model.people.splice(at, 1)) this.removed.add(id);
	}

	/** Whether the step takes a row off the list. */
	removes(step: Happening): boolean {
		const { happen, isFinalLater } = this.rules;
		const leaves = happen.attended_live === false ? 'attended_live' : isFinalLater ? 'purchased' : '';
		return step.kind === 'remove' || (step.kind === 'act' && step.what === leaves);
	}

	async poll({ failAt, joinAt, leaveAt, delays }: Poll): Promise<void> {
		const begun = this.model.pages.length;
		if (!this.isWatching) this.before = this.happened;
		this.model.beforePage = async (call) => {
			const number = call - begun;
			for (let left = delays[number - 1] ?? 0; left > 0; left--) await Promise.resolve();
			if (number === failAt) throw new Error('The host fails');
			for (const [at, where] of joinAt) {
				this.model.sessionStart = this.watcher.now - AFTER_START_MS;
				if (at === number) Object.assign(this.model.register(where), this.rules.happen);
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
			.filter(this.rules.happened)
			.filter(({ startsAt }) => !this.rules.isFinalLater || startsAt + AFTER_START_MS <= this.watcher.now)
			.map(({ id }) => id);
	}

	/** Each event once; none from before the first poll; those from during it, and of people removed since, at most once. */
	check(): void {
		this.checkOnce();
		const due = this.happened.filter((id) => !this.early.has(id));
		expect(this.reported).toEqual(expect.arrayContaining(due));
		const known = new Set([...this.happened, ...this.removed]);
		expect(this.reported.filter((id) => !known.has(id))).toEqual([]);
	}

	private checkOnce(): void {
		expect(new Set(this.reported).size).toBe(this.reported.length);
		expect(this.reported.filter((id) => this.before.includes(id))).toEqual([]);
	}
}

const quiet: Poll = { kind: 'poll', failAt: undefined, joinAt: [], leaveAt: [], delays: [] };
const register = (count: number): Happening => ({ kind: 'register', place: 0, count, ahead: -200 });
const endOfSessions: Happening = { kind: 'wait', minutes: 24 * 60 };
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

describe.each(Object.entries(watched))('%s', (event, rules) => {
	it('reports each event once, whatever happens between and during polls', async () => {
		const property = fc.asyncProperty(host, steps, async (options, history) => {
			const play = new Play(options, event, rules);
			for (const step of history) {
				// Where new rows appear anywhere, a row that leaves and one that joins can make up for each other unseen.
				if (step.kind === 'poll') await play.poll(play.isOrdered ? step : { ...step, leaveAt: [] });
				else if (!play.removes(step) || play.isOrdered) play.happen(step);
			}
			play.happen(endOfSessions);
			await play.poll(quiet);
			await play.poll(quiet);
			play.check();
		});
		await fc.assert(property, { numRuns: RUNS, examples });
	});

	it('finds whom a removal hid as soon as the number of rows differs', async () => {
		const property = fc.asyncProperty(host, steps, async (options, history) => {
			const play = new Play(options, event, rules);
			for (const step of history) {
				if (step.kind === 'poll') await play.poll(step);
				else play.happen(step);
			}
			play.happen(endOfSessions);
			await play.poll(quiet);
			await play.poll({ ...quiet, joinAt: [[1, 0]] });
			play.removeNewest();
			await play.poll(quiet);
			play.check();
		});
		await fc.assert(property, { numRuns: RUNS });
	});
});

/** A watch of a host that lists people in their order. */
function watching(event: string, options: Partial<ModelOptions> = {}) {
	const model = new ModelRegistrants({ order: 'ascending', counts: 'both', perPage: 2, ...options });
	const watcher = new Watcher(eventNamed(event), model.service);
	return { model, watcher, reported: async () => (await watcher.poll()).map(({ id }) => id) };
}

it('sees somebody who attends while another attendee is removed when the number of attendees differs', async () => {
	const { model, reported } = watching('registrantAttended');
	const people = Array.from({ length: 6 }, () => model.register());
	for (const person of people.slice(0, 4)) person.attended_live = true;
	await reported();
	const [fourth, fifth, sixth] = people.slice(3);
	if (!fourth || !fifth || !sixth) throw new Error('Six people are registered');
	model.people = model.people.filter((person) => person !== fourth);
	fifth.attended_live = true;
	expect(await reported()).toEqual([]);
	sixth.attended_live = true;
	expect(await reported()).toEqual([fifth.id, sixth.id]);
});

it('takes three scans at most at first, however many register meanwhile', async () => {
	const { model, reported } = watching('registrantAdded', { order: 'descending', perPage: 5 });
	for (let people = 0; people < 100; people++) model.register();
	model.beforePage = (call) => void (call % 5 === 0 && model.register());
	await reported();
	expect(model.pages.length).toBeGreaterThan(60);
	expect(model.pages.length).toBeLessThan(80);
});

describe('attendance that becomes final', () => {
	/** A watch of those who did not attend, and somebody who registers after its first poll. */
	async function registered() {
		const { model, watcher, reported } = watching('registrantDidNotAttend');
		await reported();
		model.sessionStart = watcher.now + 60 * MINUTE_MS;
		const person = model.register();
		const reportedAt = async (minutesAfterStart: number) => {
			watcher.now = person.startsAt + (minutesAfterStart - 5) * MINUTE_MS;
			return await reported();
		};
		return { person, reportedAt };
	}

	it('is not reported twice when the service corrects it, and corrects it back', async () => {
		const { person, reportedAt } = await registered();
		expect(await reportedAt(200)).toEqual([person.id]);
		person.attended_live = true;
		expect(await reportedAt(300)).toEqual([]);
		person.attended_live = false;
		expect([await reportedAt(400), await reportedAt(500)]).toEqual([[], []]);
	});

	it('is reported of somebody whose attendance the service takes back', async () => {
		const { person, reportedAt } = await registered();
		person.attended_live = true;
		expect(await reportedAt(200)).toEqual([]);
		person.attended_live = false;
		expect(await reportedAt(300)).toEqual([person.id]);
	});

	it('follows a session that is moved', async () => {
		const { person, reportedAt } = await registered();
		expect(await reportedAt(10)).toEqual([]);
		person.startsAt += 1000 * MINUTE_MS;
		expect([await reportedAt(180 - 1000), await reportedAt(179)]).toEqual([[], []]);
		expect(await reportedAt(180)).toEqual([person.id]);
	});
});

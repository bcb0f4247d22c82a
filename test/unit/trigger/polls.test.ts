import * as fc from 'fast-check';

import {
	counts,
	type ModelOptions,
	ModelRegistrants,
	orders,
	type Person,
	phraseOf,
} from '../../support/modelRegistrants';
import { eventNamed, POLL_INTERVAL_MS, Watcher } from '../../support/watcher';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const AFTER_START_MS = 180 * MINUTE_MS;
const IN_ROOM = 30 * 60;

interface Rules {
	/** To whom the event has happened. */
	happened: (person: Person) => boolean;
	/** What makes it happen. */
	happen: Partial<Person>;
	isFinalLater: boolean;
	/** What takes a row off the list. */
	endedBy: keyof Person | undefined;
}

const isLive = (one: Person) => one.attended_live;
const hasAttended = (one: Person) => one.attended_live || one.attended_replay;
const live = { attended_live: true };
const replay = { attended_replay: true };
const rules = (
	happened: Rules['happened'],
	happen: Partial<Person>,
	isFinalLater = false,
	endedBy?: keyof Person,
): Rules => ({ happened, happen, isFinalLater, endedBy });

const watched: Readonly<Record<string, Rules>> = {
	registrantAdded: rules(() => true, {}),
	registrantAttended: rules(hasAttended, { ...live, ...replay }),
	registrantAttendedLive: rules(isLive, live),
	registrantAttendedReplay: rules((one) => one.attended_replay, replay),
	registrantDidNotAttend: rules((one) => !isLive(one), {}, true, 'attended_live'),
	registrantDidNotPurchase: rules((one) => hasAttended(one) && !one.purchased, live, true, 'purchased'),
	registrantLeftEarly: rules((one) => isLive(one) && one.leftAt < IN_ROOM, { ...live, leftAt: 60 }, true),
	registrantPurchased: rules((one) => one.purchased, { purchased: true }),
	registrantStayed: rules((one) => isLive(one) && one.leftAt >= IN_ROOM, { ...live, leftAt: 3000 }),
};

/** New rows of their lists are those of new registrants. */
const appendOnly = ['registrantAdded', 'registrantDidNotAttend'];

type StepOf<A> = A extends fc.Arbitrary<infer T> ? T : never;

/** A place in a list that is not in order, or whom something happens to. */
const index = fc.nat(12);
const call = fc.integer({ min: 1, max: 12 });
const register = fc.record({
	kind: fc.constant('register'),
	who: index,
	count: fc.integer({ min: 1, max: 7 }),
	/** Minutes until their session starts. */
	ahead: fc.integer({ min: -300, max: 300 }),
});
const act = fc.record({
	kind: fc.constant('act'),
	what: fc.constantFrom('attended_live', 'attended_replay', 'purchased'),
	index,
	leftAt: fc.constantFrom(60, 3000),
});
const wait = (max: number) => fc.record({ kind: fc.constant('wait'), minutes: fc.integer({ min: 1, max }) });
/** Rows have no ID of the session, so only texts change. */
const move = fc.record({ kind: fc.constant('move'), minutes: fc.integer({ min: -300, max: 300 }) });
const remove = fc.record({ kind: fc.constant('remove'), index });
const others = [
	register,
	remove,
	fc.constant({ kind: 'changeKey' }),
	fc.constant({ kind: 'restart' }),
] as const;

/** @param freq how many polls come to an end for each that has time */
const poll = (freq: number) =>
	fc.record({
		kind: fc.constant('poll'),
		/** The call that fails, and the one after which the time is up, where it comes to that. */
		failAt: fc.option(call, { nil: undefined, freq }),
		endAt: fc.option(call, { nil: undefined, freq }),
		/**
		 * Before these calls somebody registers, and the event happens to them, or somebody is removed. In one poll, both can
		 * make up for each other unseen.
		 */
		changes: fc.array(fc.tuple(call, index), { maxLength: 2 }),
		isJoining: fc.boolean(),
		/** How long each call takes, so that they overtake each other. */
		delays: fc.array(fc.nat(9), { maxLength: 12, size: 'max' }),
	});
type Poll = StepOf<ReturnType<typeof poll>>;

const steps = fc.oneof(...others, act, wait(300), move, poll(1));
const webinar = fc.nat(6);
/** A webinar comes into sight, again or for the first time, or goes. */
const stepsOfAll = fc.oneof(
	...others,
	wait(12_000),
	fc.record({ kind: fc.constantFrom('list', 'hide'), webinar }),
	poll(5),
);
type Step = StepOf<typeof steps> | StepOf<typeof stepsOfAll>;

const histories = (of: fc.Arbitrary<Step>) => fc.array(of, { maxLength: 25, size: 'max' });

const host: fc.Arbitrary<ModelOptions> = fc.record({
	order: fc.constantFrom(...orders),
	counts: fc.constantFrom(...counts),
	perPage: fc.integer({ min: 1, max: 4 }),
	ignoresFilters: fc.boolean(),
});

/** Plays a history of one webinar, or of all of an account, and holds what is reported against what happened. */
class Play {
	private readonly rules: Rules;
	private readonly model: ModelRegistrants;
	private readonly watcher: Watcher;
	private readonly reported: number[] = [];
	/** Those to whom the event has happened: all, those who must be reported, and those who may be. */
	private readonly noted = new Set<number>();
	private readonly due = new Set<number>();
	private readonly doubtful = new Set<number>();
	/** Webinars that were not listed at the first poll: whoever comes then is new. Undefined until it. */
	private unlisted: Set<number> | undefined;
	/** Whether the list shows new rows at one end. */
	readonly isOrdered: boolean;

	constructor(
		options: ModelOptions,
		event: string,
		private readonly isOfAll = false,
	) {
		this.rules = watched[event] ?? rules(() => true, {});
		// A row does not say when somebody left.
		const ignoresFilters = options.ignoresFilters === true && this.rules.happen.leftAt === undefined;
		this.model = new ModelRegistrants({ ...options, ignoresFilters });
		this.isOrdered = appendOnly.includes(event) && options.order !== 'shuffled';
		const settings = isOfAll ? { webinar: undefined } : {};
		this.watcher = new Watcher(eventNamed(event), this.model.service, settings);
		if (isOfAll) this.model.webinars.clear();
		if (isOfAll) for (const id of [0, 1, 2]) this.list(id);
	}

	async step(step: Step): Promise<void> {
		const { model, watcher } = this;
		if (step.kind === 'poll') await this.poll(step);
		else if (step.kind === 'wait') watcher.now += step.minutes * MINUTE_MS;
		else if (step.kind === 'remove') this.remove(step.index);
		else if (step.kind === 'list') this.list(step.webinar);
		else if (step.kind === 'hide') model.webinars.delete(step.webinar);
		else if (step.kind === 'register') {
			const { who: first, count, ahead } = step;
			for (let number = 0; number < count; number++) this.register(first + number, ahead);
		} else if (step.kind === 'act') {
			const person = model.people[step.index];
			const isLater = step.what === 'attended_live' && person?.attended_live === false;
			if (person) Object.assign(person, { [step.what]: true, ...(isLater && { leftAt: step.leftAt }) });
		} else if (step.kind === 'move') {
			for (const person of model.people) person.startsAt += step.minutes * MINUTE_MS;
		} else if (step.kind === 'restart') {
			watcher.restart();
			// Their webinar was first read after the state was last saved: it is read for the first time again.
			for (const { id, webinar: of } of model.people)
				if (!this.isOpen(of) && this.due.delete(id)) this.doubtful.add(id);
		} else {
			this.checkOnce();
			watcher.changeKey();
			this.unlisted = undefined;
			for (const memory of [this.noted, this.due, this.doubtful]) memory.clear();
			this.reported.length = 0;
		}
		this.note();
	}

	/** Whether the step takes a row off the list. */
	removes(step: Step): boolean {
		return step.kind === 'remove' || (step.kind === 'act' && step.what === this.rules.endedBy);
	}

	/** Each event once: those that are due, those that are doubtful perhaps, and no others. */
	check(): void {
		this.checkOnce();
		const { due, doubtful, model, reported } = this;
		for (const person of model.people) {
			const isListed = model.webinars.has(person.webinar) && this.hasHappened(person);
			if (isListed && due.has(person.id)) expect(reported).toContain(person.id);
			if (!due.has(person.id) && !doubtful.has(person.id)) expect(reported).not.toContain(person.id);
		}
	}

	private checkOnce(): void {
		expect(new Set(this.reported).size).toBe(this.reported.length);
	}

	private list(id: number): void {
		this.model.webinars.set(id, { title: `Webinar ${id}`, schedules: [phraseOf(Date.UTC(2025, 0, 1))] });
	}

	private register(number: number, ahead: number, isDuringPoll = false): void {
		this.model.now = this.watcher.now;
		this.model.sessionStart = this.watcher.now + ahead * MINUTE_MS;
		const person = this.model.register(number, 7, this.isOfAll ? number % 7 : 1);
		if (isDuringPoll) Object.assign(person, this.rules.happen);
		this.note(this.watcher.now, isDuringPoll);
	}

	private remove(at: number): void {
		for (const { id } of this.model.people.splice(at, 1)) this.due.delete(id);
	}

	private hasHappened(person: Person, now = this.watcher.now): boolean {
		const isFinal = !this.rules.isFinalLater || person.startsAt + AFTER_START_MS <= now;
		return isFinal && this.rules.happened(person);
	}

	/** Whether everybody to whom it happens in a webinar now is new. */
	private isOpen(id: number): boolean {
		if (!this.unlisted || this.unlisted.has(id)) return this.unlisted !== undefined;
		const { stored = '{"webinars":{}}' } = this.watcher;
		const { webinars } = JSON.parse(stored) as { webinars: Record<string, { state?: unknown }> };
		return webinars[id]?.state !== undefined;
	}

	private note(now = this.watcher.now, isDuringPoll = false): void {
		for (const person of this.model.people) {
			if (this.noted.has(person.id) || !this.hasHappened(person, now)) continue;
			const isOpen = this.isOpen(person.webinar);
			const isHidden = this.unlisted !== undefined && !this.model.webinars.has(person.webinar);
			if (!isOpen && !isDuringPoll && !isHidden) continue;
			this.noted.add(person.id);
			(isOpen ? this.due : this.doubtful).add(person.id);
		}
	}

	/** After the first poll: those who signed up within a day before it may be new where it saw nobody. */
	private begin(): void {
		const { webinars, people } = this.model;
		const ids = this.isOfAll ? [0, 1, 2, 3, 4, 5, 6].filter((id) => !webinars.has(id)) : [];
		this.unlisted = new Set(ids);
		const recent = people.filter(({ signedUpAt }) => this.watcher.now - signedUpAt <= DAY_MS);
		for (const { id, webinar: of } of recent) if (ids.includes(of)) this.doubtful.add(id);
	}

	private async poll({ failAt, endAt, changes, isJoining, delays }: Poll): Promise<void> {
		const { model, watcher } = this;
		const now = watcher.now + POLL_INTERVAL_MS;
		this.note(now);
		const past = model.people.filter((person) => this.hasHappened(person, now));
		const begun = model.pages.length;
		const lastStart = new AbortController();
		model.beforePage = async (count) => {
			const number = count - begun;
			for (let left = delays[number - 1] ?? 0; left > 0; left--) await Promise.resolve();
			if (number === endAt) lastStart.abort();
			if (number === failAt) throw new Error('The host fails');
			for (const [, who] of changes.filter(([at]) => at === number))
				if (isJoining) this.register(who, -180, true);
				else this.remove(who);
		};
		try {
			const events = await watcher.poll({ lastStart: lastStart.signal });
			if (!this.unlisted) expect(events).toEqual([]);
			if (!this.unlisted) this.begin();
			this.reported.push(...events.map(({ id }) => Number(id)));
		} catch (error) {
			expect(String(error)).toContain('The host fails');
		}
		// What was there when a webinar was first read is not new.
		const isLeft = ({ id, webinar: of }: Person) => !this.noted.has(id) && this.isOpen(of);
		for (const { id } of past.filter(isLeft)) this.noted.add(id);
	}
}

const ends = { failAt: undefined, endAt: undefined };
const quiet: Poll = { kind: 'poll', ...ends, changes: [], isJoining: true, delays: [] };
const joinAt = (at: number): Poll => ({ ...quiet, changes: [[at, 0]] });
const registered = (count: number): Step => ({ kind: 'register', who: 0, count, ahead: -200 });
const later = (hours: number): Step => ({ kind: 'wait', minutes: hours * 60 });
const removeOldest: Step = { kind: 'remove', index: 0 };
const removeNewest: Step = { kind: 'remove', index: -1 };
const newestFirst = (perPage: number): ModelOptions => ({ order: 'descending', counts: 'both', perPage });

/** Histories that random ones seldom meet. */
const examples: Array<[ModelOptions, Step[]]> = [
	// A row that joins while pages are read side by side shows another one on two of them.
	[newestFirst(1), [registered(2), quiet, registered(3), { ...joinAt(3), delays: [0, 0, 2] }]],
	// As many new rows as the list grew by fill the first page, and one more follows.
	[newestFirst(2), [registered(4), quiet, removeOldest, registered(3)]],
	// The total is the same, and the second new row is on the second page.
	[newestFirst(1), [registered(3), quiet, removeOldest, removeOldest, registered(2)]],
	// Somebody left before the poll, and somebody joins during it.
	[newestFirst(1), [registered(2), quiet, registered(2), removeOldest, joinAt(2)]],
];

async function playAll(play: Play, history: readonly Step[]): Promise<void> {
	for (const each of history) await play.step(each);
	play.check();
}

describe.each(Object.keys(watched))('%s', (event) => {
	it('reports each event once, whatever happens between and during polls', async () => {
		const property = fc.asyncProperty(host, histories(steps), async (options, history) => {
			const play = new Play(options, event);
			// Where new rows appear anywhere, a row that leaves and one that joins can make up for each other unseen.
			const seen = history
				.filter((each) => play.isOrdered || !play.removes(each))
				.map((each) => (each.kind === 'poll' && !play.isOrdered ? { ...each, isJoining: true } : each));
			await playAll(play, [...seen, later(24), quiet, quiet]);
		});
		await fc.assert(property, { numRuns: 30, examples });
	});

	it('finds whom a removal hid as soon as the number of rows differs', async () => {
		const property = fc.asyncProperty(host, histories(steps), async (options, history) => {
			const end = [later(24), quiet, joinAt(1), removeNewest, quiet];
			await playAll(new Play(options, event), [...history, ...end]);
		});
		await fc.assert(property, { numRuns: 30 });
	});
});

it('reports each registrant of all webinars once, whatever happens between and during polls', async () => {
	const order = fc.constantFrom(...orders.filter((each) => each !== 'shuffled'));
	const property = fc.asyncProperty(order, histories(stepsOfAll), async (each, history) => {
		const play = new Play({ order: each, counts: 'both', perPage: 2 }, 'registrantAdded', true);
		await playAll(play, [...history, later(7), quiet, later(7), quiet, later(7), quiet]);
	});
	await fc.assert(property, { numRuns: 100 });
});

/** A watch of a host that lists people in their order. */
function watching(event: string, options: Partial<ModelOptions> = {}) {
	const model = new ModelRegistrants({ order: 'ascending', counts: 'both', perPage: 2, ...options });
	const watcher = new Watcher(eventNamed(event), model.service);
	return { model, watcher, reported: async () => (await watcher.poll()).map(({ id }) => id) };
}

it('takes three scans at most at first, however many register meanwhile', async () => {
	const { model, reported } = watching('registrantAdded', { order: 'descending', perPage: 5 });
	for (let people = 0; people < 100; people++) model.register();
	model.beforePage = (count) => void (count % 5 === 0 && model.register());
	await reported();
	expect(model.pages.length).toBeGreaterThan(60);
	expect(model.pages.length).toBeLessThan(80);
});

/** What the service says so many minutes after the start, and whether the absence is then reported. */
it.each([
	[
		'is not reported twice when the service corrects it, and corrects it back',
		'absent 200 → reported; attended 300; absent 400; absent 500',
	],
	['is reported of somebody whose attendance the service takes back', 'attended 200; absent 300 → reported'],
	[
		'follows a session that is moved',
		'absent 10; moved 1000; absent -820; absent 179; absent 180 → reported',
	],
])('attendance that becomes final %s', async (_what, story) => {
	const { model, watcher, reported } = watching('registrantDidNotAttend');
	await reported();
	model.sessionStart = watcher.now + 60 * MINUTE_MS;
	const person = model.register();
	for (const each of story.split('; ')) {
		const [what, minutes, , end] = each.split(' ');
		if (what === 'moved') person.startsAt += Number(minutes) * MINUTE_MS;
		if (what === 'moved') continue;
		person.attended_live = what === 'attended';
		watcher.now = person.startsAt + Number(minutes) * MINUTE_MS - POLL_INTERVAL_MS;
		expect(await reported()).toEqual(end ? [person.id] : []);
	}
});

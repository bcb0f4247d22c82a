import * as fc from 'fast-check';

import { readAccount } from '../../../nodes/WebinarAccount/service/account';
import type { ServiceClient } from '../../../nodes/WebinarAccount/service/client';
import { type CallParameters, endpoints } from '../../../nodes/WebinarAccount/service/endpoints';
import { products } from '../../../nodes/WebinarAccount/service/products';
import { matching } from '../../support/matchers';
import { eventNamed, MINUTE_MS, MINUTES_AFTER_START, ModelTrigger } from './modelTrigger';

/**
 * Runs random histories of a webinar. After each poll, asserts that no event was reported twice, and that no event is
 * missing that the poll could find.
 */

const HOUR_MS = 60 * MINUTE_MS;
const PER_PAGE = 5;

interface Person {
	id: number;
	signedUpAt: number;
	startsAt: number;
	/** With double opt-in, the person is listed only after a confirmation. */
	confirmed: boolean;
	attended: boolean;
	purchased: boolean;
}

/** Returns a date as the service accepts it, in UTC. */
const dateText = (moment: number) => new Date(moment).toISOString().slice(0, 16).replace('T', ' ');
const flag = (value: boolean) => (value ? 'Yes' : 'No');

type Order = 'oldestFirst' | 'newestFirst' | 'byEmail';

/** Returns a number that sorts people in another order than their IDs, as a list that is sorted by email address. */
const emailOrder = ({ id }: Person) => (id * id * 37) % 101;

/** Simulates a service with one webinar in UTC and its registrants. */
class ModelWebinar {
	people: Person[] = [];
	now = Date.UTC(2026, 2, 2, 12);
	/** Number of requests that succeed before the service fails. */
	requestsLeft = Infinity;
	/** Changes that happen while a poll reads the list: one before each request. */
	changesDuringPoll: Change[] = [];
	/** Whether a row left a list since this was last set to false. Another change can then be hidden for six hours. */
	hasRowLeft = false;
	private lastId = 0;

	/** @param leavingChanges the changes after which a row can leave a list that the trigger reads */
	constructor(
		private readonly order: Order,
		private readonly leavingChanges: readonly string[] = ['attend', 'buy', 'remove'],
	) {}

	register({ startsInMinutes = 60, confirmed = true, signedUpDaysAgo = 0 } = {}): void {
		this.people.push({
			id: ++this.lastId,
			signedUpAt: this.now - signedUpDaysAgo * 24 * HOUR_MS,
			startsAt: this.now + startsInMinutes * MINUTE_MS,
			confirmed,
			attended: false,
			purchased: false,
		});
	}

	apply({ kind, index }: Change): void {
		if (kind === 'register') this.register();
		if (kind === 'registerWithoutConfirmation') this.register({ confirmed: false });
		const person = this.people[index];
		if (!person) return;
		if (kind === 'confirm') person.confirmed = true;
		if (kind === 'attend') person.attended = true;
		if (kind === 'buy') person.purchased = true;
		if (kind === 'remove') this.people.splice(index, 1);
		this.hasRowLeft ||= this.leavingChanges.includes(kind);
	}

	readonly service: ServiceClient = {
		account: readAccount({ apiKey: 'key' }),
		product: products.live,
		accountAndProduct: 'key',
		callOnce: () => Promise.reject(new Error('The trigger repeats its requests')),
		call: (name, parameters = {}) => {
			const change = this.changesDuringPoll.shift();
			if (change) this.apply(change);
			if (this.requestsLeft-- <= 0) return Promise.reject(new Error('The service fails'));
			const body =
				name === 'registrants'
					? { registrants: this.page(parameters) }
					: { webinar: { webinar_id: 1, timezone: 'UTC', schedules: [] } };
			return Promise.resolve(endpoints[name].schema.parse(body));
		},
	};

	private page({ page, attended_live, attended_replay, purchased }: CallParameters) {
		const listed = this.people.filter((person) => {
			if (!person.confirmed || attended_replay === '1') return false;
			if (attended_live !== undefined && person.attended !== (attended_live === '1')) return false;
			return purchased === undefined || person.purchased === (purchased === '1');
		});
		if (this.order === 'newestFirst') listed.reverse();
		if (this.order === 'byEmail') listed.sort((one, other) => emailOrder(one) - emailOrder(other));
		const first = (Number(page) - 1) * PER_PAGE;
		const rows = listed.slice(first, first + PER_PAGE).map((person) => ({
			id: person.id,
			schedule_id: 7,
			event: dateText(person.startsAt),
			signup_date: dateText(person.signedUpAt),
			attended_live: flag(person.attended),
			purchased_live: flag(person.purchased),
		}));
		return { data: rows, last_page: Math.ceil(listed.length / PER_PAGE), total: listed.length };
	}
}

const isOver = (person: Person, now: number) => person.startsAt + MINUTES_AFTER_START * MINUTE_MS <= now;

/** For each event of the trigger, whether it has happened to a person. */
const hasHappened: Record<string, (person: Person, now: number) => boolean> = {
	registrantAdded: () => true,
	registrantAttended: ({ attended }) => attended,
	registrantDidNotAttend: (person, now) => !person.attended && isOver(person, now),
	registrantDidNotPurchase: (person, now) => person.attended && !person.purchased && isOver(person, now),
	registrantPurchased: ({ purchased }) => purchased,
};

/** For each event of the trigger, the changes after which a row leaves a list that the trigger reads. */
const leavingChanges: Record<string, readonly string[]> = {
	registrantAdded: ['remove'],
	registrantAttended: ['remove'],
	registrantDidNotAttend: ['attend', 'remove'],
	registrantDidNotPurchase: ['buy', 'remove'],
	registrantPurchased: ['remove'],
};

/** Returns the IDs of the people to whom an event has happened. */
const idsWithEvent = (eventName: string, { people, now }: Pick<ModelWebinar, 'people' | 'now'>) =>
	people.filter((person) => person.confirmed && hasHappened[eventName]?.(person, now)).map(({ id }) => id);

const changeKinds = [
	'register',
	'registerWithoutConfirmation',
	'confirm',
	'attend',
	'buy',
	'remove',
] as const;

interface Change {
	kind: (typeof changeKinds)[number];
	/** The person's position in the list of all people. */
	index: number;
}

interface Poll {
	kind: 'poll';
	minutesLater: number;
	/** Number of requests that succeed before the service fails. */
	requests: number;
	changes: Change[];
}

const anyChange: fc.Arbitrary<Change> = fc.record({
	kind: fc.oneof(
		{ weight: 4, arbitrary: fc.constant('register' as const) },
		{ weight: 5, arbitrary: fc.constantFrom(...changeKinds) },
	),
	index: fc.nat(14),
});
const anyPoll: fc.Arbitrary<Poll> = fc.record({
	kind: fc.constant('poll' as const),
	minutesLater: fc.integer({ min: 1, max: 200 }),
	requests: fc.oneof(fc.nat(8), fc.constant(Infinity)),
	changes: fc.oneof(fc.array(anyChange, { maxLength: 0 }), fc.array(anyChange, { maxLength: 5 })),
});
const anyStep = fc.oneof({ weight: 5, arbitrary: anyChange }, { weight: 3, arbitrary: anyPoll });

/** A trigger that watches the webinar for one event, and the events that it has reported. */
class Observer {
	private readonly trigger: ModelTrigger;
	private readonly reported = new Set<number>();
	/** The people to whom the event had happened before the first poll. */
	private readonly old: ReadonlySet<number>;
	/** The people to whom the event happened during the first poll. They may be reported. */
	private ambiguous: ReadonlySet<number> = new Set();

	constructor(
		private readonly event: string,
		private readonly model: ModelWebinar,
	) {
		this.trigger = new ModelTrigger(eventNamed(event), model.service);
		this.old = new Set(idsWithEvent(event, model));
	}

	async pollFirst(changes: Change[]): Promise<void> {
		this.model.changesDuringPoll = [...changes];
		expect(await this.trigger.poll(this.model.now)).toEqual([]);
		this.model.changesDuringPoll = [];
		this.ambiguous = new Set(idsWithEvent(this.event, this.model));
	}

	async poll({ minutesLater, requests, changes }: Omit<Poll, 'kind'>): Promise<void> {
		const { model } = this;
		model.now += minutesLater * MINUTE_MS;
		model.requestsLeft = requests;
		model.changesDuringPoll = [...changes];
		const items = await this.trigger.poll(model.now).catch(() => undefined);
		model.changesDuringPoll = [];
		const ids = (items ?? []).map(({ id }) => Number(id));
		expect(ids.filter((id) => this.old.has(id))).toEqual([]);
		expect(ids.filter((id, index) => this.reported.has(id) || ids.indexOf(id) !== index)).toEqual([]);
		expect(ids).toEqual([...ids].sort((one, other) => one - other));
		for (const id of ids) this.reported.add(id);

		const isUndisturbed = items !== undefined && changes.length === 0;
		const isEverythingFound = !model.hasRowLeft || minutesLater >= (6 * HOUR_MS) / MINUTE_MS;
		if (isUndisturbed && isEverythingFound) expect(this.missing()).toEqual([]);
		// A person to whom the event happens later can be hidden too.
		if (isUndisturbed && this.missing(Infinity).length === 0) model.hasRowLeft = false;
	}

	/** Returns the people who should have been reported by a time, if they do not change until then. */
	private missing(now = this.model.now): number[] {
		return idsWithEvent(this.event, { people: this.model.people, now }).filter(
			(id) => ![this.reported, this.old, this.ambiguous].some((ids) => ids.has(id)),
		);
	}
}

it.each(Object.keys(hasHappened))(
	'reports each person exactly once, in any order of changes, polls, failed requests and changes during polls: %s',
	async (event) => {
		const history = fc.array(anyStep, { maxLength: 30, size: 'max' });
		const orders = fc.constantFrom<Order>('oldestFirst', 'newestFirst', 'byEmail');
		const changesAtFirst = fc.array(
			anyChange.filter(({ kind }) => kind !== 'remove'),
			{ maxLength: 5 },
		);
		const property = fc.asyncProperty(history, orders, changesAtFirst, async (steps, order, changes) => {
			const model = new ModelWebinar(order, leavingChanges[event]);
			for (const startsInMinutes of [-600, -600, -600, -600, -600, 60, 60, 60, 60])
				model.register({ startsInMinutes, signedUpDaysAgo: 2 });
			const observer = new Observer(event, model);
			await observer.pollFirst(changes);
			for (const step of steps) {
				if (step.kind === 'poll') await observer.poll(step);
				else model.apply(step);
			}
			await observer.poll({ minutesLater: 361, requests: Infinity, changes: [] });
		});
		await fc.assert(property, { numRuns: 20 });
	},
);

it('does not report an old no-show whom the first poll missed, because attendees left the list while it was read', async () => {
	const model = new ModelWebinar('newestFirst');
	for (let old = 1; old <= 10; old++) model.register({ startsInMinutes: -600, signedUpDaysAgo: 2 });
	for (let running = 11; running <= 15; running++) model.register({ startsInMinutes: -10 });
	const observer = new Observer('registrantDidNotAttend', model);
	const none: Change = { kind: 'confirm', index: 0 };
	// Person 10 is the first one on page 2 when page 1 is read, and the last one on page 1 when page 2 is read, both times.
	const whileReading: Change[] = [none, { kind: 'attend', index: 14 }, none];
	const whileReadingAgain: Change[] = [
		{ kind: 'register', index: 0 },
		{ kind: 'attend', index: 13 },
	];
	const whileReadingHash = none;
	await observer.pollFirst([whileReadingHash, ...whileReading, ...whileReadingAgain]);
	await observer.poll({ minutesLater: 1, requests: Infinity, changes: [] });
	await observer.poll({ minutesLater: 200, requests: Infinity, changes: [] });
});

it('does not report an old registrant whom the first poll missed, because rows were removed while it read the list', async () => {
	const model = new ModelWebinar('newestFirst');
	for (let old = 1; old <= 15; old++) model.register({ signedUpDaysAgo: 2 });
	const observer = new Observer('registrantAdded', model);
	const none: Change = { kind: 'confirm', index: 0 };
	// Person 10 is the first one on page 2 when page 1 is read, and the last one on page 1 when page 2 is read, both times.
	const whileReading: Change[] = [none, { kind: 'remove', index: 14 }, none];
	const whileReadingAgain: Change[] = [
		{ kind: 'register', index: 0 },
		{ kind: 'remove', index: 13 },
	];
	const whileReadingHash = none;
	await observer.pollFirst([whileReadingHash, ...whileReading, ...whileReadingAgain]);
	model.register();
	await observer.poll({ minutesLater: 1, requests: Infinity, changes: [] });
	model.register({ signedUpDaysAgo: 2 });
	await observer.poll({ minutesLater: 361, requests: Infinity, changes: [] });
});

it('reports who attends after a first poll whose list lacked rows, although the person signed up long before', async () => {
	const model = new ModelWebinar('newestFirst');
	for (let old = 1; old <= 15; old++) model.register({ signedUpDaysAgo: 20 });
	for (const person of model.people) person.attended = true;
	model.register({ signedUpDaysAgo: 20 });
	const observer = new Observer('registrantAttended', model);
	// Before each request, a row is removed, also while the lists are read once more.
	await observer.pollFirst(Array.from({ length: 9 }, (): Change => ({ kind: 'remove', index: 0 })));
	for (const person of model.people) person.attended = true;
	await observer.poll({ minutesLater: 1, requests: Infinity, changes: [] });
	await observer.poll({ minutesLater: 361, requests: Infinity, changes: [] });
});

it('does not report an old no-show whom the first poll missed, because one person left an unordered list and others joined it', async () => {
	const model = new ModelWebinar('byEmail');
	for (const startsInMinutes of [-600, -600, -600, -600, -600, 60, 60, 60, 60])
		model.register({ startsInMinutes, signedUpDaysAgo: 2 });
	const observer = new Observer('registrantDidNotAttend', model);
	const join: Change = { kind: 'register', index: 0 };
	const leave: Change = { kind: 'attend', index: 0 };
	// Person 4 moves from page 3 to page 2 when person 1 leaves the list.
	await observer.pollFirst([join, join, join, leave, join, join, join]);
	await observer.poll({ minutesLater: 361, requests: Infinity, changes: [] });
});

it('reports a no-show who signed up after the first poll for a session that was already over', async () => {
	const model = new ModelWebinar('oldestFirst');
	const observer = new Observer('registrantDidNotAttend', model);
	await observer.pollFirst([]);
	model.register({ startsInMinutes: -600 });
	await observer.poll({ minutesLater: 1, requests: Infinity, changes: [] });
});

it('forgets a registrant who leaves the list of Did Not Attend by attending, so that the state does not grow', async () => {
	const model = new ModelWebinar('oldestFirst');
	model.register();
	const trigger = new ModelTrigger(eventNamed('registrantDidNotAttend'), model.service);
	await trigger.poll(model.now);
	expect(trigger.stored).toMatchObject({
		webinars: { 1: { memory: { decisions: matching(/^1:waiting:/) } } },
	});
	model.apply({ kind: 'attend', index: 0 });
	model.now += 5 * HOUR_MS;
	await trigger.poll(model.now);
	expect(trigger.stored).toMatchObject({ webinars: { 1: { memory: { decisions: '' } } } });
});

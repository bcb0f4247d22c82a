import * as fc from 'fast-check';

import { readAccount } from '../../../nodes/WebinarAccount/service/account';
import {
	type CallParameters,
	type ServiceClient,
	endpoints,
} from '../../../nodes/WebinarAccount/service/endpoints';
import { products } from '../../../nodes/WebinarAccount/service/products';
import { events } from '../../../nodes/WebinarAccount/trigger/events';
import { MINUTE_MS, MINUTES_AFTER_START, ModelTrigger } from './modelTrigger';

/** Runs random histories of a webinar and asserts that each event is reported exactly once. */

const HOUR_MS = 60 * MINUTE_MS;
const PER_PAGE = 3;

interface Person {
	id: number;
	startsAt: number;
	attended: boolean;
	purchased: boolean;
}

/** Returns a date as the service accepts it, in UTC. */
const dateText = (moment: number) => new Date(moment).toISOString().slice(0, 16).replace('T', ' ');
const flag = (value: boolean) => (value ? 'Yes' : 'No');

/** Simulates a service with one webinar in UTC and its registrants. */
class ModelWebinar {
	people: Person[] = [];
	now = Date.UTC(2026, 2, 2, 12);
	/** Number of requests that succeed before the service fails. */
	requestsLeft = Infinity;
	/** Changes that happen while a poll reads the list: one before each request. */
	changesDuringPoll: Change[] = [];
	private lastId = 0;

	constructor(private readonly newestFirst: boolean) {}

	/** Registers a person for a session that starts an hour later. */
	register(): void {
		this.people.push({
			id: ++this.lastId,
			startsAt: this.now + HOUR_MS,
			attended: false,
			purchased: false,
		});
	}

	readonly service: ServiceClient = {
		account: readAccount({ apiKey: 'key' }),
		product: products.live,
		callOnce: () => Promise.reject(new Error('The trigger repeats its requests')),
		call: (name, parameters = {}) => {
			const change = this.changesDuringPoll.shift();
			if (change) applyChange(change, this);
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
			if (attended_replay === '1') return false;
			if (attended_live !== undefined && person.attended !== (attended_live === '1')) return false;
			return purchased === undefined || person.purchased === (purchased === '1');
		});
		if (this.newestFirst) listed.reverse();
		const first = (Number(page) - 1) * PER_PAGE;
		const rows = listed.slice(first, first + PER_PAGE).map((person) => ({
			id: person.id,
			schedule_id: 7,
			event: dateText(person.startsAt),
			attended_live: flag(person.attended),
			purchased_live: flag(person.purchased),
		}));
		return { data: rows, last_page: Math.max(1, Math.ceil(listed.length / PER_PAGE)), total: listed.length };
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

type Change = { kind: 'register' } | { kind: 'attend' | 'buy' | 'remove'; index: number };
type Step = Change | { kind: 'poll'; minutesLater: number; requests: number; changes: Change[] };

const anyChange: fc.Arbitrary<Change> = fc.oneof(
	{ weight: 4, arbitrary: fc.record({ kind: fc.constant('register') }) },
	{
		weight: 3,
		arbitrary: fc.record({ kind: fc.constantFrom('attend', 'buy', 'remove'), index: fc.nat(12) }),
	},
);
const anyStep: fc.Arbitrary<Step> = fc.oneof(
	{ weight: 7, arbitrary: anyChange },
	{
		weight: 2,
		arbitrary: fc.record({
			kind: fc.constant('poll'),
			minutesLater: fc.integer({ min: 1, max: 200 }),
			/** Requests that succeed before the service fails. */
			requests: fc.oneof(fc.nat(8), fc.constant(Infinity)),
			changes: fc.array(anyChange, { maxLength: 5 }),
		}),
	},
);

/** Applies a step to the webinar. Returns the IDs that the trigger reports, if the step is a poll. */
async function applyStep(step: Step, model: ModelWebinar, trigger: ModelTrigger): Promise<number[]> {
	if (step.kind !== 'poll') {
		applyChange(step, model);
		return [];
	}
	model.now += step.minutesLater * MINUTE_MS;
	model.requestsLeft = step.requests;
	model.changesDuringPoll = [...step.changes];
	const reported = await pollIds(model, trigger).catch(() => []);
	model.changesDuringPoll = [];
	return reported;
}

function applyChange(change: Change, model: ModelWebinar): void {
	if (change.kind === 'register') {
		model.register();
		return;
	}
	const person = model.people[change.index];
	if (!person) return;
	if (change.kind === 'remove') model.people.splice(change.index, 1);
	if (change.kind === 'attend') person.attended = true;
	if (change.kind === 'buy') person.purchased = true;
}

/** Polls once more, six hours later and without failing requests. */
async function pollAfterEverything(model: ModelWebinar, trigger: ModelTrigger): Promise<number[]> {
	model.requestsLeft = Infinity;
	model.now += 6 * HOUR_MS;
	return await pollIds(model, trigger);
}

/** Returns the IDs of the reported people. @throws if a request fails */
async function pollIds({ now }: ModelWebinar, trigger: ModelTrigger): Promise<number[]> {
	return (await trigger.poll(now)).map(({ id }) => Number(id));
}

const testedEvents = events.filter(({ value }) => value in hasHappened);

/** Returns the IDs of the people to whom an event has happened. */
const idsWithEvent = (eventName: string, { people, now }: ModelWebinar) =>
	people.filter((person) => hasHappened[eventName]?.(person, now)).map(({ id }) => id);

it.each(testedEvents)(
	'reports each person exactly once, in any order of changes, polls, failed requests and changes during polls: $value',
	async (event) => {
		const history = fc.array(anyStep, { maxLength: 30, size: 'max' });
		const property = fc.asyncProperty(history, fc.boolean(), async (steps, newestFirst) => {
			const model = new ModelWebinar(newestFirst);
			for (let people = 0; people < 4; people++) model.register();
			const trigger = new ModelTrigger(event, model.service);
			expect(await pollIds(model, trigger)).toEqual([]);
			const idsAtFirst = idsWithEvent(event.value, model);

			const reported: number[] = [];
			for (const step of steps) reported.push(...(await applyStep(step, model, trigger)));
			reported.push(...(await pollAfterEverything(model, trigger)));

			const expected = idsWithEvent(event.value, model).filter((id) => !idsAtFirst.includes(id));
			expect(reported).toEqual(expect.arrayContaining(expected));
			expect(reported).toEqual([...new Set(reported)]);
			expect(reported.filter((id) => idsAtFirst.includes(id))).toEqual([]);
		});
		await fc.assert(property, { numRuns: 20 });
	},
);

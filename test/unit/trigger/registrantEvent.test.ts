import * as fc from 'fast-check';

import { readAccount } from '../../../nodes/WebinarAccount/service/account';
import type { CallParameters, ServiceClient } from '../../../nodes/WebinarAccount/service/endpoints';
import { products } from '../../../nodes/WebinarAccount/service/products';
import { responseSchemas } from '../../../nodes/WebinarAccount/service/schemas';
import { events } from '../../../nodes/WebinarAccount/trigger/events';
import { findEvents } from '../../../nodes/WebinarAccount/trigger/findEvents';
import { readState } from '../../../nodes/WebinarAccount/trigger/store';
import { WebinarReader } from '../../../nodes/WebinarAccount/webinars/webinarReader';

/** Random histories of a webinar: whatever happens, each event is reported exactly once. */

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const PER_PAGE = 3;
const MINUTES_AFTER_START = 180;

interface Person {
	id: number;
	startsAt: number;
	attended: boolean;
	purchased: boolean;
}

/** Returns a date as the service accepts it, in UTC. */
const dateText = (moment: number) => new Date(moment).toISOString().slice(0, 16).replace('T', ' ');
const flag = (value: boolean) => (value ? 'Yes' : 'No');

/** A webinar in UTC with its registrants, in the place of the service. */
class ModelWebinar {
	people: Person[] = [];
	now = Date.UTC(2026, 2, 2, 12);
	/** How many more requests succeed. */
	requestsLeft = Infinity;
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
		call: (_product, name, parameters = {}) => {
			if (this.requestsLeft-- <= 0) return Promise.reject(new Error('The service fails'));
			const body =
				name === 'registrants'
					? { registrants: this.page(parameters) }
					: { webinar: { webinar_id: 1, timezone: 'UTC', schedules: [] } };
			return Promise.resolve(responseSchemas[name].parse(body));
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

/** Polls one event, and keeps the state as JSON, as n8n does. */
class Trigger {
	private stored: unknown;

	constructor(
		private readonly eventName: string,
		private readonly model: ModelWebinar,
	) {}

	/** Returns the IDs of the reported people. @throws if a request fails */
	async poll(): Promise<number[]> {
		const { service, now } = this.model;
		const event = events.find(({ value }) => value === this.eventName);
		if (!event) throw new Error(`There is no event ${this.eventName}`);
		const context = {
			event,
			product: products.live,
			service,
			webinars: new WebinarReader(service, {
				now: () => now,
				displayedSince: performance.now(),
				signal: undefined,
			}).forDisplay(),
			webinar: { id: '1' },
			titleContains: '',
			schedule: undefined,
			watchKey: 'key',
			now,
			minutesBefore: 60,
			minutesInRoom: 30,
			minutesAfterStart: MINUTES_AFTER_START,
			minimumMinutes: 0,
			simplify: false,
			warn: () => {},
		};
		const { events: found, state } = await findEvents(context, readState(this.stored, 'key'));
		this.stored = JSON.parse(JSON.stringify(state));
		return found.map(({ id }) => Number(id));
	}
}

const isOver = (person: Person, now: number) => person.startsAt + MINUTES_AFTER_START * MINUTE_MS <= now;

/** Whether an event has happened to a person. */
const hasHappened: Record<string, (person: Person, now: number) => boolean> = {
	registrantAdded: () => true,
	registrantAttended: ({ attended }) => attended,
	registrantDidNotAttend: (person, now) => !person.attended && isOver(person, now),
	registrantDidNotPurchase: (person, now) => person.attended && !person.purchased && isOver(person, now),
	registrantPurchased: ({ purchased }) => purchased,
};

type Step =
	| { kind: 'register' }
	| { kind: 'attend' | 'buy' | 'remove'; index: number }
	| { kind: 'poll'; minutesLater: number; requests: number };

const index = fc.nat(12);
const anyStep: fc.Arbitrary<Step> = fc.oneof(
	{ weight: 4, arbitrary: fc.record({ kind: fc.constant('register') }) },
	{ weight: 3, arbitrary: fc.record({ kind: fc.constantFrom('attend', 'buy', 'remove'), index }) },
	{
		weight: 2,
		arbitrary: fc.record({
			kind: fc.constant('poll'),
			minutesLater: fc.integer({ min: 1, max: 200 }),
			/** Requests that succeed before the service fails. */
			requests: fc.oneof(fc.nat(8), fc.constant(Infinity)),
		}),
	},
);

function change(model: ModelWebinar, step: Exclude<Step, { kind: 'poll' }>): void {
	if (step.kind === 'register') {
		model.register();
		return;
	}
	const person = model.people[step.index];
	if (!person) return;
	if (step.kind === 'remove') model.people.splice(step.index, 1);
	if (step.kind === 'attend') person.attended = true;
	if (step.kind === 'buy') person.purchased = true;
}

describe.each(Object.entries(hasHappened))('%s', (eventName, happened) => {
	it('reports each event exactly once, whatever happens between polls', async () => {
		const history = fc.array(anyStep, { maxLength: 30, size: 'max' });
		const property = fc.asyncProperty(history, fc.boolean(), async (steps, newestFirst) => {
			const model = new ModelWebinar(newestFirst);
			for (let people = 0; people < 4; people++) model.register();
			const trigger = new Trigger(eventName, model);
			expect(await trigger.poll()).toEqual([]);
			const before = new Set(
				model.people.filter((person) => happened(person, model.now)).map(({ id }) => id),
			);

			const reported: number[] = [];
			for (const step of steps) {
				if (step.kind !== 'poll') change(model, step);
				else {
					model.now += step.minutesLater * MINUTE_MS;
					model.requestsLeft = step.requests;
					reported.push(...(await trigger.poll().catch(() => [])));
				}
			}
			model.requestsLeft = Infinity;
			model.now += 6 * HOUR_MS;
			reported.push(...(await trigger.poll()));

			const expected = model.people.filter((person) => happened(person, model.now) && !before.has(person.id));
			expect(reported).toEqual(expect.arrayContaining(expected.map(({ id }) => id)));
			expect(new Set(reported).size).toBe(reported.length);
			expect(reported.filter((id) => before.has(id))).toEqual([]);
		});
		await fc.assert(property, { numRuns: 100 });
	});
});

import * as fc from 'fast-check';

import { type ModelOptions, ModelRegistrants, orders, phraseOf } from '../../support/modelRegistrants';
import { step } from '../../support/steps';
import { eventNamed, Watcher } from '../../support/watcher';

const HOUR_MS = 60 * 60_000;

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

const webinar = fc.nat(6);
const happening = fc.oneof(
	step('register', { webinar, count: fc.integer({ min: 1, max: 4 }) }),
	step('remove', { index: fc.nat(20) }),
	/** A webinar comes into sight, again or for the first time, or goes. */
	step('list', { webinar }),
	step('hide', { webinar }),
	step('wait', { hours: fc.integer({ min: 1, max: 200 }) }),
	step('changeKey', {}),
	step('restart', {}),
	poll,
);

/** Plays a history of an account's webinars, and holds what is reported against who registered. */
class Play {
	private readonly model: ModelRegistrants;
	private readonly watcher: Watcher;
	private readonly reported: number[] = [];
	/** Those who must be reported if their webinar is listed, and those who may be. */
	private readonly due = new Set<number>();
	private readonly doubtful = new Set<number>();
	/** Webinars that were not listed at the first poll: whoever registers then is new. Undefined until it. */
	private unlisted: Set<number> | undefined;

	constructor(order: ModelOptions['order']) {
		this.model = new ModelRegistrants({ order, counts: 'both', perPage: 2 });
		this.model.webinars.clear();
		this.watcher = new Watcher(eventNamed('registrantAdded'), this.model.service, { webinar: undefined });
		for (const id of [0, 1, 2]) this.list(id);
	}

	async step(step: History[number]): Promise<void> {
		if (step.kind === 'poll') await this.poll(step);
		else if (step.kind === 'wait') this.watcher.now += step.hours * HOUR_MS;
		else if (step.kind === 'list') this.list(step.webinar);
		else if (step.kind === 'hide') this.model.webinars.delete(step.webinar);
		else if (step.kind === 'register') {
			for (let count = 0; count < step.count; count++) this.register(step.webinar);
		} else if (step.kind === 'remove') {
			for (const { id } of this.model.people.splice(step.index, 1)) this.due.delete(id);
		} else if (step.kind === 'restart') {
			this.watcher.restart();
			// Their webinar was first read after the state was last saved: it is read for the first time again.
			for (const { id, webinar } of this.model.people)
				if (!this.isOpen(webinar) && this.due.delete(id)) this.doubtful.add(id);
		} else {
			this.watcher.changeKey();
			this.unlisted = undefined;
			for (const memory of [this.due, this.doubtful]) memory.clear();
			this.reported.length = 0;
		}
	}

	check(): void {
		expect(new Set(this.reported).size).toBe(this.reported.length);
		const { people, webinars } = this.model;
		const listed = people.filter(({ webinar }) => webinars.has(webinar)).map(({ id }) => id);
		expect(this.reported).toEqual(expect.arrayContaining(listed.filter((id) => this.due.has(id))));
		const others = people.filter(({ id }) => !this.due.has(id) && !this.doubtful.has(id)).map(({ id }) => id);
		expect(this.reported.filter((id) => others.includes(id))).toEqual([]);
	}

	private list(id: number): void {
		const schedules = [phraseOf(Date.UTC(2025, 0, 1))];
		this.model.webinars.set(id, { title: `Webinar ${id}`, schedules });
	}

	/** Whether everybody who registers in a webinar now is new. */
	private isOpen(webinar: number): boolean {
		const { stored = '{"webinars":{}}' } = this.watcher;
		const { webinars } = JSON.parse(stored) as { webinars: Record<string, { state?: unknown }> };
		return this.unlisted?.has(webinar) === true || webinars[webinar]?.state !== undefined;
	}

	private register(webinar: number, isDuringPoll = false): void {
		this.model.now = this.watcher.now;
		const { id } = this.model.register(0, 7, webinar);
		if (this.unlisted && this.isOpen(webinar)) this.due.add(id);
		else if (isDuringPoll || (this.unlisted && !this.model.webinars.has(webinar))) this.doubtful.add(id);
	}

	private async poll({ endAt, failAt, joinAt }: Poll): Promise<void> {
		const { model } = this;
		const begun = model.pages.length;
		const part = new AbortController();
		const isFirst = this.unlisted === undefined;
		model.beforePage = (call) => {
			const number = call - begun;
			if (number === endAt) part.abort();
			if (number === failAt) throw new Error('The host fails');
			for (const [at, webinar] of joinAt) if (at === number) this.register(webinar, true);
		};
		try {
			const events = await this.watcher.poll({ lastStart: part.signal });
			if (isFirst) {
				expect(events).toEqual([]);
				this.begin();
			}
			this.reported.push(...events.map(({ id }) => Number(id)));
		} catch (error) {
			expect(String(error)).toContain('The host fails');
		}
	}

	/** After the first poll: those who signed up within a day before it may be new where it saw nobody. */
	private begin(): void {
		const ids = Array.from({ length: 7 }, (_, id) => id);
		this.unlisted = new Set(ids.filter((id) => !this.model.webinars.has(id)));
		for (const { id, webinar, signedUpAt } of this.model.people)
			if (this.unlisted.has(webinar) && this.watcher.now - signedUpAt <= 24 * HOUR_MS) this.doubtful.add(id);
	}
}

const histories = fc.array(happening, { maxLength: 25, size: 'max' });
type History = typeof histories extends fc.Arbitrary<infer T> ? T : never;

it('reports each registrant of all webinars once, whatever happens between and during polls', async () => {
	const host = fc.constantFrom(...orders.filter((order) => order !== 'shuffled'));
	const property = fc.asyncProperty(host, histories, async (order, history) => {
		const play = new Play(order);
		const after = { kind: 'wait', hours: 7 } as const;
		for (const each of [...history, after, quiet, after, quiet, after, quiet]) await play.step(each);
		play.check();
	});
	await fc.assert(property, { numRuns: 100 });
});

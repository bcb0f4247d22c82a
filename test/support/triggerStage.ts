import type { INodeExecutionData } from 'n8n-workflow';

import type { Registrant } from '../../sandbox';
import type { TriggerOptions } from './engine';
import type { ActiveTrigger } from './engine/activeTrigger';
import { byId } from './harness';
import { askedIn, longOver, setMany } from './manyWebinars';
import { OwnAccount } from './ownAccount';

export const watched = { resource: 'live', webinarId: byId(1) };
export const added = { ...watched, event: 'registrantAdded' };
export const attended = { ...watched, event: 'registrantAttended' };
export const purchased = { ...watched, event: 'registrantPurchased' };
export const allWebinars = { resource: 'live', webinarScope: 'all', webinarId: byId('') };

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

export const poll = async (trigger: ActiveTrigger) => (await trigger.poll()).map(({ json }) => json);
export const reported = async (trigger: ActiveTrigger) => (await poll(trigger)).map(({ id }) => id);
export const idsOf = (registrants: readonly Registrant[]) => registrants.map(({ id }) => id);

const UNITS = { min: MINUTE_MS, h: HOUR_MS, d: DAY_MS };

/** What a test file of the trigger works with: each test begins on a Monday, 07:00 in New York. */
export class TriggerStage extends OwnAccount {
	constructor() {
		super(Date.parse('2026-03-02T12:00:00Z'));
	}

	/** The number of calls that some work makes. */
	async callsOf(work: () => Promise<unknown>): Promise<number> {
		const before = this.sandbox.calls.length;
		await work();
		return this.sandbox.calls.length - before;
	}

	/** Lets the registrants of a webinar, or of all, not be read. */
	failToList(webinarId?: number): void {
		this.sandbox.fail({ kind: 'statusError', operation: 'registrants', webinarId, times: Infinity });
	}

	/**
	 * Plays a story, a step at a time, with a semicolon after each:
	 * - `watch registrantAdded` (in webinar 1), `watch all registrantAdded`; `titled Demo`: only webinars with this
	 *   title, also of a trigger that is changed; `before 5`: Minutes Before
	 * - `+ann`, `+ann@2` (in webinar 2), `+60` (that many people); `-ann` is removed
	 * - `ann:live`, `ann:replay`, `ann:buys`; `ann:200` (her session began so many minutes ago)
	 * - `webinars 1 2`: the account has these, with a session every day; `over 1 2`: with one that is long over;
	 *   `at 07:30 1 2`: with one today; `rename 1 Demo`; `heal`
	 * - `fail 1 2`: these cannot be read; `cut 1 2`: nor after the first page
	 * - `5min`, `6h`, `2d` pass; `key`: another API key
	 * - `poll → ann @2 60`: what the poll reports: people, webinars, a number of people; `poll → fails with …`.
	 *   The first one is that of the activation. After `restart`, it also shows what n8n's poll then reported.
	 * - `asked 1 2`: the webinars for which the last poll called
	 */
	async play(story: string, options: Partial<TriggerOptions> = {}): Promise<ActiveTrigger | undefined> {
		const play = new Play(this, options);
		for (const step of stepsOf(story)) await play.step(step);
		return play.trigger;
	}
}

export const stepsOf = (story: string) => story.trim().split(/;\s+/);

class Play {
	private parameters: TriggerOptions['parameters'] = {};
	trigger: ActiveTrigger | undefined;
	private saved: TriggerOptions['saved'];
	/** By the IDs of their rows; those without a name have an empty one. */
	private readonly people = new Map<unknown, { name: string; registrant: Registrant }>();
	private readonly credential: TriggerStage['credential'];
	/** What was reported on a restart. */
	private atRestart: INodeExecutionData[] = [];
	private asked: number[] = [];

	constructor(
		private readonly stage: TriggerStage,
		private readonly options: Partial<TriggerOptions>,
	) {
		this.credential = stage.credential;
	}

	async step(step: string): Promise<void> {
		const { sandbox } = this.stage;
		const [what = '', ...words] = step.split(' ');
		if (what === 'poll') {
			const before = sandbox.calls.length;
			const found = await this.poll().catch((error: unknown) => `fails with ${String(error)}`);
			this.asked = [...new Set(askedIn(sandbox.calls.slice(before)))];
			const expected = words.slice(1).join(' ');
			if (expected.startsWith('fails with ')) {
				expect(found).toMatch(/^fails with /);
				expect(found).toContain(expected.slice('fails with '.length));
			} else expect([step, found]).toEqual([step, expected]);
		} else if (what === 'restart') this.atRestart = (await this.trigger?.restart()) ?? [];
		else if (what === 'asked') expect([step, this.asked]).toEqual([step, words.map(Number)]);
		else if (what === 'watch')
			this.change({ ...(words.length > 1 ? allWebinars : watched), event: words.at(-1) ?? '' });
		else if (what === 'titled')
			this.change({ ...this.parameters, options: { titleContains: words.join(' ') } });
		else if (what === 'before') this.change({ ...this.parameters, minutesBefore: Number(words[0]) });
		else if (what === 'webinars') setMany(sandbox, words.map(Number));
		else if (what === 'over') setMany(sandbox, words.map(Number), [longOver]);
		else if (what === 'at') {
			const [time = '', ...webinars] = words;
			setMany(sandbox, webinars.map(Number), [{ kind: 'once', schedule: 8, daysAhead: 0, time }]);
		} else if (what === 'heal') sandbox.clearFaults();
		else if (what === 'rename') {
			const [webinarId, ...title] = words;
			sandbox.changeWebinar({ product: 'live', webinarId: Number(webinarId) }, { title: title.join(' ') });
		} else if (what === 'fail' || what === 'cut') {
			const [skip, times] = [what === 'cut' ? 1 : 0, Infinity];
			for (const webinarId of words.map(Number))
				sandbox.fail({ kind: 'statusError', webinarId, skip, times });
		} else if (what === 'key') {
			this.credential.apiKey = this.credential.apiKey.replace('own', 'new');
			sandbox.setApiKey(this.credential.apiKey);
		} else for (const word of [what, ...words]) this.happen(word);
	}

	/** Saves the trigger with other parameters. */
	private change(parameters: TriggerOptions['parameters']): void {
		this.saved = this.trigger?.saved;
		this.trigger = undefined;
		this.parameters = parameters;
	}

	private happen(word: string): void {
		const { stage } = this;
		const [, name = '', fact = ''] = /^[-+]?(\w+)[:@]?(\w*)$/.exec(word) ?? [];
		const [, amount = '', unit = ''] = /^(\d+)(min|h|d)$/.exec(word) ?? [];
		if (unit === 'min' || unit === 'h' || unit === 'd') stage.now += Number(amount) * UNITS[unit];
		else if (word.startsWith('+')) {
			const isNamed = !/^\d+$/.test(name);
			for (const registrant of stage.add(isNamed ? 1 : Number(name), Number(fact || 1)))
				this.people.set(registrant.id, { name: isNamed ? name : '', registrant });
		} else {
			const person = [...this.people.values()].find((one) => one.name === name)?.registrant;
			if (!person) throw new Error(`Nobody was registered as ${name}`);
			if (word.startsWith('-')) stage.sandbox.removeRegistrant(person);
			else if (fact === 'buys') stage.sandbox.buy(person, { live: 49 });
			else if (fact === 'live' || fact === 'replay') stage.sandbox.attend(person, { [fact]: 60 });
			else stage.sandbox.startSession(person, Number(fact));
		}
	}

	private async poll(): Promise<string> {
		const { credential, options, parameters, trigger } = this;
		const { saved = options.saved } = this;
		this.trigger ??= await this.stage.activate(parameters, {
			...options,
			credential,
			...(saved && { saved }),
		});
		const items = trigger ? await trigger.poll() : this.trigger.atFirst;
		const reported = [...this.atRestart.splice(0), ...items];
		const ids = reported.map(({ json }) => json.id ?? json.webinar_id);
		expect(new Set(ids).size).toBe(ids.length);
		const found = reported.map(({ json }) => {
			const person = this.people.get(json.id);
			return person ? person.name : `@${JSON.stringify(json.webinar_id)}`;
		});
		const unnamed = found.filter((name) => name === '').length;
		return [...found.filter(Boolean), ...(unnamed > 0 ? [unnamed] : [])].join(' ');
	}
}

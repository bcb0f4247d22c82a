import type { Registrant } from '../../sandbox';
import type { ActiveTrigger } from './engine/activeTrigger';
import { byId } from './harness';
import { OwnAccount } from './ownAccount';

export const watched = { resource: 'live', webinarId: byId(1) };
export const added = { ...watched, event: 'registrantAdded' };
export const attended = { ...watched, event: 'registrantAttended' };
export const purchased = { ...watched, event: 'registrantPurchased' };
export const allWebinars = { resource: 'live', webinarScope: 'all', webinarId: byId('') };

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** Polls once, and returns the JSON of the items. */
export const poll = async (trigger: ActiveTrigger) => (await trigger.poll()).map(({ json }) => json);
/** Polls once, and returns the row IDs of the reported registrants. */
export const reported = async (trigger: ActiveTrigger) => (await poll(trigger)).map(({ id }) => id);
/** Polls once, and returns the IDs of the reported webinars. */
export const reportedWebinars = async (trigger: ActiveTrigger) =>
	(await poll(trigger)).map(({ webinar_id }) => webinar_id);
export const idsOf = (registrants: readonly Registrant[]) => registrants.map(({ id }) => id);

/** The steps of a story that a test writes as one string. */
export const stepsOf = (story: string) => story.trim().split(/;\s+/);

/** What a test file of the trigger works with: each test begins on a Monday, 07:00 in New York. */
export class TriggerStage extends OwnAccount {
	constructor() {
		super(Date.parse('2026-03-02T12:00:00Z'));
	}

	/** Counts the requests that some work makes. */
	async callsOf(work: () => Promise<unknown>): Promise<number> {
		const before = this.sandbox.calls.length;
		await work();
		return this.sandbox.calls.length - before;
	}

	/** Returns the webinars whose registrants or sessions some work reads, in the order of the requests. */
	async webinarsReadBy(work: () => Promise<unknown>): Promise<number[]> {
		const before = this.sandbox.calls.length;
		await work();
		const requests = this.sandbox.calls
			.slice(before)
			.filter(({ operation }) => operation === 'registrants' || operation === 'webinar');
		return [...new Set(requests.map(({ parameters }) => Number(parameters.webinar_id)))];
	}

	/** Registers one person. */
	register(webinarId = 1): Registrant {
		const [person] = this.addRegistrants(1, webinarId);
		if (!person) throw new Error('The sandbox registered nobody');
		return person;
	}

	/** Registers people whose session began some time ago. */
	registerForSession(people: number, minutesAgo: number): Registrant[] {
		const registrants = this.addRegistrants(people);
		for (const person of registrants) this.sandbox.startSession(person, minutesAgo);
		return registrants;
	}

	/** Lets the registrant list of a webinar, or of all webinars, fail. @param skip requests that succeed before */
	failToList(webinarId?: number, skip = 0): void {
		this.sandbox.fail({ kind: 'statusError', operation: 'registrants', webinarId, skip, times: Infinity });
	}
}

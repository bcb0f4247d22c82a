import type { Registrant } from '../../sandbox';
import type { ActiveTrigger } from './engine/activeTrigger';
import { byId } from './harness';
import { OwnAccount } from './ownAccount';
import { live } from './sandboxWebinars';

/** Parameters of the trigger without an event. */
export const inOneWebinar = { resource: 'live', webinarId: byId(live.oneSession) };
export const inAllWebinars = { resource: 'live', webinarScope: 'all', webinarId: byId('') };

export const registrantAdded = { ...inOneWebinar, event: 'registrantAdded' };
export const registrantAttended = { ...inOneWebinar, event: 'registrantAttended' };
export const registrantPurchased = { ...inOneWebinar, event: 'registrantPurchased' };

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** Polls once, and returns the JSON of the items. */
export const poll = async (trigger: ActiveTrigger) => (await trigger.poll()).map(({ json }) => json);
/** Polls once, and returns the row IDs of the reported registrants. */
export const pollRegistrantIds = async (trigger: ActiveTrigger) => (await poll(trigger)).map(({ id }) => id);
/** Polls once, and returns the IDs of the reported webinars. */
export const pollWebinarIds = async (trigger: ActiveTrigger) =>
	(await poll(trigger)).map(({ webinar_id }) => webinar_id);
/** Returns the row IDs of registrants. */
export const idsOf = (registrants: readonly Registrant[]) => registrants.map(({ id }) => id);

/** The account of a test file of the trigger: each test begins on a Monday, 07:00 in New York. */
export class TriggerStage extends OwnAccount {
	constructor() {
		super(Date.parse('2026-03-02T12:00:00Z'));
	}

	/** Counts the requests that some work makes. */
	async countRequestsDuring(work: () => Promise<unknown>): Promise<number> {
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

	/** Adds one person who registered elsewhere. */
	addRegistrant(webinarId: number = live.oneSession): Registrant {
		const [person] = this.addRegistrants(1, webinarId);
		if (!person) throw new Error('The sandbox registered nobody');
		return person;
	}

	/** Adds two people who registered elsewhere. */
	addTwoRegistrants(webinarId: number = live.oneSession): [Registrant, Registrant] {
		return [this.addRegistrant(webinarId), this.addRegistrant(webinarId)];
	}

	/** Adds people whose session began some time ago. */
	addRegistrantsOfSession(people: number, { minutesAgo }: { minutesAgo: number }): Registrant[] {
		const registrants = this.addRegistrants(people);
		for (const person of registrants) this.sandbox.startSession(person, minutesAgo);
		return registrants;
	}

	/** Adds one person whose session began some time ago. */
	addRegistrantOfSession({ minutesAgo }: { minutesAgo: number }): Registrant {
		const person = this.addRegistrant();
		this.sandbox.startSession(person, minutesAgo);
		return person;
	}

	/** Adds two people whose session began some time ago. */
	addTwoRegistrantsOfSession({ minutesAgo }: { minutesAgo: number }): [Registrant, Registrant] {
		return [this.addRegistrantOfSession({ minutesAgo }), this.addRegistrantOfSession({ minutesAgo })];
	}

	/** Lets requests for the registrant list fail. @param target one webinar, and how many requests succeed before */
	failRegistrantList({ webinarId, skip = 0 }: { webinarId?: number; skip?: number } = {}): void {
		this.sandbox.fail({ kind: 'statusError', operation: 'registrants', webinarId, skip, times: Infinity });
	}
}

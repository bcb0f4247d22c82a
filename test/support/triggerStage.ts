import type { ActiveTrigger } from './engine/activeTrigger';
import type { Registrant } from '../../sandbox';
import { byId } from './harness';
import { OwnAccount } from './ownAccount';

export const watched = { resource: 'live', webinarId: byId(1) };
export const added = { ...watched, event: 'registrantAdded' };
export const attended = { ...watched, event: 'registrantAttended' };
export const purchased = { ...watched, event: 'registrantPurchased' };

export const poll = async (trigger: ActiveTrigger) => (await trigger.poll()).map(({ json }) => json);
export const reported = async (trigger: ActiveTrigger) => (await poll(trigger)).map(({ id }) => id);
export const idsOf = (registrants: readonly Registrant[]) => registrants.map(({ id }) => id);

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
}

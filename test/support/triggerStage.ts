import { Settings } from 'luxon';

import type { ActiveTrigger } from './engine/activeTrigger';
import type { Registrant } from '../../sandbox';
import { byId, Harness } from './harness';

export const watched = { resource: 'live', webinarId: byId(1) };
export const added = { ...watched, event: 'registrantAdded' };
export const attended = { ...watched, event: 'registrantAttended' };
export const purchased = { ...watched, event: 'registrantPurchased' };

export const poll = async (trigger: ActiveTrigger) => (await trigger.poll()).map(({ json }) => json);
export const reported = async (trigger: ActiveTrigger) => (await poll(trigger)).map(({ id }) => id);
export const idsOf = (registrants: readonly Registrant[]) => registrants.map(({ id }) => id);

/** What a test file of the trigger works with: the built node and a sandbox, at a time that a test can set. */
export class TriggerStage {
	/** Milliseconds since 1970. */
	now = 0;
	private ready: Harness | undefined;

	/** Sets up the test file: one harness for all tests, each from a reset sandbox and on a Monday, 07:00 in New York. */
	constructor() {
		beforeAll(async () => {
			Settings.now = () => this.now;
			this.ready = await Harness.start({ now: () => this.now });
		});
		beforeEach(() => {
			this.now = Date.parse('2026-03-02T12:00:00Z');
			this.sandbox.reset();
			this.sandbox.setRegistrantsList({ paginator: 'paginator', newestFirst: false, hasRegistrants: true });
		});
		afterAll(() => this.harness.stop());
	}

	get harness(): Harness {
		if (!this.ready) throw new Error('The harness is there while tests run');
		return this.ready;
	}

	get sandbox() {
		return this.harness.sandbox;
	}

	/** Registers people to the watched webinar. */
	register(people = 1): Registrant[] {
		return this.sandbox.addRegistrants({ product: 'live', webinarId: 1 }, people);
	}

	/** The number of calls that some work makes. */
	async callsOf(work: () => Promise<unknown>): Promise<number> {
		const before = this.sandbox.calls.length;
		await work();
		return this.sandbox.calls.length - before;
	}
}

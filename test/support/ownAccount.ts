import { Settings } from 'luxon';

import { Harness } from './harness';

/** Sets up a test file or a group of tests: each test gets the built node and a sandbox with a new account. */
export function useOwnAccount(): OwnAccount {
	return new OwnAccount();
}

/** A Monday, 07:07 in New York; daylight saving begins there on the following Sunday. */
const MONDAY = Date.parse('2026-03-02T12:07:30Z');

/** Nothing of the account is cached from an earlier test. Runs of one test share cached responses, as in one n8n. */
export class OwnAccount extends Harness {
	/** The time of the service, in milliseconds since 1970. */
	now = 0;
	/** How far n8n's clock is ahead of the service's, in milliseconds. */
	n8nClockAheadMs = 0;
	override sharesCache = true;

	constructor(from = MONDAY) {
		super();
		beforeEach(async () => {
			this.now = from;
			await this.begin({ now: () => this.now });
			this.n8nClockAheadMs = 0;
			Settings.now = () => this.now + this.n8nClockAheadMs;
		});
		afterEach(async () => {
			const deviations = this.openApi.take();
			await this.stop();
			expect(deviations).toEqual([]);
		});
	}

	/** Lets time pass: moves the clocks of the service and of n8n. */
	override passTime(milliseconds: number): void {
		this.now += milliseconds;
		super.passTime(milliseconds);
	}
}

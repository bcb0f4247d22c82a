import { Settings } from 'luxon';

import { Harness } from './harness';

/** Sets up a test file or a group of tests: for each test the built node and a sandbox with an account of its own. */
export function useOwnAccount(): OwnAccount {
	return new OwnAccount();
}

/** A Monday, 07:07 in New York; daylight saving begins there on the following Sunday. */
const MONDAY = Date.parse('2026-03-02T12:07:30Z');

/** Sandboxes of one process may have the same port one after the other, so each has a key of its own. */
let accounts = 0;

/** Nothing is known of the account from an earlier test, and its executions share what they know, as in one n8n. */
export class OwnAccount extends Harness {
	/** The time of the service, in milliseconds since 1970. */
	now = 0;
	/** By how much the clock of n8n is ahead of it, in milliseconds. */
	n8nClockAheadMs = 0;
	override sharesCache = true;

	constructor(from = MONDAY) {
		super();
		beforeEach(async () => {
			this.now = from;
			const apiKey = String(++accounts).padStart(64, 'own-account-');
			await this.begin({ now: () => this.now, apiKey });
			this.n8nClockAheadMs = 0;
			Settings.now = () => this.now + this.n8nClockAheadMs;
		});
		afterEach(async () => {
			const deviations = this.openApi.take();
			await this.stop();
			expect(deviations).toEqual([]);
		});
	}

	/** Lets time pass in which nothing happens, by all clocks. */
	override passTime(milliseconds: number): void {
		this.now += milliseconds;
		super.passTime(milliseconds);
	}
}

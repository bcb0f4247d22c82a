import { DateTime, Settings } from 'luxon';

import { type BookableSession, findSession, type SessionQuery } from './booking';
import type { WebinarReader } from './webinars';

const MINUTE_MS = 60_000;

/**
 * Finds sessions for the items of a run. Items that ask the same within one minute get the same answer: dates have
 * no seconds ("Resources and their fields"), so until the minute is over nothing can have changed.
 */
export class SessionFinder {
	private readonly found = new Map<string, Promise<BookableSession>>();
	private minute = 0;

	constructor(private readonly reader: WebinarReader) {}

	/** @throws InputError when there is no such session */
	async find(query: Omit<SessionQuery, 'now'>): Promise<BookableSession> {
		const time = Settings.now();
		const minute = Math.floor(time / MINUTE_MS);
		if (minute !== this.minute) this.found.clear();
		this.minute = minute;
		const { product, reference, choice, zone, numberedOnly } = query;
		const question = JSON.stringify([product.name, reference, choice, zone?.name, numberedOnly]);
		const known = this.found.get(question);
		if (known) return await known;
		const found = findSession(this.reader, { ...query, now: DateTime.fromMillis(time, { zone: 'utc' }) });
		this.found.set(question, found);
		return await found;
	}
}

import { DateTime, Settings } from 'luxon';

import { type BookableSession, findSession, type SessionQuery } from './booking';
import { InputError } from '../errors';
import { Memo } from '../memo';
import type { WebinarReader } from '../webinars';

const MINUTE_MS = 60_000;

/**
 * Finds sessions for the items of a run. Items that ask the same within one minute get the same answer: dates have
 * no seconds ("Resources and their fields"), so until the minute is over nothing can have changed.
 */
export class SessionFinder {
	private readonly found = new Memo<BookableSession>();
	private minute = 0;
	/** The minute from which on `reader` reads; a run of thousands of items lasts many. */
	private readFrom = 0;

	constructor(private reader: WebinarReader) {}

	/** @throws InputError when there is no such session */
	async find(query: Omit<SessionQuery, 'now'>): Promise<BookableSession> {
		const time = Settings.now();
		const minute = Math.floor(time / MINUTE_MS);
		if (minute !== this.minute) this.found.clear();
		this.minute = minute;
		this.readFrom ||= minute;
		const { product, reference, choice, zone, numberedOnly } = query;
		const question = JSON.stringify([product.name, reference, choice, zone?.name, numberedOnly]);
		return await this.found.get(question, () => {
			const now = DateTime.fromMillis(time, { zone: 'utc' });
			return this.look({ ...query, now }, minute);
		});
	}

	/** What was read in an earlier minute is read again when it holds no such session any more, or may hold an old one. */
	private async look(query: SessionQuery, minute: number): Promise<BookableSession> {
		if (this.readFrom === minute) return await findSession(this.reader, query);
		const { kind } = query.choice;
		const hasLastingNumber = kind === 'next' || kind === 'schedule';
		const known = hasLastingNumber ? await findSession(this.reader, query).catch(noneFound) : undefined;
		return known ?? (await findSession(this.readerOf(minute), query));
	}

	private readerOf(minute: number): WebinarReader {
		if (this.readFrom !== minute) this.reader = this.reader.afresh();
		this.readFrom = minute;
		return this.reader;
	}
}

function noneFound(error: unknown): undefined {
	if (error instanceof InputError) return undefined;
	throw error;
}

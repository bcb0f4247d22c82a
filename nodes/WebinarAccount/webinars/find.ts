import { Settings, type Zone } from 'luxon';

import { InputError } from '../service/errors';
import type { Product } from '../service/products';
import { chooseSession, type Choosing, type SessionChoice } from './choose';
import type { WebinarReader } from './read';
import type { WebinarReference } from './reference';
import type { Session, Webinar } from './webinar';

/** Maximum age of a reading from which a session is chosen: a webinar's sessions rarely change. */
const MAX_AGE_MS = 60_000;

/** Maximum age of a reading that proves that a session does not exist. */
const FRESH_MS = 5_000;

/** Dates have no seconds, so sessions that change with time change when a minute begins. */
const MINUTE_MS = 60_000;

/** The session to find. */
export interface SessionQuery extends Omit<Choosing, 'now'> {
	product: Product;
	reference: WebinarReference;
	choice: SessionChoice;
	/** The attendee's zone, if known. */
	zone: Zone | undefined;
	/** Checks what depends on the webinar too. @throws InputError */
	check?: (webinar: Webinar) => void;
}

export interface FoundSession {
	webinar: Webinar;
	session: Session;
}

/**
 * Finds a session that the service offers now, in a shared reading; in a fresh one before it is said that there is none,
 * or if the sessions may have changed since.
 * @throws InputError when there is no such session
 */
export async function findSession(reader: WebinarReader, query: SessionQuery): Promise<FoundSession> {
	const found = await findIn(reader.atMost(MAX_AGE_MS), query).catch((error: unknown) => {
		if (error instanceof InputError) return undefined;
		throw error;
	});
	if (!found) return await findIn(reader.atMost(FRESH_MS), query);
	const now = Settings.now();
	const minute = now - (now % MINUTE_MS);
	const changesWithTime = found.webinar.sessions.some(({ kind }) => kind !== 'dated');
	const isCurrent = found.webinar.readAt >= minute || !changesWithTime;
	return isCurrent ? found : await findIn(reader.atMost(now - minute), query);
}

/** Finds it in a reading that began after that moment. @param since as of `performance.now()` */
export async function findSince(
	since: number,
	reader: WebinarReader,
	query: SessionQuery,
): Promise<FoundSession> {
	return await findIn(reader.notBefore(since), query);
}

async function findIn(reader: WebinarReader, query: SessionQuery): Promise<FoundSession> {
	const { product, reference, choice, zone, allowPast = false } = query;
	const webinar = await reader.webinar(product, reference, zone);
	if (!zone && webinar.followsAttendee) {
		throw new InputError(
			'The webinar needs a time zone',
			"Its dates depend on each attendee's time zone. Fill in Timezone, e.g. Europe/London or GMT-5.",
		);
	}
	const session = chooseSession(webinar, choice, {
		...query,
		now: Settings.now(),
		// A past date of an automated webinar is that of a replay, whatever the language of its description.
		allowPast: allowPast || product.takesDate,
	});
	query.check?.(webinar);
	return { webinar, session };
}

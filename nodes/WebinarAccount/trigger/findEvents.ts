import { deepCopy } from 'n8n-workflow';

import { pageReader, registrantsQuery } from '../registrants/registrantList';
import { InputError, ServiceError } from '../service/errors';
import type { Json } from '../service/schemas';
import { mapConcurrent } from '../utils/async';
import { inOutputOrder } from '../utils/outputOrder';
import { unknownSchedule } from '../webinars/chooseSession';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../webinars/dates';
import { hasInTitle, listedStarts } from '../webinars/webinar';
import type { EventData, PollContext, WatchedWebinar, WebinarContext } from './event';
import { readRegistrantEvents } from './registrantEvents';
import { readSessionEvents } from './sessionEvents';
import { limitStateSize, NEVER_TRIED, type TriggerState, type WebinarState } from './store';

// The part of a poll that does not depend on n8n's node: reads the webinars that are due, and returns the new events.

/**
 * Maximum number of webinars that are read at the same time. All of them share the account's rate limit. With more at
 * once, none of ten big webinars would be finished in time.
 */
const WEBINARS_AT_ONCE = 3;

const WEEK_MS = 7 * DAY_MS;

/** Interval in milliseconds at which webinars are read that have no session in the past week or the next week. */
const IDLE_INTERVAL_MS = 6 * HOUR_MS;

type WebinarStates = TriggerState['webinars'];

/**
 * Finds the new events in one poll. If a webinar cannot be read, or is not reached in time, the next poll reports its
 * events.
 * @param stored the stored state; undefined if there is none
 * @returns the new events, and the state to store for the next poll
 * @throws if the webinar list cannot be read, or if every watched webinar failed
 */
export async function findEvents(
	context: PollContext,
	stored: TriggerState | undefined,
): Promise<{ events: EventData[]; state: TriggerState }> {
	const { enteredWebinar, event, keyDigest, now, watchKey } = context;
	const watched = await watchedWebinars(context, stored);
	// Undefined in the first poll, and for another account or another webinar.
	const previous = stored && (await isContinued(stored, watched, context)) ? stored : undefined;
	const startedAt = previous?.startedAt ?? now;
	// Webinars that are no longer listed keep their states.
	const states: WebinarStates = { ...previous?.webinars };
	const known = await mapConcurrent(watched, WEBINARS_AT_ONCE, async (webinar) => {
		const before = await stateBefore(webinar, previous, context);
		states[webinar.webinarId] = before;
		return { ...webinar, before };
	});
	// Reading the webinars also updates their states in `states`.
	const events =
		event.watches === 'webinarList'
			? publishedSince(previous, watched)
			: await readDueWebinars(
					known.map((webinar) => ({ ...context, ...webinar, event, startedAt })),
					states,
					context,
				);
	const state = { watchKey, keyDigest, startedAt, entered: enteredWebinar, webinars: states };
	const watchedIds = watched.map(({ webinarId }) => webinarId);
	return { events, state: limitStateSize(state, watchedIds) };
}

/**
 * Returns the webinars to watch, sorted by ID: the chosen webinar, or all webinars whose title contains the wanted
 * text.
 */
export async function watchedWebinars(
	context: PollContext,
	stored?: TriggerState,
): Promise<WatchedWebinar[]> {
	const { enteredWebinar, keyDigest, titleContains, webinar, webinars } = context;
	if (webinar) {
		// The ID is looked up again only for another account or another entry, because looking it up can take a request.
		const isUnchanged = stored?.keyDigest === keyDigest && stored.entered === enteredWebinar;
		const [knownId] = isUnchanged ? Object.keys(stored.webinars) : [];
		return [{ webinarId: knownId ?? (await webinars.fetchId(webinar)) }];
	}
	const all = await webinars.fetchList();
	return all
		.filter((listed) => hasInTitle(titleContains, listed))
		.sort((one, other) => one.webinar_id - other.webinar_id)
		.map((listed) => ({ webinarId: String(listed.webinar_id), listed }));
}

/**
 * Whether a stored state is of the account and the webinar that this poll reads. A different API key may be a new key
 * of the same account. One of the watched webinars then has the stored hash. Its ID does not show this, because a
 * webinar of another account can have the same ID.
 */
async function isContinued(
	stored: TriggerState,
	watched: readonly WatchedWebinar[],
	context: PollContext,
): Promise<boolean> {
	// A chosen webinar must have a state. If all webinars are watched, one without a state is new.
	if (context.webinar && watched.some(({ webinarId }) => !stored.webinars[webinarId])) return false;
	if (stored.keyDigest === context.keyDigest) return true;
	for (const webinar of watched) {
		const storedHash = stored.webinars[webinar.webinarId]?.hash;
		if (storedHash && storedHash === (await hashOf(webinar, context).catch(throwIfTransient))) return true;
	}
	return false;
}

/** Throws an error again if the request may succeed later, so that the error does not show whether a webinar exists. */
function throwIfTransient(error: unknown): undefined {
	if (error instanceof ServiceError && error.isTransient) throw error;
}

/** Returns a webinar's hash; empty if the service does not tell it. */
async function hashOf({ webinarId, listed }: WatchedWebinar, { webinars }: PollContext): Promise<string> {
	const { webinar_hash } = listed ?? (await webinars.fetch({ id: webinarId })).detail;
	return webinar_hash ?? '';
}

/**
 * Returns a webinar's state before this poll reads it. Reads the hash if no poll could read it yet. By the hash, a later
 * poll recognizes the account after its API key was replaced.
 */
async function stateBefore(
	webinar: WatchedWebinar,
	previous: TriggerState | undefined,
	context: PollContext,
): Promise<WebinarState> {
	const stored = previous?.webinars[webinar.webinarId];
	if (stored && stored.hash !== null) return stored;
	// The registrants can be read even if the webinar's details cannot.
	const hash = await hashOf(webinar, context).catch(() => null);
	if (stored) return { ...stored, hash };
	// In the first poll, every webinar is old, so that its first reading reports nothing.
	return { readStatus: previous ? 'unreadNew' : 'unreadOld', triedAt: NEVER_TRIED, hash };
}

/** Returns the webinars that earlier polls did not know; none in the first poll. */
function publishedSince(previous: TriggerState | undefined, watched: readonly WatchedWebinar[]): EventData[] {
	if (!previous) return [];
	return watched.filter(({ webinarId }) => !previous.webinars[webinarId]).flatMap(listedData);
}

/**
 * Returns a webinar's entry in the webinar list as an output item; none if the list was not read. Copied, because all
 * executions share the list.
 */
export function listedData({ listed }: WatchedWebinar): EventData[] {
	return listed ? [deepCopy(inOutputOrder<Json | undefined>(listed))] : [];
}

/**
 * Reads the webinars that are due, and returns their new events.
 * @param states the states of all webinars, in which this function updates those that it reads
 * @throws if every watched webinar failed
 */
async function readDueWebinars(
	webinars: readonly WebinarContext[],
	states: WebinarStates,
	{ warn }: PollContext,
): Promise<EventData[]> {
	// The webinars that have waited longest come first.
	const due = webinars.filter(isDue).sort((one, other) => one.before.triedAt - other.before.triedAt);
	const failures: Error[] = [];
	const events = await mapConcurrent(due, WEBINARS_AT_ONCE, async (webinar) => {
		return await tryWebinar(webinar, states, failures);
	});
	if (failures[0] && failures.length === webinars.length) throw failures[0];
	// The first poll listed these webinars, but no poll has read them. Their first reading will report nothing.
	const unread = webinars.filter(({ webinarId }) => states[webinarId]?.readStatus === 'unreadOld');
	if (unread.length > 0) warn(webinarsUnread(unread.length));
	return events.flat();
}

/**
 * Whether this poll must read a webinar. The chosen webinar is read in each poll. If all webinars are watched, those are read
 * that are unread, were not tried for six hours, or have a session in the past week or the next week.
 */
function isDue(context: WebinarContext): boolean {
	const { before, event, listed, minutesAfterStart, minutesBefore, now, product } = context;
	// Only the chosen webinar has no entry in the webinar list.
	if (!listed || before.readStatus !== 'read') return true;
	// The absolute value, because the last attempt can lie in the future after a correction of the clock.
	if (Math.abs(now - before.triedAt) >= IDLE_INTERVAL_MS) return true;
	const earliest = now - WEEK_MS - minutesAfterStart * MINUTE_MS;
	// Registrations can come long before a session, so any later session counts for them.
	const canHappenLongBefore = event.watches === 'registrants' && event.canHappenLongBefore;
	const latest = canHappenLongBefore ? Infinity : now + WEEK_MS + minutesBefore * MINUTE_MS;
	// A session without a date in the list, such as "Every day, 01:00 PM", has an infinite start. It can be at any time.
	return listedStarts(product, listed).some(
		(start) => start === Infinity || (start >= earliest && start <= latest),
	);
}

/**
 * Reads a webinar like `readWebinar` if there is time left. Adds a failure to `failures`, and logs it if all webinars
 * are watched.
 */
async function tryWebinar(
	context: WebinarContext,
	states: WebinarStates,
	failures: Error[],
): Promise<EventData[]> {
	const { before, lastWebinarAt, listed, now, toError, warn, webinarId } = context;
	// `listed` is absent if the user chose one webinar, which is read in each poll.
	if (listed && performance.now() >= lastWebinarAt) return [];
	try {
		return await readWebinar(context, states);
	} catch (error) {
		// The next poll tries it after the webinars that have waited longer, so that it does not delay them.
		states[webinarId] = { ...before, triedAt: now };
		const failure = toError(error, listed && webinarId);
		if (listed) warn(failure);
		failures.push(failure);
		return [];
	}
}

/** Reads a webinar, updates its state in `states`, and returns its new events. */
async function readWebinar(context: WebinarContext, states: WebinarStates): Promise<EventData[]> {
	const { before, event, now, warn, webinarId } = context;
	// `event` is repeated, because TypeScript narrows only the variable.
	const { events, state, isEmpty } =
		event.watches === 'registrants'
			? await readRegistrantEvents({ ...context, event })
			: await readSessionEvents({ ...context, event });
	// A schedule that does not exist looks like one without registrants.
	const isFirstReading = before.readStatus !== 'read';
	const scheduleProblem = isFirstReading && isEmpty ? await findScheduleProblem(context) : undefined;
	if (scheduleProblem) warn(scheduleProblem, webinarId);
	states[webinarId] = { ...before, triedAt: now, readStatus: 'read', event: state };
	return events.map((data) => withWebinarId(data, context));
}

/**
 * Checks whether the webinar has the chosen schedule. Returns an error if the schedule is not in the webinar's details
 * and has no registrants. Past schedules may be missing from the details, but have registrants.
 */
export async function findScheduleProblem({
	schedule,
	service,
	webinarId,
	webinars,
}: PollContext & WatchedWebinar): Promise<InputError | undefined> {
	if (schedule === undefined) return undefined;
	const { sessions } = await webinars.fetch({ id: webinarId });
	if (sessions.some(({ scheduleId }) => scheduleId === schedule)) return undefined;
	const { rows } = await pageReader(service, registrantsQuery(webinarId, schedule))(1);
	return rows.length > 0 ? undefined : unknownSchedule(schedule);
}

/** Adds the webinar's ID to an output item if all webinars are watched. */
export function withWebinarId(data: EventData, { listed }: WatchedWebinar): EventData {
	return listed ? { ...data, webinar_id: listed.webinar_id } : data;
}

/** Creates the warning about webinars that no poll has read, and whose first reading reports nothing. */
function webinarsUnread(count: number): InputError {
	return new InputError(
		`${count === 1 ? '1 webinar has' : `${count} webinars have`} not been read yet`,
		'The next polls read them. What happens before a webinar is read for the first time is not reported.',
	);
}

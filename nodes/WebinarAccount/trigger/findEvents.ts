import { deepCopy } from 'n8n-workflow';

import { InputError, ServiceError } from '../service/errors';
import type { Json, WebinarListItem } from '../service/schemas';
import { CancelledError, mapConcurrent } from '../utils/async';
import { inOrder } from '../utils/outputOrder';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../webinars/dates';
import { hasInTitle, listedStarts } from '../webinars/webinar';
import type {
	EventData,
	PollContext,
	WatchedWebinar,
	WebinarContext,
	WebinarEvent,
	WebinarReading,
} from './event';
import { readRegistrantEvents } from './registrantEvents';
import { readSessionEvents } from './sessionEvents';
import { limitStateSize, type TriggerState } from './store';

/** The part of a poll that does not depend on n8n's node: reads the webinars that are due, and returns the new events. */

/**
 * Maximum number of webinars that are read at the same time. All of them share the account's rate limit. With more at
 * once, none of ten big webinars would be finished in time.
 */
export const WEBINARS_AT_ONCE = 3;

const WEEK_MS = 7 * DAY_MS;

/** Interval in milliseconds at which webinars are read that have no session in the past week or the next week. */
const IDLE_INTERVAL_MS = 6 * HOUR_MS;

type WebinarStates = TriggerState['webinars'];

/**
 * Finds the new events in one poll. If a webinar cannot be read, or is not reached in time, its state stays unchanged.
 * The next poll then reports its events.
 * @param stored the stored state; undefined if there is none
 * @returns the new events, and the state to store for the next poll
 * @throws if the webinar list cannot be read, or if every watched webinar failed
 */
export async function findEvents(
	context: PollContext,
	stored: TriggerState | undefined,
): Promise<{ events: EventData[]; state: TriggerState }> {
	const { event, keyDigest, now, watchKey } = context;
	const watched = await watchedWebinars(context, stored);
	// Undefined in the first poll, and for another account or another webinar.
	const previous = stored && (await isContinued(stored, watched, context)) ? stored : undefined;
	const webinars: WebinarStates = { ...previous?.webinars };
	const added = watched.filter(({ webinarId }) => !webinars[webinarId]);
	for (const webinar of watched) {
		const before = webinars[webinar.webinarId];
		webinars[webinar.webinarId] = {
			reports: previous ? 'afterFirstPoll' : 'nothing',
			triedAt: 0,
			...before,
			hash: before?.hash ?? (await readHash(webinar, context)),
		};
	}

	const state = {
		watchKey,
		keyDigest,
		startedAt: previous?.startedAt ?? now,
		entered: enteredText(context),
		webinars,
	};
	const events =
		event.watches === 'webinarList'
			? added.flatMap(({ listed }) => (listed && previous ? [listedData(listed)] : []))
			: await readDueWebinars(event, watched, state, context);
	return { events, state: limitStateSize(state, new Set(watched.map(({ webinarId }) => webinarId))) };
}

/** Returns the chosen webinar as the user entered it, as JSON. */
function enteredText({ webinar }: PollContext): string {
	return JSON.stringify(webinar ?? null);
}

/** Returns an entry of the webinar list as an output item. Copied, because all executions share the list. */
export function listedData(listed: WebinarListItem): EventData {
	return deepCopy(inOrder<Json | undefined>(listed));
}

/** Returns the webinars to watch, sorted by ID: the chosen webinar, or all webinars whose title contains the wanted text. */
export async function watchedWebinars(context: PollContext, state?: TriggerState): Promise<WatchedWebinar[]> {
	const { webinar, webinars, titleContains } = context;
	if (webinar) {
		// The ID is looked up again only for another account or another entry, because looking it up can take a request.
		const isUnchanged = state?.keyDigest === context.keyDigest && state.entered === enteredText(context);
		const [knownId] = isUnchanged ? Object.keys(state.webinars) : [];
		return [{ webinarId: knownId ?? (await webinars.id(webinar)) }];
	}
	const all = await webinars.list();
	return all
		.filter((listed) => hasInTitle(titleContains, listed))
		.sort((one, other) => one.webinar_id - other.webinar_id)
		.map((listed) => ({ webinarId: String(listed.webinar_id), listed }));
}

/**
 * Whether a stored state is of the account and the webinar that this poll reads. A different API key may be a new key of
 * the same account. One of the watched webinars then has the stored hash.
 */
async function isContinued(
	stored: TriggerState,
	watched: readonly WatchedWebinar[],
	context: PollContext,
): Promise<boolean> {
	const [first] = watched;
	if (context.webinar && first && !stored.webinars[first.webinarId]) return false;
	if (stored.keyDigest === context.keyDigest) return true;
	for (const webinar of watched) {
		const storedHash = stored.webinars[webinar.webinarId]?.hash;
		if (!storedHash) continue;
		const hash = await hashOf(webinar, context).catch((error: unknown) => {
			const failure = asKnownFailure(error);
			// A failure that passes proves no other account.
			if (failure instanceof ServiceError && failure.isTransient) throw failure;
		});
		if (hash === storedHash) return true;
	}
	return false;
}

/** Returns the webinar's hash; empty if the service does not tell it. */
async function hashOf({ webinarId, listed }: WatchedWebinar, { webinars }: PollContext): Promise<string> {
	const { webinar_hash } = listed ?? (await webinars.read({ id: webinarId })).detail;
	return webinar_hash ?? '';
}

/** Returns the webinar's hash: empty if the service does not tell it, null if the webinar cannot be read. */
async function readHash(webinar: WatchedWebinar, context: PollContext): Promise<string | null> {
	// The registrants can be read even if the webinar's details cannot.
	return await hashOf(webinar, context).catch((error: unknown) => {
		asKnownFailure(error);
		return null;
	});
}

/** Returns an error that can be the service's or the user's, and rethrows any other error, which is a bug. */
export function asKnownFailure(error: unknown): Error {
	if (error instanceof InputError || error instanceof ServiceError || error instanceof CancelledError)
		return error;
	throw error;
}

/**
 * Reads the webinars that are due, updates their states, and returns their new events. If a webinar cannot be read and
 * all webinars are watched, writes the error to n8n's log.
 * @throws if every watched webinar failed
 */
async function readDueWebinars(
	event: WebinarEvent,
	watched: readonly WatchedWebinar[],
	{ startedAt, webinars }: Pick<TriggerState, 'startedAt' | 'webinars'>,
	context: PollContext,
): Promise<EventData[]> {
	const { now, stopSignal, toError, warn } = context;
	const failures: Error[] = [];
	const due = dueWebinars(event, watched, webinars, context);
	const found = await mapConcurrent(due, WEBINARS_AT_ONCE, async (webinar) => {
		const { webinarId, listed } = webinar;
		const before = webinars[webinarId];
		if (!before || stopSignal?.aborted) return [];
		try {
			// If the clock was ahead in the first poll, that poll was not later than this one.
			const moments = { startedAt: Math.min(startedAt, now), reports: before.reports };
			const reading = await readEvents(event, { ...context, ...webinar, ...moments }, before.event);
			webinars[webinarId] = { ...before, triedAt: now, reports: reading.reports, event: reading.state };
			return reading.events.map((data) => withWebinarId(data, webinar));
		} catch (error) {
			const failure = toError(asKnownFailure(error), listed && webinarId);
			failures.push(failure);
			webinars[webinarId] = { ...before, triedAt: now };
			if (listed) warn(failure);
			return [];
		}
	});

	const [failure] = failures;
	if (failure && failures.length === watched.length) throw failure;
	const unread = watched.filter(({ webinarId }) => webinars[webinarId]?.reports === 'nothing').length;
	if (unread > 0) {
		warn(
			new InputError(
				`${unread === 1 ? '1 webinar has' : `${unread} webinars have`} not been read yet`,
				'The next polls read them. What happens before a webinar is read for the first time is not reported.',
			),
		);
	}
	return found.flat();
}

/** Reads one webinar and returns its new events. @throws InputError or ServiceError if it cannot be read */
async function readEvents(
	event: WebinarEvent,
	context: WebinarContext,
	stored: unknown,
): Promise<WebinarReading> {
	return event.watches === 'registrants'
		? await readRegistrantEvents(event, context, stored)
		: await readSessionEvents(event, context, stored);
}

/**
 * Returns the watched webinars that this poll must read: those that were never read, those with a session in the past
 * week or the next week, and those that were last tried at least six hours ago. The webinars that have waited longest
 * come first.
 */
function dueWebinars(
	event: WebinarEvent,
	watched: readonly WatchedWebinar[],
	webinars: WebinarStates,
	{ product, now, minutesBefore, minutesAfterStart }: PollContext,
): WatchedWebinar[] {
	const triedAt = ({ webinarId }: WatchedWebinar) => webinars[webinarId]?.triedAt ?? 0;
	const earliest = now - WEEK_MS - minutesAfterStart * MINUTE_MS;
	const latest =
		event.watches === 'registrants' && event.isAtAnyTime
			? Infinity
			: now + WEEK_MS + minutesBefore * MINUTE_MS;
	const due = watched.filter((webinar) => {
		const { webinarId, listed } = webinar;
		if (!listed || webinars[webinarId]?.event === undefined) return true;
		// The absolute value, because the last attempt can lie in the future after a correction of the clock.
		if (Math.abs(now - triedAt(webinar)) >= IDLE_INTERVAL_MS) return true;
		// A session without a date in the list, such as "Every day, 01:00 PM", can be at any time.
		const starts = listedStarts(product, listed);
		return starts.some((start) => start === Infinity || (start >= earliest && start <= latest));
	});
	return due.sort((one, other) => triedAt(one) - triedAt(other));
}

/** Adds the webinar's ID to an output item if all webinars are watched. */
export function withWebinarId(data: EventData, { listed }: WatchedWebinar): EventData {
	return listed ? { ...data, webinar_id: listed.webinar_id } : data;
}

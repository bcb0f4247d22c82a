import { InputError } from '../service/errors';
import { CancelledError, mapConcurrent } from '../utils/async';
import type { EventData, PollContext, WebinarContext, WebinarEvent } from './event';
import { selectWebinars, type WatchedWebinar, watchedWebinars } from './selectWebinars';
import { limitStateSize, type TriggerState } from './store';

/** The part of a poll that does not depend on n8n: reads the webinars that are due, and returns the new events. */

/**
 * Maximum number of webinars that are read at the same time. All of them share the account's rate limit. With more at
 * once, none of ten big webinars would be finished in time.
 */
export const WEBINARS_AT_ONCE = 3;

/** The result of one poll. */
interface PollResult {
	events: EventData[];
	/** The state to store for the next poll. */
	state: TriggerState;
}

/** The outcome of reading one webinar in a poll. A webinar is not reached if the time for the poll runs out. */
type Outcome = { webinar: WatchedWebinar } & (
	| { status: 'read'; events: EventData[]; state: unknown }
	| { status: 'failed'; reason: Error }
	| { status: 'notReached' }
);

/** The error of a poll that watches all webinars and could not read any of them. */
export class WebinarFailure extends Error {
	constructor(
		/** The first webinar that could not be read. */
		readonly webinarId: string,
		/** The error of that webinar. */
		readonly reason: Error,
	) {
		super(reason.message);
	}
}

/**
 * Finds the new events in one poll. If a webinar cannot be read, or is not reached in time, its state stays unchanged.
 * The next poll then reports its events.
 * @param stored the stored state; undefined if there is none
 * @throws if the webinar list cannot be read, or if every watched webinar failed
 */
export async function findEvents(
	context: PollContext,
	stored: TriggerState | undefined,
): Promise<PollResult> {
	const { event, now } = context;
	const watched = await watchedWebinars(context, stored);
	// Undefined in the first poll, and for another account.
	const previous = stored && (await isOfAccount(stored, watched, context)) ? stored : undefined;
	const state = await rememberWebinars(previous, watched, context);
	const watchedIds = new Set(watched.map(({ id }) => id));
	if (event.watches === 'list') {
		const published = previous ? watched.filter(({ id }) => !previous.webinars[id]) : [];
		return {
			events: published.flatMap(({ listed }) => listed ?? []),
			state: limitStateSize(state, watchedIds),
		};
	}

	const due = selectWebinars(watched, state, event, context);
	const outcomes = await mapConcurrent(due, WEBINARS_AT_ONCE, async (webinar) =>
		readWebinar(webinar, event, context, state),
	);
	throwIfAllFailed(outcomes, watched);
	const next = { ...state, webinars: nextStates(outcomes, state, now) };
	warnAboutUnread(next, watched, context);
	return {
		events: outcomes.flatMap((outcome) => (outcome.status === 'read' ? outcome.events : [])),
		state: limitStateSize(next, watchedIds),
	};
}

/**
 * Whether a stored state is of the account that this poll reads. A different API key may be a new key of the same
 * account. One of the watched webinars then has the stored hash.
 */
async function isOfAccount(
	stored: TriggerState,
	watched: readonly WatchedWebinar[],
	context: PollContext,
): Promise<boolean> {
	if (stored.keyDigest === context.keyDigest) return true;
	for (const webinar of watched) {
		const storedHash = stored.webinars[webinar.id]?.hash;
		if (storedHash && storedHash === (await readHash(webinar, context))) return true;
	}
	return false;
}

/** Returns the webinar's hash; empty if the service does not tell it. */
async function readHash({ id, listed }: WatchedWebinar, { product, webinars }: PollContext): Promise<string> {
	const { webinar_hash: hash } = listed ?? (await webinars.read(product, { id })).detail;
	return hash ?? '';
}

/** Returns the state with an entry for each watched webinar. The first poll begins with these entries. */
async function rememberWebinars(
	previous: TriggerState | undefined,
	watched: readonly WatchedWebinar[],
	context: PollContext,
): Promise<TriggerState> {
	const { keyDigest, now, watchKey } = context;
	const startedAt = previous?.startedAt ?? now;
	const webinars = previous?.webinars ?? {};
	const added = watched.filter(({ id }) => !webinars[id]);
	const entries = added.map(async (webinar): Promise<[string, TriggerState['webinars'][string]]> => {
		// The registrants can be read even if the webinar's details cannot.
		const hash = await readHash(webinar, context).catch(() => '');
		return [webinar.id, { isFromFirstPoll: previous === undefined, triedAt: 0, hash }];
	});
	const addedEntries = Object.fromEntries(await Promise.all(entries));
	return { watchKey, keyDigest, startedAt, webinars: { ...webinars, ...addedEntries } };
}

/** Whether a webinar was listed in the trigger's first poll, and was never read. */
function isUnreadSinceFirstPoll({ webinars }: TriggerState, id: string): boolean {
	const webinar = webinars[id];
	return webinar?.isFromFirstPoll === true && webinar.event === undefined;
}

/** Writes a warning to n8n's log if webinars of the first poll were not read yet. */
function warnAboutUnread(
	state: TriggerState,
	watched: readonly WatchedWebinar[],
	context: PollContext,
): void {
	const count = watched.filter(({ id }) => isUnreadSinceFirstPoll(state, id)).length;
	if (count === 0) return;
	const webinars = count === 1 ? '1 webinar has' : `${count} webinars have`;
	context.warn(
		new InputError(
			`${webinars} not been read yet`,
			'The next polls read them. What happens before a webinar is read for the first time is not reported.',
		),
	);
}

/** Reads one webinar. If it cannot be read and all webinars are watched, writes the error to n8n's log. */
async function readWebinar(
	webinar: WatchedWebinar,
	event: WebinarEvent,
	context: PollContext,
	state: TriggerState,
): Promise<Outcome> {
	if (context.stopSignal?.aborted) return { webinar, status: 'notReached' };
	try {
		const isBaseline = isUnreadSinceFirstPoll(state, webinar.id);
		const forWebinar = webinarContext(context, webinar, state.startedAt, isBaseline);
		const reading = await event.read(forWebinar, state.webinars[webinar.id]?.event);
		const events = reading.events.map((data) => withWebinarId(data, webinar));
		return { webinar, status: 'read', events, state: reading.state };
	} catch (error) {
		const reason = explainFailure(error, context.budgetMs);
		if (webinar.listed) context.warn(reason, webinar.id);
		return { webinar, status: 'failed', reason };
	}
}

/** Returns the error to show. If the poll ran out of time, its requests were canceled, and the error says so. */
export function explainFailure(error: unknown, budgetMs: number): Error {
	if (error instanceof CancelledError) return overBudget(budgetMs);
	return error instanceof Error ? error : new Error(String(error));
}

/** Creates the error for a poll that takes longer than n8n allows. */
export function overBudget(budgetMs: number): InputError {
	return new InputError(
		`The poll takes longer than the ${Math.round(budgetMs / 1000)} seconds that this n8n instance allows`,
		'No event is lost, because the next poll tries again. If every poll fails this way, the registrant list is too long for one poll. In that case, choose a single session in Session, watch the webinar with a separate trigger, raise Calls per Second in the credential, or allow more time for polls in the settings of your n8n instance.',
	);
}

/** Throws an error if every watched webinar failed. If all webinars are watched, the error names one of them. */
function throwIfAllFailed(outcomes: readonly Outcome[], watched: readonly WatchedWebinar[]): void {
	const failed = outcomes.flatMap((outcome) => (outcome.status === 'failed' ? outcome : []));
	const [first] = failed;
	if (!first || failed.length < watched.length) return;
	throw first.webinar.listed ? new WebinarFailure(first.webinar.id, first.reason) : first.reason;
}

/** Returns the new states of all webinars. If reading a webinar failed, the event's previous state is kept. */
function nextStates(
	outcomes: readonly Outcome[],
	{ webinars }: TriggerState,
	now: number,
): TriggerState['webinars'] {
	const next = { ...webinars };
	for (const outcome of outcomes) {
		const before = webinars[outcome.webinar.id];
		if (!before || outcome.status === 'notReached') continue;
		const event = outcome.status === 'read' ? outcome.state : before.event;
		next[outcome.webinar.id] = { ...before, triedAt: now, event };
	}
	return next;
}

/** Creates the context for reading one webinar. */
export function webinarContext(
	context: PollContext,
	{ id, listed }: WatchedWebinar,
	startedAt: number,
	isBaseline: boolean,
): WebinarContext {
	const { product, webinars } = context;
	return {
		...context,
		webinarId: id,
		startedAt,
		isBaseline,
		rowZone: async () => await webinars.rowZone(product, id, listed),
	};
}

/** Adds the webinar's ID to an output item if all webinars are watched. */
export function withWebinarId(data: EventData, { listed }: WatchedWebinar): EventData {
	return listed ? { ...data, webinar_id: listed.webinar_id } : data;
}

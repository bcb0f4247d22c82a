import { InputError } from '../service/errors';
import { CancelledError, mapConcurrent } from '../utils/async';
import type { EventData, PollContext, WebinarContext, WebinarEvent } from './event';
import { listWebinars, selectWebinars, type WatchedWebinar, watchedWebinars } from './selectWebinars';
import { limitStateSize, initialState, type TriggerState } from './store';
import { publishedSince } from './webinarPublished';

/** The part of a poll that does not depend on n8n: reads the webinars that are due, and returns the new events. */

/** Maximum number of webinars that are read at the same time. */
export const WEBINARS_AT_ONCE = 10;

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
 * @param previous the stored state; undefined in the first poll
 * @throws if none of the due webinars could be read
 */
export async function findEvents(
	context: PollContext,
	previous: TriggerState | undefined,
): Promise<PollResult> {
	const { event, now, watchKey, webinar } = context;
	const state = previous ?? initialState(watchKey, now);
	if (event.watches === 'list') return publishedSince(previous, state, await listWebinars(context));

	const watched = await watchedWebinars(context, previous);
	const due = selectWebinars(watched, state, event, context);
	const isFirstPoll = previous === undefined;
	const outcomes = await mapConcurrent(due, WEBINARS_AT_ONCE, async (dueWebinar) =>
		readWebinar(dueWebinar, event, context, state, isFirstPoll),
	);
	throwIfAllFailed(outcomes, webinar === undefined);
	const next = { ...state, webinars: { ...state.webinars, ...nextStates(outcomes, state, now) } };
	return {
		events: outcomes.flatMap((outcome) => (outcome.status === 'read' ? outcome.events : [])),
		state: limitStateSize(next, new Set(watched.map(({ id }) => id))),
	};
}

/** Reads one webinar. If it cannot be read and all webinars are watched, writes the error to n8n's log. */
async function readWebinar(
	webinar: WatchedWebinar,
	event: WebinarEvent,
	context: PollContext,
	state: TriggerState,
	isFirstPoll: boolean,
): Promise<Outcome> {
	if (context.stopSignal?.aborted) return { webinar, status: 'notReached' };
	try {
		const forWebinar = webinarContext(context, webinar, state.startedAt, isFirstPoll);
		const reading = await event.read(forWebinar, state.webinars[webinar.id]?.event);
		const events = reading.events.map((data) => withWebinarId(data, webinar));
		return { webinar, status: 'read', events, state: reading.state };
	} catch (error) {
		const reason = explainFailure(error, webinar);
		if (webinar.listed) context.warn(reason, webinar.id);
		return { webinar, status: 'failed', reason };
	}
}

/**
 * Returns the error to show for a webinar that could not be read. If all webinars are watched, a poll cancels its
 * requests shortly before n8n would end the poll. The error then says that the registrant list is too long.
 */
function explainFailure(error: unknown, { listed }: WatchedWebinar): Error {
	if (error instanceof CancelledError && listed) {
		return new InputError(
			'The webinar has more registrants than one poll can read',
			'Watch this webinar with a separate trigger, or allow more time for polls in the settings of your n8n instance. This trigger still watches the other webinars.',
		);
	}
	return error instanceof Error ? error : new Error(String(error));
}

/** Throws an error if every webinar failed. If all webinars are watched, the error names the first one that failed. */
function throwIfAllFailed(outcomes: readonly Outcome[], areAllWatched: boolean): void {
	const [first] = outcomes;
	if (first?.status !== 'failed' || outcomes.some(({ status }) => status !== 'failed')) return;
	throw areAllWatched ? new WebinarFailure(first.webinar.id, first.reason) : first.reason;
}

/**
 * Returns the new states of the webinars that the poll tried to read. If reading a webinar failed, the event's previous
 * state is kept.
 */
function nextStates(
	outcomes: readonly Outcome[],
	{ webinars }: TriggerState,
	now: number,
): TriggerState['webinars'] {
	const tried = outcomes.filter(({ status }) => status !== 'notReached');
	return Object.fromEntries(
		tried.map((outcome) => {
			const { id } = outcome.webinar;
			const event = outcome.status === 'read' ? outcome.state : webinars[id]?.event;
			return [id, { triedAt: now, event }];
		}),
	);
}

/** Creates the context for reading one webinar. */
export function webinarContext(
	context: PollContext,
	{ id, listed }: WatchedWebinar,
	startedAt: number,
	isFirstPoll: boolean,
): WebinarContext {
	const { product, webinars } = context;
	return {
		...context,
		webinarId: id,
		startedAt,
		isFirstPoll,
		rowZone: async () => await webinars.rowZone(product, id, listed),
	};
}

/** Adds the webinar's ID to an output item if all webinars are watched. */
export function withWebinarId(data: EventData, { listed }: WatchedWebinar): EventData {
	return listed ? { ...data, webinar_id: listed.webinar_id } : data;
}

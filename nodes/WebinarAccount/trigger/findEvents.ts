import { InputError } from '../service/errors';
import { CancelledError, mapConcurrent } from '../utils/async';
import type { EventData, PollContext, WebinarContext, WebinarEvent } from './event';
import { listWebinars, selectWebinars, type WatchedWebinar, watchedWebinars } from './selectWebinars';
import { limitStateSize, initialState, type TriggerState } from './store';
import { publishedSince } from './webinarPublished';

/** A poll, apart from n8n: selects the webinars, reads each, and returns the events with the next state. */

export const WEBINARS_AT_ONCE = 10;

interface PollResult {
	events: EventData[];
	state: TriggerState;
}

type Outcome = { webinar: WatchedWebinar } & (
	| { status: 'read'; events: EventData[]; state: unknown }
	| { status: 'failed'; reason: Error }
	| { status: 'notReached' }
);

/** A poll of all webinars failed to read every one that it tried. */
export class WebinarFailure extends Error {
	constructor(
		/** The first webinar that failed. */
		readonly webinarId: string,
		readonly reason: Error,
	) {
		super(reason.message);
	}
}

/**
 * Finds the events of one poll. A webinar that fails, or is not reached in time, keeps its state.
 * @param previous the stored state; undefined at the first poll
 * @throws if every due webinar failed; nothing must be stored then
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
	const outcomes = await mapConcurrent(due, WEBINARS_AT_ONCE, async (one) =>
		readWebinar(one, event, context, state, isFirstPoll),
	);
	throwIfAllFailed(outcomes, webinar === undefined);
	const next = { ...state, webinars: { ...state.webinars, ...nextStates(outcomes, state, now) } };
	return {
		events: outcomes.flatMap((outcome) => (outcome.status === 'read' ? outcome.events : [])),
		state: limitStateSize(next, new Set(watched.map(({ id }) => id))),
	};
}

async function readWebinar(
	webinar: WatchedWebinar,
	event: WebinarEvent,
	context: PollContext,
	state: TriggerState,
	isFirstPoll: boolean,
): Promise<Outcome> {
	if (context.lastStart?.aborted) return { webinar, status: 'notReached' };
	try {
		const ofWebinar = webinarContext(context, webinar, state.startedAt, isFirstPoll);
		const reading = await event.read(ofWebinar, state.webinars[webinar.id]?.event);
		const events = reading.events.map((data) => withWebinarId(data, webinar));
		return { webinar, status: 'read', events, state: reading.state };
	} catch (error) {
		const reason = explainFailure(error, webinar);
		if (webinar.listed) context.warn(reason, webinar.id);
		return { webinar, status: 'failed', reason };
	}
}

/** Explains a cancellation: a poll of all webinars ends a slow reading before n8n ends the poll. */
function explainFailure(error: unknown, { listed }: WatchedWebinar): Error {
	if (error instanceof CancelledError && listed) {
		return new InputError(
			'There are more registrants than one poll can read',
			'Watch this webinar with another trigger, or allow polls more time in the settings of n8n. The other webinars are still watched.',
		);
	}
	return error instanceof Error ? error : new Error(String(error));
}

function throwIfAllFailed(outcomes: readonly Outcome[], areAllWatched: boolean): void {
	const [first] = outcomes;
	if (first?.status !== 'failed' || outcomes.some(({ status }) => status !== 'failed')) return;
	throw areAllWatched ? new WebinarFailure(first.webinar.id, first.reason) : first.reason;
}

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

/** Adds the webinar's ID to an item if all webinars are watched. */
export function withWebinarId(data: EventData, { listed }: WatchedWebinar): EventData {
	return listed ? { ...data, webinar_id: listed.webinar_id } : data;
}

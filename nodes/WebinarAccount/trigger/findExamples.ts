import { FixedOffsetZone } from 'luxon';

import { toRegistrantOutput } from '../registrants/registrantOutput';
import type { Json } from '../service/schemas';
import { mapConcurrent } from '../utils/async';
import { inOutputOrder } from '../utils/outputOrder';
import { DAY_MS } from '../webinars/dates';
import { listedStarts } from '../webinars/webinar';
import type {
	EventData,
	PollContext,
	SessionEvent,
	TriggerEvent,
	WatchedWebinar,
	WebinarEvent,
} from './event';
import { findScheduleProblem, listedData, watchedWebinars, withWebinarId } from './findEvents';
import { registrantExamples } from './registrantEvents';
import { SAMPLE_WEBINAR_ID, sampleSession, sessionExamples } from './sessionEvents';
import { NEVER_TRIED } from './store';

/** Maximum number of examples to return. */
const MAX_EXAMPLES = 3;

/** Maximum number of webinars to search for examples. */
const MAX_WEBINARS = 3;

/**
 * Returns examples for a manual test in the editor: recent real events, the most recent first, or the nearest sessions,
 * the next one first. If there are none, returns a sample event, which is marked with `sample: true`.
 * @throws if every webinar failed, or has no events because the chosen schedule does not exist
 */
export async function findExamples(context: PollContext): Promise<EventData[]> {
	const { event } = context;
	// `watchedWebinars` returns the oldest webinar first.
	const newestFirst = (await watchedWebinars(context)).reverse();
	const examples =
		event.watches === 'webinarList'
			? newestFirst.slice(0, MAX_EXAMPLES).flatMap(listedData)
			: await readExamples(event, newestFirst, context);
	if (examples.length > 0) return examples.slice(0, MAX_EXAMPLES);
	const sample = { sample: true, ...sampleOf(event, context) };
	// If all webinars are watched, each event names its webinar.
	return [context.webinar ? sample : { ...sample, webinar_id: SAMPLE_WEBINAR_ID }];
}

/**
 * Reads examples from a few webinars: from the newest, or for events about sessions from those with the nearest sessions.
 * @throws the first error if every webinar failed
 */
async function readExamples(
	event: WebinarEvent,
	newestFirst: readonly WatchedWebinar[],
	context: PollContext,
): Promise<EventData[]> {
	const ordered = event.watches === 'sessions' ? nearestFirst(event, newestFirst, context) : newestFirst;
	const searched = ordered.slice(0, MAX_WEBINARS);
	const errors: unknown[] = [];
	const found = await mapConcurrent(searched, MAX_WEBINARS, async (webinar) => {
		return await examplesOf(event, webinar, context).catch((error: unknown) => {
			errors.push(error);
			return [];
		});
	});
	if (errors.length > 0 && errors.length === searched.length) throw errors[0];
	if (event.watches === 'registrants') return found.flat();
	const minutesUntil = ({ minutes_until_start }: EventData) => Number(minutes_until_start ?? Infinity);
	return found.flat().sort((one, other) => compareNearness(minutesUntil(one), minutesUntil(other)));
}

/** Reads a webinar's examples. @throws if there are none because the chosen schedule does not exist */
async function examplesOf(
	event: WebinarEvent,
	webinar: WatchedWebinar,
	context: PollContext,
): Promise<EventData[]> {
	// As if the trigger had polled since 1970, and had found the webinar empty so far. Everything in it is then new.
	const before = { readStatus: 'read' as const, triedAt: NEVER_TRIED, hash: null };
	const forWebinar = { ...context, ...webinar, startedAt: 0, before };
	const examples =
		event.watches === 'registrants'
			? await registrantExamples({ ...forWebinar, event })
			: await sessionExamples({ ...forWebinar, event });
	const scheduleProblem = examples.length === 0 ? await findScheduleProblem(forWebinar) : undefined;
	if (scheduleProblem) throw scheduleProblem;
	return examples.map((data) => withWebinarId(data, webinar));
}

/** Sorts webinars by their nearest session that the event can be about, as far as the webinar list tells it. */
function nearestFirst(
	event: SessionEvent,
	webinars: readonly WatchedWebinar[],
	{ now, product }: PollContext,
): WatchedWebinar[] {
	/** Returns the milliseconds until the nearest session's start, negative for a past one; infinite if there is none. */
	const timeUntilNearest = ({ listed }: WatchedWebinar): number => {
		const starts = listed ? listedStarts(product, listed) : [];
		// Only an event after the start can have happened for a past session.
		const possible = starts.filter((start) => event.takes.includes('minutesAfterStart') || start > now);
		// `listedStarts` returns an infinite start for a recurring session, such as "Every day, 01:00 PM". It is
		// probably near.
		const times = possible.map((start) => (start === Infinity ? DAY_MS : start - now));
		return times.sort(compareNearness)[0] ?? Infinity;
	};
	const timed = webinars.map((webinar) => ({ webinar, time: timeUntilNearest(webinar) }));
	return timed.sort((one, other) => compareNearness(one.time, other.time)).map(({ webinar }) => webinar);
}

/**
 * Compares times until a session's start for sorting: first the sessions that have begun, which have negative times,
 * the latest first, and then the next ones to start.
 */
function compareNearness(one: number, other: number): number {
	return Number(one > 0) - Number(other > 0) || Math.abs(one) - Math.abs(other);
}

/** Returns an invented event with all fields of a real one. */
function sampleOf(event: TriggerEvent, context: PollContext): EventData {
	if (event.watches === 'webinarList') return inOutputOrder<Json | undefined>(event.sample);
	if (event.watches === 'sessions') return sampleSession(event, context, context.now);
	return toRegistrantOutput(event.sample, context.simplify, FixedOffsetZone.utcInstance);
}

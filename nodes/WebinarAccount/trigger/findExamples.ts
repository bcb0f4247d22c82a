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
import type { WebinarState } from './store';

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
	return found.flat().sort((one, other) => compareBegunFirst(minutesUntil(one), minutesUntil(other)));
}

/** Reads a webinar's examples. @throws if there are none because the chosen schedule does not exist */
async function examplesOf(
	event: WebinarEvent,
	webinar: WatchedWebinar,
	context: PollContext,
): Promise<EventData[]> {
	// As if a poll in 1970 had read the webinar and found nothing in it. Everything in it is then new.
	const before: WebinarState = { readStatus: 'read', triedAt: 0, hash: '' };
	const forWebinar = { ...context, ...webinar, startedAt: 0, before };
	const examples =
		event.watches === 'registrants'
			? await registrantExamples({ ...forWebinar, event })
			: await sessionExamples({ ...forWebinar, event });
	const scheduleProblem = examples.length === 0 ? await findScheduleProblem(forWebinar) : undefined;
	if (scheduleProblem) throw scheduleProblem;
	return examples.map((data) => withWebinarId(data, webinar));
}

/**
 * Sorts webinars by the times of their sessions, as far as the webinar list tells them: first those with a session that
 * has begun, and then those with the next sessions to start.
 */
function nearestFirst(
	event: SessionEvent,
	webinars: readonly WatchedWebinar[],
	context: PollContext,
): WatchedWebinar[] {
	const timed = webinars.map((webinar) => ({ webinar, time: timeUntilNearest(event, webinar, context) }));
	return timed.sort((one, other) => compareBegunFirst(one.time, other.time)).map(({ webinar }) => webinar);
}

/** Returns the milliseconds until the nearest session's start, negative if it has begun; infinite without a session. */
function timeUntilNearest(
	event: SessionEvent,
	{ listed }: WatchedWebinar,
	{ now, product }: PollContext,
): number {
	const starts = listed ? listedStarts(product, listed) : [];
	// Only an event after the start can have happened for a session that has begun.
	const possible = starts.filter((start) => event.takes.includes('minutesAfterStart') || start > now);
	// A recurring session, such as "Every day, 01:00 PM", has an infinite start. It is probably near.
	const times = possible.map((start) => (start === Infinity ? DAY_MS : start - now));
	return times.sort(compareBegunFirst)[0] ?? Infinity;
}

/** Compares times until a start for sorting: first the negative ones, the latest first, and then the next ones. */
function compareBegunFirst(one: number, other: number): number {
	return Number(one > 0) - Number(other > 0) || Math.abs(one) - Math.abs(other);
}

/** Returns an invented event with all fields of a real one. */
function sampleOf(event: TriggerEvent, context: PollContext): EventData {
	if (event.watches === 'webinarList') return inOutputOrder<Json | undefined>(event.sample);
	if (event.watches === 'sessions') return sampleSession(event, context, context.now);
	return toRegistrantOutput(event.sample, context.simplify, FixedOffsetZone.utcInstance);
}

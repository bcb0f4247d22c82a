import { FixedOffsetZone } from 'luxon';

import { toRegistrantOutput } from '../registrants/registrantOutput';
import type { Json } from '../service/schemas';
import { inOutputOrder } from '../utils/outputOrder';
import { DAY_MS } from '../webinars/dates';
import { listedStarts } from '../webinars/webinar';
import type { EventData, KnownWebinar, Poll, SessionPoll, WatchedWebinar } from './event';
import { isRegistrantPoll, isSessionPoll } from './events';
import { fetchWatchedWebinars, findScheduleProblems, listedData, withWebinarId } from './findEvents';
import { fetchRegistrantExamples } from './registrantEvents';
import { fetchSessionExamples, SAMPLE_WEBINAR_ID, sampleSession } from './sessionEvents';

/** Maximum number of examples to return. */
const MAX_EXAMPLES = 3;

/** Maximum number of webinars to search for examples. */
const MAX_WEBINARS = 3;

/**
 * Returns examples for a manual test in the editor: recent real events, the most recent first, or the nearest sessions,
 * the next one first. If there are none, returns a sample event, which is marked with `sample: true`.
 * @throws if every webinar failed, or has no events because the chosen schedule does not exist
 */
export async function findExamples(poll: Poll): Promise<EventData[]> {
	// `fetchWatchedWebinars` returns the oldest webinar first.
	const newestFirst = (await fetchWatchedWebinars(poll)).reverse();
	const ordered = isSessionPoll(poll) ? nearestFirst(newestFirst, poll) : newestFirst;
	const searched = ordered.slice(0, MAX_WEBINARS);
	const results = await Promise.allSettled(searched.map((webinar) => fetchExamples(webinar, poll)));
	const failures = results.filter((result) => result.status === 'rejected');
	if (failures[0] && failures.length === results.length) throw failures[0].reason;
	const found = results.flatMap((result) => (result.status === 'fulfilled' ? result.value : []));
	const examples = isSessionPoll(poll) ? found.sort(compareSessions) : found;
	if (examples.length > 0) return examples.slice(0, MAX_EXAMPLES);
	const sample = { sample: true, ...sampleOf(poll) };
	// If all webinars are watched, each event names its webinar.
	return [poll.webinar ? sample : { ...sample, webinar_id: SAMPLE_WEBINAR_ID }];
}

/** Reads a webinar's examples. @throws if there are none because the chosen schedule does not exist */
async function fetchExamples(watched: WatchedWebinar, poll: Poll): Promise<EventData[]> {
	// As if a poll in 1970 had read the webinar and found nothing in it. Everything in it is then new.
	const webinar: KnownWebinar = {
		...watched,
		state: { readStatus: 'read', triedAt: 0, hash: '' },
		startedAt: 0,
	};
	const examples = await fetchExamplesOfEvent(webinar, poll);
	const [scheduleProblem] = examples.length === 0 ? await findScheduleProblems(webinar, poll) : [];
	if (scheduleProblem) throw scheduleProblem;
	return examples.map((data) => withWebinarId(data, webinar));
}

async function fetchExamplesOfEvent(webinar: KnownWebinar, poll: Poll): Promise<EventData[]> {
	if (isRegistrantPoll(poll)) return await fetchRegistrantExamples(webinar, poll);
	if (isSessionPoll(poll)) return await fetchSessionExamples(webinar, poll);
	return listedData(webinar);
}

/**
 * Sorts webinars by the times of their sessions, as far as the webinar list tells them: first those with a session that
 * has begun, and then those with the next sessions to start.
 */
function nearestFirst(webinars: readonly WatchedWebinar[], poll: SessionPoll): WatchedWebinar[] {
	const timed = webinars.map((webinar) => ({ webinar, time: timeUntilNearest(webinar, poll) }));
	return timed.sort((one, other) => compareBegunFirst(one.time, other.time)).map(({ webinar }) => webinar);
}

/** Returns the milliseconds until the nearest session's start, negative if it has begun; infinite without a session. */
function timeUntilNearest({ listed }: WatchedWebinar, { event, now, product }: SessionPoll): number {
	const starts = listed ? listedStarts(product, listed) : [];
	// Only an event after the start can have happened for a session that has begun.
	const possible = starts.filter((start) => event.takes.includes('minutesAfterStart') || start > now);
	// A recurring session, such as "Every day, 01:00 PM", has an infinite start. It is probably near.
	const times = possible.map((start) => (start === Infinity ? DAY_MS : start - now));
	return times.sort(compareBegunFirst)[0] ?? Infinity;
}

/** Compares two sessions for sorting like `compareBegunFirst`. */
function compareSessions(one: EventData, other: EventData): number {
	const minutesUntil = ({ minutes_until_start }: EventData) => Number(minutes_until_start ?? Infinity);
	return compareBegunFirst(minutesUntil(one), minutesUntil(other));
}

/** Compares times until a start for sorting: first the negative ones, the latest first, and then the next ones. */
function compareBegunFirst(one: number, other: number): number {
	return Number(one > 0) - Number(other > 0) || Math.abs(one) - Math.abs(other);
}

/** Returns an invented event with all fields of a real one. */
function sampleOf(poll: Poll): EventData {
	const { event, simplify } = poll;
	if (event.watches === 'webinarList') return inOutputOrder<Json | undefined>(event.sample);
	if (event.watches === 'sessions') return sampleSession(event, poll);
	return toRegistrantOutput(event.sample, simplify, FixedOffsetZone.utcInstance);
}

import { FixedOffsetZone } from 'luxon';

import { toRegistrantOutput } from '../registrants/registrantOutput';
import type { Json } from '../service/endpoints';
import { inOutputOrder } from '../utils/values';
import { DAY_MS } from '../webinars/dates';
import { isAnyTime, listedStarts } from '../webinars/webinar';
import type { EventData, Poll, SessionPoll, WatchedWebinar, WebinarWithState } from './event';
import { isRegistrantPoll, isSessionPoll } from './events';
import { eventsFromListEntry, fetchWatchedWebinars, findScheduleProblems, withWebinarId } from './findEvents';
import { fetchRegistrantExamples } from './registrantEvents';
import { fetchSessionExamples, SAMPLE_WEBINAR_ID, sampleSession } from './sessionEvents';

/** Maximum number of examples to return, and of webinars to search for them. */
const MAX_EXAMPLES = 3;

/**
 * Returns examples for a manual test in the editor: recent real events of the newest webinars, or the nearest sessions. If
 * there are none, returns a sample event, which is marked with `sample: true`.
 * @throws if `fetchExamples` fails for every webinar
 */
export async function findExamples(poll: Poll): Promise<EventData[]> {
	// `fetchWatchedWebinars` returns the oldest webinar first.
	const newestFirst = (await fetchWatchedWebinars(poll)).reverse();
	const ordered = isSessionPoll(poll) ? nearestFirst(newestFirst, poll) : newestFirst;
	const searched = ordered.slice(0, MAX_EXAMPLES);
	const results = await Promise.allSettled(searched.map((webinar) => fetchExamples(webinar, poll)));
	const failures = results.filter((result) => result.status === 'rejected');
	if (failures[0] && failures.length === results.length) throw failures[0].reason;
	const found = results.flatMap((result) => (result.status === 'fulfilled' ? result.value : []));
	const examples = isSessionPoll(poll) ? found.sort(compareByNearness) : found;
	if (examples.length > 0) return examples.slice(0, MAX_EXAMPLES);
	const sample = { sample: true, ...sampleOf(poll) };
	// If all webinars are watched, each event names its webinar.
	return [poll.webinar ? sample : { ...sample, webinar_id: SAMPLE_WEBINAR_ID }];
}

/** Sorts webinars by the time to the nearest session that can be an example, as far as the webinar list shows it. */
function nearestFirst(webinars: WatchedWebinar[], poll: SessionPoll): WatchedWebinar[] {
	const { event, now, product } = poll;
	const isAfterStart = event.offsetMinutes(poll) > 0;
	const timeToNearest = ({ listed }: WatchedWebinar) => {
		// A webinar that is always open has no sessions to report.
		const hasStarts = listed && !isAnyTime(listed.type);
		const starts = hasStarts ? listedStarts(product, listed) : [];
		// An event after the start can have happened in a session that has begun.
		const possible = starts.filter((start) => start > now || isAfterStart);
		// A session without a date in the list, such as "Every day, 01:00 PM", is probably within a day.
		const times = possible.map((start) => (start === Infinity ? DAY_MS : Math.abs(start - now)));
		// A webinar without such a session comes last.
		return Math.min(Number.MAX_SAFE_INTEGER, ...times);
	};
	return webinars.sort((one, other) => timeToNearest(one) - timeToNearest(other));
}

/** Reads a webinar's examples. @throws if there are none because the chosen schedule does not exist */
async function fetchExamples(watched: WatchedWebinar, poll: Poll): Promise<EventData[]> {
	// As if a poll in 1970 had read the webinar and found nothing in it. Everything in it is then new.
	const webinar: WebinarWithState = {
		...watched,
		state: { readStatus: 'read', triedAt: 0, hash: '' },
		firstPollAt: 0,
	};
	const examples = await fetchExamplesOfEvent(webinar, poll);
	const [scheduleProblem] = examples.length === 0 ? await findScheduleProblems(webinar, poll) : [];
	if (scheduleProblem) throw scheduleProblem;
	return examples.map((data) => withWebinarId(data, webinar));
}

async function fetchExamplesOfEvent(webinar: WebinarWithState, poll: Poll): Promise<EventData[]> {
	if (isRegistrantPoll(poll)) return await fetchRegistrantExamples(webinar, poll);
	if (isSessionPoll(poll)) return await fetchSessionExamples(webinar, poll);
	return eventsFromListEntry(webinar);
}

/** Compares two sessions: first what has begun, the latest first, because its event is real, and then what begins next. */
function compareByNearness(one: EventData, other: EventData): number {
	const [minutes = 0, otherMinutes = 0] = [one, other].map((each) => Number(each.minutes_until_start));
	return Number(minutes > 0) - Number(otherMinutes > 0) || Math.abs(minutes) - Math.abs(otherMinutes);
}

/** Returns an invented event with all fields of a real one. */
function sampleOf(poll: Poll): EventData {
	const { event, simplify } = poll;
	if (event.watches === 'webinarList') return inOutputOrder<Json | undefined>(event.sample);
	if (event.watches === 'sessions') return sampleSession(event, poll);
	return toRegistrantOutput(event.sample, simplify, FixedOffsetZone.utcInstance);
}

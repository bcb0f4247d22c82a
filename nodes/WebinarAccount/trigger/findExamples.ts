import { FixedOffsetZone } from 'luxon';

import { toRegistrantOutput } from '../registrants/registrantOutput';
import type { Json, WebinarListItem } from '../service/schemas';
import { inOutputOrder } from '../utils/outputFields';
import { scalarText } from '../utils/values';
import { DAY_MS } from '../webinars/dates';
import { listedStarts, sessionKind } from '../webinars/webinar';
import type { EventData, Poll, SessionPoll, WatchedWebinar, WebinarWithState } from './event';
import { isRegistrantPoll, isSessionPoll } from './events';
import { eventsFromListEntry, fetchWatchedWebinars, findScheduleProblems, withWebinarId } from './findEvents';
import { fetchRegistrantExamples } from './registrantEvents';
import { fetchSessionExamples, SAMPLE_WEBINAR_ID, sampleSession } from './sessionEvents';

/** Maximum number of examples to return, and of webinars to search for them. */
const MAX_EXAMPLES = 3;

/**
 * Returns examples for a manual test in the editor: recent real events, those of the newest webinar first, or the nearest
 * sessions. If there are none, returns a sample event, which is marked with `sample: true`.
 * @throws if `fetchExamples` fails for every webinar
 */
export async function findExamples(poll: Poll): Promise<EventData[]> {
	// `fetchWatchedWebinars` returns the oldest webinar first.
	const newestFirst = (await fetchWatchedWebinars(poll)).reverse();
	const ordered = isSessionPoll(poll)
		? begunThenUpcoming(newestFirst, (webinar) => timeUntilLastOrNextStart(webinar, poll))
		: newestFirst;
	const searched = ordered.slice(0, MAX_EXAMPLES);
	const results = await Promise.allSettled(searched.map((webinar) => fetchExamples(webinar, poll)));
	const failures = results.filter((result) => result.status === 'rejected');
	if (failures[0] && failures.length === results.length) throw failures[0].reason;
	const found = results.flatMap((result) => (result.status === 'fulfilled' ? result.value : []));
	const examples = isSessionPoll(poll)
		? begunThenUpcoming(found, ({ minutes_until_start }) => Number(minutes_until_start ?? Infinity))
		: found;
	if (examples.length > 0) return examples.slice(0, MAX_EXAMPLES);
	const sample = { sample: true, ...sampleOf(poll) };
	// If all webinars are watched, each event names its webinar.
	return [poll.webinar ? sample : { ...sample, webinar_id: SAMPLE_WEBINAR_ID }];
}

/** Reads a webinar's examples. @throws if there are none because the chosen schedule does not exist */
async function fetchExamples(watched: WatchedWebinar, poll: Poll): Promise<EventData[]> {
	// As if a poll in 1970 had read the webinar and found nothing in it. Everything in it is then new.
	const webinar: WebinarWithState = {
		...watched,
		state: { readStatus: 'read', triedAt: 0, hash: '' },
		startedAt: 0,
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

/** Returns the milliseconds until the latest past start (negative) or else the next start; infinite without any. */
function timeUntilLastOrNextStart({ listed }: WatchedWebinar, { event, now, product }: SessionPoll): number {
	const starts = listed && mayHaveStart(listed) ? listedStarts(product, listed) : [];
	// `listedStarts` returns Infinity for a recurring session, such as "Every day, 01:00 PM". It is probably within a day.
	const times = starts.map((start) => (start === Infinity ? DAY_MS : start - now));
	// Session Ended can have happened for a session that has begun. Session Starting cannot.
	const possible = event.takes.includes('minutesAfterStart') ? times : times.filter((time) => time > 0);
	const [lastOrNext = Infinity] = begunThenUpcoming(possible, (time) => time);
	return lastOrNext;
}

/** Whether a webinar in the webinar list may have a session with a start. A webinar that is always open has none. */
function mayHaveStart({ schedules, type }: WebinarListItem): boolean {
	if (!Array.isArray(schedules)) return true;
	return schedules.some((description: unknown) => sessionKind(scalarText(description), type) === 'dated');
}

/**
 * Sorts by the time until a start: first what has begun, the latest first, and then what begins next. An event of a session
 * that has begun is a better example, because it has really happened.
 * @param timeUntil returns the time; negative if the start is over
 */
function begunThenUpcoming<Item>(items: readonly Item[], timeUntil: (item: Item) => number): Item[] {
	const timed = items.map((item) => ({ item, time: timeUntil(item) }));
	timed.sort((one, other) => {
		return Number(one.time > 0) - Number(other.time > 0) || Math.abs(one.time) - Math.abs(other.time);
	});
	return timed.map(({ item }) => item);
}

/** Returns an invented event with all fields of a real one. */
function sampleOf(poll: Poll): EventData {
	const { event, simplify } = poll;
	if (event.watches === 'webinarList') return inOutputOrder<Json | undefined>(event.sample);
	if (event.watches === 'sessions') return sampleSession(event, poll);
	return toRegistrantOutput(event.sample, simplify, FixedOffsetZone.utcInstance);
}

import { DateTime, FixedOffsetZone } from 'luxon';
import { z } from 'zod/v4';

import { InputError } from '../service/errors';
import { quoted, scalarText } from '../utils/values';
import { DATE_FORMAT, DAY_MS, HOUR_MS, MINUTE_MS, zoneName, parseZone } from '../webinars/dates';
import {
	isAnyTime,
	isDateUnreadable,
	listedStarts,
	type Session,
	type SessionDates,
	toSessionOutput,
	type Webinar,
} from '../webinars/webinar';
import {
	type EventData,
	SAMPLE_WEBINAR_ID,
	type SessionPoll,
	type WatchedWebinar,
	type WebinarReading,
	type WebinarWithState,
} from './events';

// Finds the events about sessions.

/** A session in the trigger's stored state. */
const knownSession = z.object({
	scheduleId: z.int(),
	/** In milliseconds since 1970. */
	startsAt: z.int(),
	date: z.string(),
	comment: z.string().nullable(),
	/** The time zone of the date, e.g. "Europe/London" or "GMT-5". */
	zone: z.string(),
	isReported: z.boolean(),
});

type KnownSession = z.output<typeof knownSession>;

/**
 * Reads a webinar and returns the sessions to report. Each session is reported once, as soon as it is due. The first
 * reading of an old webinar (`unreadOld`) only stores the sessions.
 */
export async function fetchSessionEvents(
	{ firstPollAt, state, webinarId }: WebinarWithState,
	poll: SessionPoll,
): Promise<WebinarReading> {
	const { event, now } = poll;
	const { webinar, dated, unreadable } = await fetchSessions(webinarId, poll);
	// When a session is reported, and when its event happens. A reminder is reported before the start, which is its event.
	const offsetMs = event.offsetMinutes(poll) * MINUTE_MS;
	const dueAt = ({ startsAt }: KnownSession) => startsAt + offsetMs;
	const happensAt = ({ startsAt }: KnownSession) => startsAt + Math.max(0, offsetMs);

	const stored = z.array(knownSession).safeParse(state.memory).data ?? [];
	const merged = mergeSessions(stored, dated, now);
	// Sessions whose event is long ago are forgotten, whether they were reported or are found too late.
	const sessions = merged.filter((session) => now - happensAt(session) <= event.maxDelayMs);
	const toReport = sessions.filter((session) => {
		const isDue = dueAt(session) <= now;
		const isNew = happensAt(session) > firstPollAt && state.readStatus !== 'unreadOld';
		return isDue && isNew && !session.isReported;
	});
	return {
		events: toReport.map((session) => toOutput(webinar, session, now)),
		isEmpty: dated.length === 0,
		memory: sessions.map((session) => {
			return { ...session, isReported: session.isReported || toReport.includes(session) };
		}),
		// One warning is enough.
		warnings: unreadable.slice(0, 1).map(unreadableSession),
	};
}

/**
 * Reads the sessions of the chosen schedule, or all of them.
 * @returns `dated`: the sessions that have a start; `unreadable`: those with a date that cannot be read
 * @throws InputError if the time zone of the dates is unknown
 */
async function fetchSessions(webinarId: string, { schedule, webinars }: SessionPoll) {
	const webinar = await webinars.fetch({ id: webinarId });
	const watched = webinar.sessions.filter(({ scheduleId }) => {
		return schedule === undefined || scheduleId === schedule;
	});
	const dated = watched.flatMap(({ kind, scheduleId, startsAt, date, comment }): KnownSession[] => {
		if (kind !== 'dated' || startsAt === undefined) return [];
		const { zone } = webinar.dates;
		// Without a zone, `startsAt` is a guess.
		if (!zone) throw unknownStartsError(webinar);
		return [{ scheduleId, startsAt, date, comment, zone: zoneName(zone), isReported: false }];
	});
	return { webinar, dated, unreadable: watched.filter(isDateUnreadable) };
}

/**
 * Returns a session as an output item, in the time zone that its date had when it was listed. Since then, the webinar can have
 * got another time zone, or none.
 */
function toOutput(webinar: Webinar, session: KnownSession, now: number): EventData {
	const presentZone = webinar.dates.zone && zoneName(webinar.dates.zone);
	const zone = parseZone(session.zone);
	if (!zone || session.zone === presentZone) return toSessionOutput(webinar, session, now);
	const dates: SessionDates = { kind: 'inWebinarZone', zone };
	return { ...toSessionOutput({ ...webinar, dates }, session, now), timezone: session.zone };
}

/**
 * Merges the stored sessions with those that the service lists now, the earliest first. A stored session that is no longer
 * listed was canceled or moved, and is left out, unless it was reported, has begun, or is about to start.
 */
function mergeSessions(
	stored: readonly KnownSession[],
	listed: readonly KnownSession[],
	now: number,
): KnownSession[] {
	const keyOf = ({ scheduleId, startsAt }: KnownSession) => `${scheduleId} ${startsAt}`;
	const listedKeys = new Set(listed.map(keyOf));
	const stillListed = stored.filter((session) => listedKeys.has(keyOf(session)));
	const schedulesStillListed = new Set(stillListed.map(({ scheduleId }) => scheduleId));
	// The stored sessions that stay as they are, whether they are still listed or not.
	const kept = stored.filter(({ isReported, scheduleId, startsAt }) => {
		// The service might list only future sessions.
		const hasBegun = startsAt <= now;
		// The service might remove the next date of a recurring schedule shortly before its start, and still list its other dates.
		const isAboutToStart = startsAt - now < HOUR_MS && schedulesStillListed.has(scheduleId);
		// Only the stored session says that it was reported.
		return isReported || hasBegun || isAboutToStart;
	});
	// A kept session replaces the listed one.
	const merged = new Map([...listed, ...kept].map((session) => [keyOf(session), session]));
	return [...merged.values()].sort((one, other) => one.startsAt - other.startsAt);
}

function unreadableSession({ date }: Session): InputError {
	return new InputError(
		`The date of a session cannot be read: ${quoted(date)}`,
		'The trigger cannot report a session without a readable date. It still reports the other sessions.',
	);
}

/** Creates the error for a webinar whose dates are in an unknown time zone. */
function unknownStartsError({ detail }: Webinar): InputError {
	const name = scalarText(detail.timezone).trim();
	return new InputError(
		name === '' ? 'The webinar has no time zone' : `The webinar's time zone ${quoted(name)} is not known`,
		"The start times of the webinar's sessions are therefore unknown. Set the webinar's time zone in the webinar account.",
	);
}

/** Returns the webinar's sessions for a test in the editor. */
export async function fetchSessionExamples(
	{ webinarId }: WatchedWebinar,
	poll: SessionPoll,
): Promise<EventData[]> {
	const { webinar, dated } = await fetchSessions(webinarId, poll);
	const possible = dated.filter(({ startsAt }) => canBeExample(startsAt, poll));
	return possible.map((session) => toOutput(webinar, session, poll.now));
}

/** Sorts webinars by the time to the nearest session that can be an example, as far as the webinar list shows it. */
export function nearestFirst(webinars: WatchedWebinar[], poll: SessionPoll): WatchedWebinar[] {
	const { now, product } = poll;
	const timeToNearest = ({ listed }: WatchedWebinar) => {
		// A webinar that is always open has no sessions to report.
		const starts = listed && !isAnyTime(listed.type) ? listedStarts(product, listed) : [];
		const possible = starts.filter((startsAt) => canBeExample(startsAt, poll));
		// A session without a date in the list, such as "Every day, 01:00 PM", is probably within a day.
		const times = possible.map((startsAt) => (startsAt === Infinity ? DAY_MS : Math.abs(startsAt - now)));
		// A webinar without such a session comes last. Infinity could not be subtracted from itself.
		return Math.min(Number.MAX_SAFE_INTEGER, ...times);
	};
	return webinars.sort((one, other) => timeToNearest(one) - timeToNearest(other));
}

/** Whether a session is an example for a manual test: it has not begun, or the event comes after the start of a session. */
function canBeExample(startsAt: number, poll: SessionPoll): boolean {
	return startsAt > poll.now || poll.event.offsetMinutes(poll) > 0;
}

/** Compares two sessions: first what has begun, the latest first, because its event is real, and then what begins next. */
export function compareByNearness(one: EventData, other: EventData): number {
	const [minutes = 0, otherMinutes = 0] = [one, other].map((each) => Number(each.minutes_until_start));
	return Number(minutes > 0) - Number(otherMinutes > 0) || Math.abs(minutes) - Math.abs(otherMinutes);
}

/** Returns a sample session that has all fields of a real one. */
export function sampleSession(poll: SessionPoll): EventData {
	const { event, now } = poll;
	// The event of this session is due in the current minute.
	const minute = now - (now % MINUTE_MS);
	const startsAt = minute - event.offsetMinutes(poll) * MINUTE_MS;
	const date = DateTime.fromMillis(startsAt, { zone: 'utc' }).toFormat(DATE_FORMAT);
	const detail = {
		webinar_id: SAMPLE_WEBINAR_ID,
		webinar_hash: 'sample',
		name: 'Sample Webinar',
		title: 'A Sample Webinar',
		type: 'Single presentation' as const,
		timezone: 'UTC',
		registration_url: 'https://event.example.com/register/6/sample',
		direct_live_room_url: 'https://event.example.com/go/live/6/sample',
		direct_replay_room_url: 'https://event.example.com/go/replay/6/sample',
	};
	const dates: SessionDates = { kind: 'inWebinarZone', zone: FixedOffsetZone.utcInstance };
	const webinar = { id: SAMPLE_WEBINAR_ID, detail, dates };
	return toSessionOutput(webinar, { scheduleId: 56, startsAt, date, comment: 'Sample session' }, now);
}

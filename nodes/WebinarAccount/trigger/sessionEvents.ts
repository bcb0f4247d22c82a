import { DateTime, FixedOffsetZone } from 'luxon';
import { z } from 'zod/v4';

import { InputError } from '../service/errors';
import { quoted, scalarText } from '../utils/values';
import { unknownSchedule } from '../webinars/chooseSession';
import { DATE_FORMAT, HOUR_MS, MINUTE_MS, zoneName, zoneNamed } from '../webinars/dates';
import { isDateUnreadable, toSessionOutput, type Webinar } from '../webinars/webinar';
import type { EventData, EventOptions, SessionEvent, WebinarContext, WebinarReading } from './event';

/** Finds the events about sessions. */

/** A session in the trigger's stored state. */
const knownSession = z.object({
	schedule: z.int(),
	startsAt: z.int(),
	date: z.string(),
	comment: z.string().nullable(),
	/** The time zone of the date, e.g. "Europe/London" or "GMT-5". */
	zone: z.string().nullable(),
	/** Whether the session must still be reported, was reported, or had happened before the trigger's first poll. */
	status: z.enum(['expected', 'reported', 'old']),
});

type KnownSession = z.output<typeof knownSession>;
/** A session that the service lists now. */
type ListedSession = Omit<KnownSession, 'status'>;

/** When an event happens to a session, in milliseconds since 1970. */
interface Timing {
	/** When the trigger may report the session. */
	dueAt: (session: ListedSession) => number;
	/** When the event happens: when the session starts, or when it counts as over. */
	happensAt: (session: ListedSession) => number;
}

function timingOf(event: SessionEvent, options: EventOptions): Timing {
	const offsetMs = event.offsetMinutes(options) * MINUTE_MS;
	return {
		dueAt: ({ startsAt }) => startsAt + offsetMs,
		happensAt: ({ startsAt }) => startsAt + Math.max(0, offsetMs),
	};
}

/**
 * Reads a webinar and returns the sessions to report. Each session is reported once, as soon as it is due. If the trigger
 * reports nothing of the webinar yet, all sessions are only stored, and the next reading reports those that are due.
 * @param stored the state from the last time that the webinar was read
 */
export async function readSessionEvents(
	event: SessionEvent,
	context: WebinarContext,
	stored: unknown,
): Promise<WebinarReading> {
	const { now, reports, warn, webinarId } = context;
	const timing = timingOf(event, context);
	const known = z.array(knownSession).safeParse(stored).data;
	const { webinar, sessions, unreadableDate, scheduleProblem } = await readSessions(context);
	if (unreadableDate !== undefined) warn(unreadableSession(unreadableDate), webinarId);
	if (scheduleProblem && !known) warn(scheduleProblem, webinarId);

	const merged = mergeSessions(event, timing, known ?? [], sessions, context);
	const isDue = (session: KnownSession) =>
		reports !== 'nothing' && session.status === 'expected' && timing.dueAt(session) <= now;
	return {
		events: merged.filter(isDue).map((session) => toOutput(webinar, session, now)),
		state: merged.map((session): KnownSession =>
			isDue(session) ? { ...session, status: 'reported' } : session,
		),
		reports: 'everything',
	};
}

/**
 * Returns a session as an output item. The webinar's time zone can be unknown when its last session is no longer listed.
 * The item then has the zone that the session had when it was listed.
 */
function toOutput(webinar: Webinar, session: ListedSession, now: number): EventData {
	const zone = webinar.zone ?? zoneNamed(session.zone ?? '');
	return toSessionOutput({ ...webinar, zone }, { ...session, scheduleId: session.schedule }, now);
}

/** Returns the webinar's sessions for a test in the editor. */
export async function sessionExamples(event: SessionEvent, context: WebinarContext): Promise<EventData[]> {
	const { now } = context;
	const isAfterStart = event.offsetMinutes(context) > 0;
	const { webinar, sessions } = await readSessions(context);
	return sessions
		.filter(({ startsAt }) => isAfterStart || startsAt > now)
		.map((session) => toOutput(webinar, session, now));
}

/** Returns a sample session that has all fields of a real one. */
export function sampleSession(event: SessionEvent, options: EventOptions, now: number): EventData {
	const startsAt = now - event.offsetMinutes(options) * MINUTE_MS - (now % MINUTE_MS);
	const date = DateTime.fromMillis(startsAt, { zone: 'utc' }).toFormat(DATE_FORMAT);
	const detail = {
		webinar_id: 6,
		webinar_hash: 'sample',
		name: 'Sample Webinar',
		title: 'A Sample Webinar',
		type: 'Single presentation' as const,
		timezone: 'UTC',
		registration_url: 'https://event.example.com/register/6/sample',
		direct_live_room_url: 'https://event.example.com/go/live/6/sample',
		direct_replay_room_url: 'https://event.example.com/go/replay/6/sample',
	};
	const webinar = { id: 6, detail, zone: FixedOffsetZone.utcInstance, mayUseAttendeeZone: false };
	return toSessionOutput(webinar, { scheduleId: 56, startsAt, date, comment: 'Sample session' }, now);
}

/** Merges the stored sessions with those that the service lists now, the earliest first. */
function mergeSessions(
	event: SessionEvent,
	timing: Timing,
	stored: readonly KnownSession[],
	listed: readonly ListedSession[],
	{ now, startedAt }: WebinarContext,
): KnownSession[] {
	const keyOf = ({ schedule, startsAt }: ListedSession) => `${schedule} ${startsAt}`;
	const listedKeys = new Set(listed.map(keyOf));
	const stillListed = stored.filter((session) => listedKeys.has(keyOf(session)));
	const listedSchedules = new Set(stillListed.map(({ schedule }) => schedule));
	const merged = new Map<string, KnownSession>();
	for (const session of listed) {
		const isOld = timing.happensAt(session) <= startedAt;
		merged.set(keyOf(session), { ...session, status: isOld ? 'old' : 'expected' });
	}
	for (const session of stored) {
		// A session in the future is not old: the clock was ahead in the first poll.
		const isExpected = session.status === 'old' && timing.happensAt(session) > now;
		merged.set(keyOf(session), isExpected ? { ...session, status: 'expected' } : session);
	}

	/** Whether a session stays in the state. */
	const isKept = (session: KnownSession): boolean => {
		const { schedule, startsAt, status } = session;
		const isTooLate = now - timing.happensAt(session) > event.maxDelayMs;
		// A listed session would be reported again if the clock is set back.
		if (listedKeys.has(keyOf(session))) return !isTooLate || status === 'reported';
		if (isTooLate) return false;
		// The session might be listed again.
		if (status === 'reported') return true;
		// The service might list only future sessions.
		if (startsAt <= now) return true;
		// The service might remove the next date of a recurring schedule shortly before its start. Any other session that is
		// no longer listed was canceled or moved.
		return startsAt - now < HOUR_MS && listedSchedules.has(schedule);
	};
	return [...merged.values()].filter(isKept).sort((one, other) => one.startsAt - other.startsAt);
}

/** The sessions of a webinar that the trigger watches. */
interface WatchedSessions {
	webinar: Webinar;
	/** The sessions that have a date. */
	sessions: ListedSession[];
	/** A date that cannot be read, if there is one. */
	unreadableDate: string | undefined;
	/** The error for a schedule that the webinar does not have; undefined if it has the schedule. */
	scheduleProblem: InputError | undefined;
}

/**
 * Reads the watched sessions. If the webinar's dates depend on the attendee's time zone, the service returns them in EST.
 * @throws InputError if the time zone of the dates is unknown
 */
async function readSessions({ schedule, webinarId, webinars }: WebinarContext): Promise<WatchedSessions> {
	const webinar = await webinars.read({ id: webinarId });
	const watched = webinar.sessions.filter((each) => schedule === undefined || each.scheduleId === schedule);
	const sessions = watched.flatMap(({ kind, scheduleId: id, startsAt, date, comment }) => {
		if (kind !== 'dated' || startsAt === undefined) return [];
		return [{ schedule: id, startsAt, date, comment, zone: webinar.zone ? zoneName(webinar.zone) : null }];
	});
	if (!webinar.zone && sessions.length > 0) throw unknownZone(webinar);
	return {
		webinar,
		sessions,
		unreadableDate: watched.find(isDateUnreadable)?.date,
		scheduleProblem: schedule !== undefined && watched.length === 0 ? unknownSchedule(schedule) : undefined,
	};
}

function unreadableSession(date: string): InputError {
	return new InputError(
		`The date of a session cannot be read: ${quoted(date)}`,
		'The trigger cannot report a session without a readable date. It still reports the other sessions.',
	);
}

/** Creates the error for a webinar whose sessions have dates in an unknown time zone. */
function unknownZone({ detail, mayUseAttendeeZone }: Webinar): InputError {
	if (mayUseAttendeeZone) {
		return new InputError(
			"The service does not report whether the webinar's dates are in each attendee's time zone",
			"The start times of the webinar's sessions are therefore not known yet. The trigger checks again at the next poll.",
		);
	}
	const name = scalarText(detail.timezone).trim();
	return new InputError(
		name === '' ? 'The webinar has no time zone' : `The webinar's time zone ${quoted(name)} is not known`,
		"The start times of the webinar's sessions are therefore unknown. Set the webinar's time zone in the webinar account.",
	);
}

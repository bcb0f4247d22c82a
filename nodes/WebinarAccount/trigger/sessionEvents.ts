import { DateTime, FixedOffsetZone } from 'luxon';
import { z } from 'zod/v4';

import { InputError } from '../service/errors';
import { quoted, scalarText } from '../utils/values';
import { unknownSchedule } from '../webinars/chooseSession';
import { DATE_FORMAT, DAY_MS, HOUR_MS, MINUTE_MS } from '../webinars/dates';
import { isDateUnreadable, toSessionOutput, type Webinar } from '../webinars/webinar';
import type { EventOptions, WebinarContext, WebinarEvent } from './event';

/** A session in the trigger's stored state. */
const knownSession = z.object({
	schedule: z.int(),
	startsAt: z.int(),
	date: z.string(),
	comment: z.string().nullable(),
	/** Whether the session needs no report, because it was reported, or had started or ended before the first poll. */
	isReported: z.boolean(),
});

type KnownSession = z.output<typeof knownSession>;
/** A session that the service lists now. */
type CurrentSession = Omit<KnownSession, 'isReported'>;

/** The definition of an event about sessions. */
interface SessionEventRules extends Pick<
	WebinarEvent,
	'value' | 'name' | 'action' | 'description' | 'takes'
> {
	/** Returns the minutes from a session's start until the trigger reports the session; negative for before the start. */
	offsetMinutes: (options: EventOptions) => number;
	/** How late a session is still reported, in milliseconds after it started or, for an event after the start, was due. */
	maxDelayMs: number;
}

export const sessionStarting = sessionEvent({
	value: 'sessionStarting',
	name: 'Session Starting',
	action: 'On a session about to start',
	description: 'When a session of the webinar is about to start. Once per session.',
	takes: ['minutesBefore'],
	offsetMinutes: ({ minutesBefore }) => -minutesBefore,
	maxDelayMs: HOUR_MS,
});

export const sessionEnded = sessionEvent({
	value: 'sessionEnded',
	name: 'Session Ended',
	action: 'On the end of a session',
	description: 'When a session of the webinar is over. Once per session.',
	takes: ['minutesAfterStart'],
	offsetMinutes: ({ minutesAfterStart }) => minutesAfterStart,
	// Longer than a weekend, and short enough for the state if a session starts every 15 minutes.
	maxDelayMs: 3 * DAY_MS,
});

/** Creates an event about sessions from its definition. */
function sessionEvent({ offsetMinutes, maxDelayMs, ...texts }: SessionEventRules): WebinarEvent {
	return {
		...texts,
		watches: 'webinars',
		isAboutSessions: true,

		/**
		 * Reports each session once, as soon as it is due. The first reading reports none, but stores all sessions. If a
		 * session is already due then, and was not too late for a report at the first poll, the second reading reports it.
		 */
		async read(context, stored) {
			const { isBaseline, now } = context;
			const offsetMs = offsetMinutes(context) * MINUTE_MS;
			const { webinar, sessions } = await readSessions(context);
			const previous = z.array(knownSession).safeParse(stored).data ?? [];
			const known = mergeSessions(previous, sessions, { offsetMs, maxDelayMs }, context);
			const isDue = ({ startsAt, isReported }: KnownSession) =>
				!isBaseline && !isReported && startsAt + offsetMs <= now;
			return {
				events: known.filter(isDue).map((session) => toSessionOutput(webinar, session, now)),
				state: known.map((session) => (isDue(session) ? { ...session, isReported: true } : session)),
			};
		},

		async examples(context) {
			const { now } = context;
			const isAfterStart = offsetMinutes(context) > 0;
			const { webinar, sessions } = await readSessions(context);
			return sessions
				.filter(({ startsAt }) => isAfterStart || startsAt > now)
				.map((session) => toSessionOutput(webinar, session, now));
		},

		sample(options, now) {
			const startsAt = now - offsetMinutes(options) * MINUTE_MS - (now % MINUTE_MS);
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
			const webinar = { id: 6, detail, zone: FixedOffsetZone.utcInstance, followsAttendee: false };
			return toSessionOutput(webinar, { schedule: 56, startsAt, date, comment: 'Sample session' }, now);
		},
	};
}

/**
 * Merges the stored sessions with those that the service lists now, the earliest first. A session that has begun since
 * the last poll is taken from the stored state, because the service might list only future sessions. A session stays in
 * the state until it is too late to report it, or while it is listed if it was reported. Without this exception, it
 * would be reported again if the clock is set back.
 */
function mergeSessions(
	stored: readonly KnownSession[],
	listed: readonly CurrentSession[],
	{ offsetMs, maxDelayMs }: { offsetMs: number; maxDelayMs: number },
	{ now, startedAt }: WebinarContext,
): KnownSession[] {
	const keyOf = ({ schedule, startsAt }: CurrentSession) => `${schedule} ${startsAt}`;
	/** Returns when the event happens: when the session starts, or when it counts as over. */
	const happensAt = ({ startsAt }: CurrentSession) => startsAt + Math.max(0, offsetMs);
	const listedKeys = new Set(listed.map(keyOf));
	const merged = new Map<string, KnownSession>();
	for (const session of listed) {
		merged.set(keyOf(session), { ...session, isReported: happensAt(session) <= startedAt });
	}
	const stillListed = stored.filter((session) => listedKeys.has(keyOf(session)));
	const listedSchedules = new Set(stillListed.map(({ schedule }) => schedule));
	for (const session of stored) {
		// A session that is no longer listed was canceled or moved, unless it has begun. A reported one is kept, because it
		// might be listed again. The service might also remove the next date of a recurring schedule shortly before its start.
		const isSoon = session.startsAt - now < HOUR_MS && listedSchedules.has(session.schedule);
		const isKept = session.startsAt <= now || session.isReported || isSoon || listedKeys.has(keyOf(session));
		if (isKept) merged.set(keyOf(session), session);
	}
	return [...merged.values()]
		.filter((session) => {
			const isTooLate = now - happensAt(session) > maxDelayMs;
			return !isTooLate || (session.isReported && listedKeys.has(keyOf(session)));
		})
		.sort((one, other) => one.startsAt - other.startsAt);
}

/**
 * Reads the watched sessions that have a date. If the webinar's dates depend on the attendee's time zone, the service
 * returns them in EST.
 * @throws InputError if the time zone of the dates is unknown
 */
async function readSessions(
	context: WebinarContext,
): Promise<{ webinar: Webinar; sessions: CurrentSession[] }> {
	const { schedule: wanted, warn, webinarId, webinars } = context;
	const webinar = await webinars.read({ id: webinarId });
	const watched = webinar.sessions.filter(({ schedule }) => wanted === undefined || schedule === wanted);
	if (wanted !== undefined && watched.length === 0) warn(unknownSchedule(wanted), webinarId);
	const unreadable = watched.find(isDateUnreadable);
	if (unreadable) {
		const problem = new InputError(
			`The date of a session cannot be read: ${quoted(unreadable.date)}`,
			'The trigger cannot report a session without a readable date. It still reports the other sessions.',
		);
		warn(problem, webinarId);
	}
	const sessions = watched.flatMap(({ kind, schedule, startsAt, date, comment }) =>
		kind === 'dated' && startsAt !== undefined ? [{ schedule, startsAt, date, comment }] : [],
	);
	if (webinar.zone || sessions.length === 0) return { webinar, sessions };
	if (webinar.followsAttendee) {
		throw new InputError(
			"The service does not report whether the webinar's dates are in each attendee's time zone",
			"The start times of the webinar's sessions are therefore not known yet. The trigger checks again at the next poll.",
		);
	}
	const name = scalarText(webinar.detail.timezone).trim();
	throw new InputError(
		name === '' ? 'The webinar has no time zone' : `The webinar's time zone ${quoted(name)} is not known`,
		"The start times of the webinar's sessions are therefore unknown. Set the webinar's time zone in the webinar account.",
	);
}

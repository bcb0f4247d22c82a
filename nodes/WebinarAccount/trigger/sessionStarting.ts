import { DateTime, FixedOffsetZone } from 'luxon';
import { z } from 'zod/v4';

import { InputError } from '../service/errors';
import { quoted } from '../utils/values';
import { DATE_FORMAT, HOUR_MS, MINUTE_MS } from '../webinars/dates';
import { unknownSchedule } from '../webinars/chooseSession';
import { type Session, toSessionOutput, type Webinar } from '../webinars/webinar';
import type { WebinarContext, WebinarEvent } from './event';

/** A session in the trigger's stored state. */
const knownSession = z.object({
	schedule: z.int(),
	startsAt: z.int(),
	date: z.string(),
	comment: z.string().nullable(),
	/** Whether the session needs no report, because it was already reported or began before the trigger's first poll. */
	isReported: z.boolean(),
});

type KnownSession = z.output<typeof knownSession>;
/** A session that the service lists now. */
type ListedSession = Omit<KnownSession, 'isReported'>;

const knownSessions = z.array(knownSession);

/** The Session Starting event. */
export const sessionStarting: WebinarEvent = {
	watches: 'webinars',
	isAboutSessions: true,
	value: 'sessionStarting',
	name: 'Session Starting',
	description: 'When a session of the webinar is about to start. Once per session.',
	takes: ['minutesBefore'],

	async read(context, stored) {
		const { webinar, sessions } = await readSessions(context);
		const previous = knownSessions.safeParse(stored).data ?? [];
		const { due, state } = findDueSessions(previous, sessions, context);
		return { events: due.map((session) => toSessionOutput(webinar, session, context.now)), state };
	},

	async examples(context) {
		const { webinar, sessions } = await readSessions(context);
		const { now } = context;
		return sessions
			.filter(({ startsAt }) => startsAt > now)
			.sort((one, other) => one.startsAt - other.startsAt)
			.map((session) => toSessionOutput(webinar, session, now));
	},

	sample({ minutesBefore }, now) {
		const startsAt = now + minutesBefore * MINUTE_MS - (now % MINUTE_MS);
		const date = DateTime.fromMillis(startsAt, { zone: 'utc' }).toFormat(DATE_FORMAT);
		const detail = {
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

/**
 * Reads the watched sessions that have a date. If the webinar's dates depend on the attendee's time zone, the service
 * returns them in EST.
 * @throws InputError if the time zone of the dates is unknown
 */
async function readSessions(
	context: WebinarContext,
): Promise<{ webinar: Webinar; sessions: ListedSession[] }> {
	const { product, schedule: wanted, warn, webinarId, webinars } = context;
	const webinar = await webinars.read(product, { id: webinarId });
	const watched = webinar.sessions.filter(({ schedule }) => wanted === undefined || schedule === wanted);
	if (wanted !== undefined && watched.length === 0) warn(unknownSchedule(wanted), webinarId);
	const unreadable = watched.find(isUnreadable);
	if (unreadable) warn(unreadableDateError(unreadable), webinarId);
	const sessions = watched.flatMap(({ kind, schedule, startsAt, date, comment }) =>
		kind === 'dated' && startsAt !== undefined ? [{ schedule, startsAt, date, comment }] : [],
	);
	if (webinar.zone || sessions.length === 0) return { webinar, sessions };
	throw unknownStartError(webinar);
}

/** Whether a session has a date that cannot be read. */
function isUnreadable({ kind, date, startsAt }: Session): boolean {
	return kind === 'dated' && date !== '' && startsAt === undefined;
}

/** Creates the warning about a session date that cannot be read. */
function unreadableDateError({ date }: Session): InputError {
	return new InputError(
		`The date of a session cannot be read: ${quoted(date)}`,
		'The trigger cannot report a session without a readable date. It still reports the other sessions.',
	);
}

/** Creates the error for a webinar whose session dates are in an unknown time zone. */
function unknownStartError({ detail, followsAttendee }: Webinar): InputError {
	if (followsAttendee) {
		return new InputError(
			"The service does not report whether the webinar's dates are in each attendee's time zone",
			"The start times of the webinar's sessions are therefore not known yet. The trigger checks again at the next poll.",
		);
	}
	const name = (detail.timezone ?? '').trim();
	return new InputError(
		name === '' ? 'The webinar has no time zone' : `The webinar's time zone ${quoted(name)} is not known`,
		"The start times of the webinar's sessions are therefore unknown. Set the webinar's time zone in the webinar account.",
	);
}

/**
 * Finds the sessions to report now. Each session is reported once, from `minutesBefore` minutes before its start until
 * an hour after its start. The first reading reports none, but stores all sessions. If a session is already due at the
 * first reading and had not begun at the first poll, the second reading reports it.
 * @param stored the sessions in the stored state
 * @param listed the sessions that the service lists now
 * @returns the due sessions, and the sessions to store, among which the due ones are marked as reported
 */
function findDueSessions(
	stored: readonly KnownSession[],
	listed: readonly ListedSession[],
	context: WebinarContext,
): { due: ListedSession[]; state: KnownSession[] } {
	const { now, startedAt } = context;
	const listedKeys = new Set(listed.map(keyOf));
	const sessions = mergeSessions(stored, listed, now, startedAt)
		.filter((session) => mustBeStored(session, listedKeys, now))
		.sort((one, other) => one.startsAt - other.startsAt);
	const due = new Set(sessions.filter((session) => isDue(session, context)));
	const state = sessions.map((session) => (due.has(session) ? { ...session, isReported: true } : session));
	return { due: [...due], state };
}

/** Whether this poll reports a session. */
function isDue(
	{ startsAt, isReported }: KnownSession,
	{ isBaseline, minutesBefore, now }: WebinarContext,
): boolean {
	const isNearStart = startsAt - minutesBefore * MINUTE_MS <= now;
	return !isBaseline && !isReported && isNearStart;
}

/**
 * Whether a session stays in the stored state: until an hour after its start, or while it is listed if it was reported.
 * Without this exception, it would be reported again if the clock is set back.
 */
function mustBeStored(session: KnownSession, listedKeys: ReadonlySet<string>, now: number): boolean {
	const isTooLateToReport = now - session.startsAt > HOUR_MS;
	return !isTooLateToReport || (session.isReported && listedKeys.has(keyOf(session)));
}

/**
 * Merges the stored sessions with those that the service lists now. A session that has begun since the last poll is
 * taken from the stored state, because the service might list only future sessions.
 */
function mergeSessions(
	stored: readonly KnownSession[],
	listed: readonly ListedSession[],
	now: number,
	startedAt: number,
): KnownSession[] {
	const listedKeys = new Set(listed.map(keyOf));
	const merged = new Map<string, KnownSession>();
	for (const session of listed) {
		merged.set(keyOf(session), { ...session, isReported: session.startsAt <= startedAt });
	}
	for (const session of stored) {
		// A reported session is kept even if it is no longer listed, because it might be listed again. Another session that
		// has not begun was canceled or moved.
		const hasBegun = session.startsAt <= now;
		const isKept = hasBegun || session.isReported || listedKeys.has(keyOf(session));
		if (isKept) merged.set(keyOf(session), session);
	}
	return [...merged.values()];
}

/** Returns the key that identifies a session within its webinar. */
function keyOf({ schedule, startsAt }: ListedSession): string {
	return `${schedule} ${startsAt}`;
}

import { DateTime, FixedOffsetZone } from 'luxon';
import { z } from 'zod/v4';

import { InputError } from '../service/errors';
import { quoted } from '../utils/values';
import { DATE_FORMAT, HOUR_MS, MINUTE_MS } from '../webinars/dates';
import { unknownSchedule } from '../webinars/unknownSchedule';
import { type Session, toSessionOutput, type Webinar } from '../webinars/webinar';
import type { WebinarContext, WebinarEvent } from './event';

const knownSession = z.object({
	schedule: z.int(),
	startsAt: z.int(),
	date: z.string(),
	comment: z.string().nullable(),
	/** Whether it was reported, or began before the trigger's first poll. */
	isReported: z.boolean(),
});

type KnownSession = z.output<typeof knownSession>;
type ListedSession = Omit<KnownSession, 'isReported'>;

const knownSessions = z.array(knownSession);

export const sessionStarting: WebinarEvent = {
	watches: 'webinars',
	value: 'sessionStarting',
	name: 'Session Starting',
	description: 'When a session of the webinar is about to start, once per session',
	takes: ['minutesBefore'],

	async read(context, stored) {
		const { webinar, sessions } = await readSessions(context);
		const { due, known } = sessionsDue(knownSessions.safeParse(stored).data ?? [], sessions, context);
		return { events: due.map((session) => toSessionOutput(webinar, session, context.now)), state: known };
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

/** Reads the watched sessions that have a date. If the webinar's dates follow the attendee's zone, they are in EST. */
async function readSessions(
	context: WebinarContext,
): Promise<{ webinar: Webinar; sessions: ListedSession[] }> {
	const { product, schedule: wanted, warn, webinarId, webinars } = context;
	const webinar = await webinars.webinar(product, { id: webinarId });
	const watched = webinar.sessions.filter(({ schedule }) => wanted === undefined || schedule === wanted);
	if (wanted !== undefined && watched.length === 0) warn(unknownSchedule(wanted), webinarId);
	const unreadable = watched.find(isUnreadable);
	if (unreadable) warn(unreadableDate(unreadable), webinarId);
	const sessions = watched.flatMap(({ kind, schedule, startsAt, date, comment }) =>
		kind === 'dated' && startsAt !== undefined ? [{ schedule, startsAt, date, comment }] : [],
	);
	if (webinar.zone || sessions.length === 0) return { webinar, sessions };
	throw unknownStart(webinar);
}

function isUnreadable({ kind, date, startsAt }: Session): boolean {
	return kind === 'dated' && date !== '' && startsAt === undefined;
}

function unreadableDate({ date }: Session): InputError {
	return new InputError(
		`The date of a session cannot be read: ${quoted(date)}`,
		'The session is not reported. The others are.',
	);
}

function unknownStart({ detail, followsAttendee }: Webinar): InputError {
	if (followsAttendee === undefined) {
		return new InputError(
			"The service does not show whether the webinar's dates are in each attendee's time zone",
			'Its sessions have no known start. The next poll tries again.',
		);
	}
	const name = (detail.timezone ?? '').trim();
	return new InputError(
		name === ''
			? 'The webinar has no time zone'
			: `The time zone ${quoted(name)} of the webinar is not known`,
		"Its sessions have no known start. Set the webinar's time zone in the webinar account.",
	);
}

/**
 * Returns each session once: within `minutesBefore` of its start, or late, up to an hour after it.
 * @returns also the sessions to store, with those that are due marked as reported
 */
function sessionsDue(
	stored: readonly KnownSession[],
	listed: readonly ListedSession[],
	{ isFirstPoll, minutesBefore, now, startedAt }: WebinarContext,
): { due: ListedSession[]; known: KnownSession[] } {
	const isDue = ({ startsAt, isReported }: KnownSession) =>
		!isFirstPoll && !isReported && startsAt - minutesBefore * MINUTE_MS <= now;
	const listedKeys = new Set(listed.map(keyOf));
	const isKept = (session: KnownSession) => {
		const isOver = now - session.startsAt > HOUR_MS;
		// A reported session is kept while it is listed, in case the clock was ahead.
		return !isOver || (session.isReported && listedKeys.has(keyOf(session)));
	};
	const kept = mergeSessions(stored, listed, now, startedAt)
		.filter(isKept)
		.sort((one, other) => one.startsAt - other.startsAt);
	return {
		due: kept.filter(isDue),
		known: kept.map((session) => ({ ...session, isReported: session.isReported || isDue(session) })),
	};
}

/**
 * Combines stored and listed sessions. The service may list only future sessions, so a session that began since the last
 * poll is taken from the state.
 */
function mergeSessions(
	stored: readonly KnownSession[],
	listed: readonly ListedSession[],
	now: number,
	startedAt: number,
): KnownSession[] {
	const storedKeys = new Set(stored.map(keyOf));
	const listedKeys = new Set(listed.map(keyOf));
	const newlyListed = listed.filter((session) => !storedKeys.has(keyOf(session)));
	const merged = new Map<string, KnownSession>();
	for (const session of listed) {
		merged.set(keyOf(session), { ...session, isReported: session.startsAt <= startedAt });
	}
	for (const session of stored) {
		const hasBegun = session.startsAt <= now;
		if (hasBegun || listedKeys.has(keyOf(session))) {
			merged.set(keyOf(session), session);
		} else if (session.isReported) {
			// A session that was moved by less than an hour is not reported again. One that is gone may be listed again.
			const moved = newlyListed.find((other) => isSameSession(session, other)) ?? session;
			merged.set(keyOf(moved), { ...moved, isReported: true });
		}
	}
	return [...merged.values()];
}

/** Whether a listed session is a reported one that was moved by less than an hour. */
function isSameSession(reported: ListedSession, listed: ListedSession): boolean {
	return listed.schedule === reported.schedule && Math.abs(listed.startsAt - reported.startsAt) < HOUR_MS;
}

function keyOf({ schedule, startsAt }: ListedSession): string {
	return `${schedule} ${startsAt}`;
}

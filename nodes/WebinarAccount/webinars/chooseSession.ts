import type { Zone } from 'luxon';

import { InputError } from '../service/errors';
import { isId, quoted, shortened } from '../utils/values';
import { normalizedDate, readDate } from './dates';
import {
	isOver,
	needsTimezone,
	readEntryWithoutId,
	type Session,
	type SessionKind,
	sessionKind,
	type Webinar,
} from './webinar';

/**
 * The session that a user chose in the Session field:
 * - `next`: the next upcoming session of the webinar, or of one schedule
 * - `justInTime`, `instantReplay`: the webinar's just-in-time or instant-replay session
 * - `schedule`: all sessions of a schedule
 * - `date`: the session of a schedule on a date (YYYY-MM-DD HH:MM)
 */
export type SessionChoice = {
	/**
	 * The name that the editor's list shows for the chosen session; undefined if the session was not chosen from the
	 * list.
	 */
	shown?: string | undefined;
} & (
	| { kind: 'next'; schedule?: number }
	| { kind: 'justInTime' | 'instantReplay' }
	| { kind: 'schedule'; schedule: number }
	| { kind: 'date'; schedule: number; date: string }
);

/** The session choice of one kind. */
type ChoiceOf<Kind extends SessionChoice['kind']> = Extract<SessionChoice, { kind: Kind }>;

/**
 * Parses the value of the Session field.
 * @param value `next`, `justInTime`, `instantReplay`, `<id>`, `<id>|next` or `<id>|<YYYY-MM-DD HH:MM>`
 * @throws InputError if the value has a different format
 */
export function readSessionChoice(value: string): SessionChoice {
	const text = value.trim();
	if (text === 'next' || text === 'justInTime' || text === 'instantReplay') return { kind: text };
	const [id = '', date, ...rest] = text.split('|').map((part) => part.trim());
	if (!isId(id) || rest.length > 0) {
		throw new InputError(
			text === '' ? 'No session is chosen' : `${quoted(text)} is not a session`,
			'Choose a session from the list, or enter next, 54|next or 54|2026-01-31 13:00, where 54 is a schedule ID.',
		);
	}
	const schedule = Number(id);
	if (date === 'next') return { kind: 'next', schedule };
	return date === undefined
		? { kind: 'schedule', schedule }
		: { kind: 'date', schedule, date: readDate(date) };
}

/** A webinar, with the session that was found in it. */
export interface FoundSession {
	webinar: Webinar;
	session: Session;
}

/**
 * Returns the webinar's session that matches the user's choice.
 * @param zone the attendee's time zone, if known
 * @param now milliseconds since 1970
 * @throws InputError that lists the available sessions if none matches
 */
export function chooseSession(
	webinar: Webinar,
	choice: SessionChoice,
	zone: Zone | undefined,
	now: number,
): Session {
	if (webinar.sessions.length === 0) throw noSessionsError(webinar);
	// Just-in-time and instant-replay sessions are registered without a time zone.
	const isZoneUsed = choice.kind !== 'justInTime' && choice.kind !== 'instantReplay';
	if (isZoneUsed && !zone && needsTimezone(webinar)) {
		throw new InputError(
			'The webinar needs a time zone',
			"The session dates depend, or might depend, on each attendee's time zone. Fill in Timezone, e.g. Europe/London or GMT-5.",
		);
	}
	const candidates: Candidates = {
		webinar,
		now,
		sessions: bookableSessions(webinar, now),
		// Past dates of automated webinars are allowed. Such a session may be an instant replay that the node does not
		// recognize, because its description is not in English.
		includesPast: webinar.product.offersPastDates,
	};
	switch (choice.kind) {
		case 'next':
			return chooseNext(candidates, choice);
		case 'date':
			return chooseDate(candidates, choice);
		case 'schedule':
			return chooseSchedule(candidates, choice);
		default:
			return chooseKind(candidates, choice.kind);
	}
}

/** Returns the sessions that people can still register for. @param now milliseconds since 1970 */
export function bookableSessions({ product, sessions }: Webinar, now: number): readonly Session[] {
	return product.offersPastDates ? sessions : sessions.filter((session) => !isOver(session, now));
}

/** The sessions to choose from. */
interface Candidates {
	webinar: Webinar;
	/** Milliseconds since 1970. */
	now: number;
	/** The sessions that people can still register for. */
	sessions: readonly Session[];
	/** Whether a session that is over may be chosen by its ID. */
	includesPast: boolean;
}

/** Chooses the next upcoming session of the webinar, or of one schedule. @throws InputError if there is none */
function chooseNext(candidates: Candidates, { schedule }: ChoiceOf<'next'>): Session {
	const { sessions, now } = candidates;
	// Throws if the webinar has no such schedule.
	if (schedule !== undefined) sessionsOfSchedule(candidates, schedule);
	const wanted = sessions.filter((session) => schedule === undefined || session.schedule === schedule);
	const next = pickNext(wanted, now);
	if (next) return next;
	const owner = schedule === undefined ? 'The webinar' : `Schedule ${schedule}`;
	throw unavailableError(`${owner} has no upcoming session`, sessions);
}

/** Chooses the session of a schedule on a date. @throws InputError if there is none */
function chooseDate(candidates: Candidates, { schedule, date, shown }: ChoiceOf<'date'>): Session {
	const { webinar, sessions, now, includesPast } = candidates;
	const found = sessionsOfSchedule(candidates, schedule, shown).find(
		(session) => normalizedDate(session.date) === date,
	);
	if (found && (includesPast || !isOver(found, now))) return found;
	const message = `Schedule ${schedule} has no session on ${date}`;
	if (!webinar.followsAttendee) {
		const advice =
			'Choose the session from the list. For automated webinars, the "Displayed schedules" setting limits how many dates are available.';
		throw unavailableError(message, sessions, shown, advice);
	}
	throw unavailableError(
		message,
		sessions,
		undefined,
		`The date is in a different time zone than the one in Timezone, or is no longer available. To book the next session in each contact's own time zone, choose the schedule's "Next" entry from the list, or enter ${schedule}|next.`,
	);
}

/** Chooses the next session of a schedule, or else one that is running. @throws InputError if there is none */
function chooseSchedule(candidates: Candidates, { schedule, shown }: ChoiceOf<'schedule'>): Session {
	const { sessions, now, includesPast } = candidates;
	const ofSchedule = sessionsOfSchedule(candidates, schedule, shown);
	const running = ofSchedule.find((session) => !isOver(session, now));
	const past = includesPast ? ofSchedule[0] : undefined;
	const found = pickNext(ofSchedule, now) ?? running ?? past;
	if (found) return found;
	throw unavailableError(`Schedule ${schedule} has no upcoming session`, sessions, shown);
}

/** Chooses the webinar's just-in-time or instant-replay session. @throws InputError if there is none */
function chooseKind({ webinar, sessions, now }: Candidates, kind: 'justInTime' | 'instantReplay'): Session {
	const ofKind = sessions.filter((session) => session.kind === kind);
	const found = firstUpcoming(ofKind, now) ?? ofKind[0];
	if (found) return found;
	if (kindsWithoutId(webinar).includes(kind)) throw noScheduleIdError(kind);
	const comments = sessions.map(({ comment }) => comment);
	throw unavailableError(
		`The webinar has no ${KIND_NAMES[kind]} session`,
		sessions.filter(({ comment }, index) => comments.indexOf(comment) === index),
		undefined,
		'The node recognizes this kind of session only by its English description. If you mean one of the available sessions, enter its schedule ID with |next in Session, e.g. 54|next.',
	);
}

/** What messages call each kind of session. */
const KIND_NAMES = {
	justInTime: 'just-in-time',
	instantReplay: 'instant-replay',
} as const;

/**
 * Returns the next session: if possible one with a date, otherwise one that people can enter soon, otherwise a replay.
 */
function pickNext(sessions: readonly Session[], now: number): Session | undefined {
	const ofKind = (kind: SessionKind) => sessions.filter((session) => session.kind === kind);
	return (
		firstUpcoming(ofKind('dated'), now) ??
		firstUpcoming(ofKind('justInTime'), now) ??
		ofKind('anyTime')[0] ??
		ofKind('justInTime')[0] ??
		ofKind('instantReplay')[0]
	);
}

/** Returns the session that starts first after now; undefined if all have started or have no known start. */
export function firstUpcoming(sessions: readonly Session[], now: number): Session | undefined {
	const upcoming = sessions.filter(({ startsAt = NaN }) => startsAt > now);
	return upcoming.sort((one, other) => (one.startsAt ?? NaN) - (other.startsAt ?? NaN))[0];
}

/**
 * Returns the sessions of a schedule, including past ones.
 * @param shown the session's name in the editor's list, for the error
 * @throws InputError if there are none
 */
function sessionsOfSchedule(
	{ webinar, sessions }: Candidates,
	schedule: number,
	shown?: string,
): readonly Session[] {
	const found = webinar.sessions.filter((session) => session.schedule === schedule);
	if (found.length > 0) return found;
	throw unavailableError(
		`The webinar has no schedule with the ID ${schedule}`,
		sessions,
		shown,
		'The ID might belong to a different webinar, or be a session number from the dashboard, which is not a schedule ID. Choose the session from the list.',
	);
}

/** Maximum number of sessions that an error lists. */
const MAX_SESSIONS_LISTED = 10;

/**
 * Creates the error for a chosen session that is not available.
 * @param message the message for a session that was not chosen from the editor's list
 * @param sessions the available sessions
 * @param shown the name of the session in the editor's list, if the session was chosen there
 */
function unavailableError(
	message: string,
	sessions: readonly Session[],
	shown?: string,
	advice = 'Choose the session from the list.',
): InputError {
	const available = availableSessions(sessions);
	if (shown === undefined) return new InputError(message, `${advice} ${available}`);
	return new InputError(
		`The session ${quoted(shown)} is no longer available`,
		`Choose another session, or choose Next Upcoming Session, which never expires. ${available}`,
	);
}

/** Returns a sentence that lists the available sessions. */
function availableSessions(sessions: readonly Session[]): string {
	if (sessions.length === 0) return 'The webinar has no available sessions now.';
	const listed = sessions.slice(0, MAX_SESSIONS_LISTED).map(({ schedule, date, comment }) => {
		const value = [schedule, shortened(date)].filter(Boolean).join('|');
		return comment ? `${value} (${shortened(comment)})` : value;
	});
	const more = sessions.length > listed.length ? `, and ${sessions.length - listed.length} more` : '';
	return `Available sessions: ${listed.join(', ')}${more}.`;
}

/**
 * Creates the error for a webinar without bookable sessions. The error differs if the service lists a session, but
 * without the schedule ID that a registration requires.
 */
export function noSessionsError(webinar: Webinar): InputError {
	const [kind] = kindsWithoutId(webinar);
	if (kind !== undefined) return noScheduleIdError(kind);
	return new InputError(
		'The webinar has no sessions',
		'Add a schedule to the webinar, or choose another webinar.',
	);
}

/** Returns the kind of each session that the service lists without a schedule ID. */
export function kindsWithoutId({ unbookable, detail }: Webinar): SessionKind[] {
	return unbookable.map((entry) => sessionKind(readEntryWithoutId(entry).comment, detail.type));
}

/** Creates the error for a session that the service lists without a schedule ID. */
function noScheduleIdError(kind: SessionKind): InputError {
	const isNamed = kind === 'justInTime' || kind === 'instantReplay';
	const name = isNamed ? `${KIND_NAMES[kind]} session` : 'session';
	return new InputError(
		`The webinar's ${name} cannot be booked`,
		'The service lists this session without a schedule ID, which a registration requires. Send people to the registration page instead (registration_url in the output of Get), or add a session with a date to the webinar.',
	);
}

/**
 * Creates the error for a chosen schedule ID that the webinar does not have. The registrant list does not reveal this,
 * because the service returns an empty list for an unknown schedule ID.
 */
export function unknownSchedule(schedule: number): InputError {
	return new InputError(
		`The webinar has no schedule with the ID ${schedule}`,
		`${schedule} might be a session number from the webinar's dashboard, or the schedule ID of a different webinar. Choose the session from the list.`,
	);
}

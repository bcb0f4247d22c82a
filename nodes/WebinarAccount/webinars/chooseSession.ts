import type { Zone } from 'luxon';

import { InputError } from '../service/errors';
import { enumerated, isId, quoted, sentences, shortened } from '../utils/values';
import { normalizedDate, readDate } from './dates';
import {
	hasBegun,
	isJustInTimeOrReplay,
	isOver,
	needsTimezone,
	type Session,
	type SessionKind,
	type Webinar,
} from './webinar';

/**
 * The session that a user chose in the Session field:
 * - `next`: the next upcoming session of the webinar, or of one schedule
 * - `justInTime`, `instantReplay`: the webinar's just-in-time or instant-replay session
 * - `schedule`: a schedule ID. In a live webinar, the schedule as a whole. In an automated webinar, its next session.
 * - `all`: all sessions of a schedule of an automated webinar
 * - `date`: the session of a schedule on a date (YYYY-MM-DD HH:MM)
 */
export type SessionChoice = {
	/**
	 * The name that the editor's list shows for the chosen session; undefined if the session was not chosen from the
	 * list.
	 */
	nameInList?: string | undefined;
} & (
	| { kind: 'next'; scheduleId?: number }
	| { kind: 'justInTime' }
	| { kind: 'instantReplay' }
	| { kind: 'schedule'; scheduleId: number }
	| { kind: 'all'; scheduleId: number }
	| { kind: 'date'; scheduleId: number; date: string }
);

/**
 * Parses the value of the Session field.
 * @param value `next`, `justInTime`, `instantReplay`, `<id>`, `<id>|next`, `<id>|all` or `<id>|<YYYY-MM-DD HH:MM>`
 * @throws InputError if the value has a different format
 */
export function readSessionChoice(value: string): SessionChoice {
	const text = value.trim();
	if (text === 'next' || text === 'justInTime' || text === 'instantReplay') return { kind: text };
	const [id = '', detail, ...rest] = text.split('|').map((part) => part.trim());
	if (!isId(id) || rest.length > 0) {
		throw new InputError(
			text === '' ? 'No session is chosen' : `${quoted(text)} is not a session`,
			'Choose a session from the list, or enter next, 54 or 54|2026-01-31 13:00, where 54 is a schedule ID.',
		);
	}
	const scheduleId = Number(id);
	if (detail === undefined) return { kind: 'schedule', scheduleId };
	if (detail === 'next' || detail === 'all') return { kind: detail, scheduleId };
	return { kind: 'date', scheduleId, date: readDate(detail) };
}

/** A session to register for. */
export interface Booking {
	webinar: Webinar;
	session: Session;
	/** The date that selects one session of the schedule; empty to register for the schedule as a whole. */
	date: string;
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
): Booking {
	if (webinar.sessions.length === 0) throw noSessionsError(webinar);
	if (choice.kind === 'justInTime' || choice.kind === 'instantReplay') {
		return { webinar, session: chooseSpontaneous(webinar, choice.kind, now), date: '' };
	}
	const { scheduleId } = choice;
	const isOfSchedule = (session: Session) => scheduleId === undefined || session.scheduleId === scheduleId;
	const sessions = bookableSessions(webinar, now).filter(isOfSchedule);
	// In the vendor's example, registrations for just-in-time sessions and instant replays have no date and no time zone.
	if (scheduleId !== undefined && choice.kind !== 'date' && sessions.every(isJustInTimeOrReplay)) {
		const session = firstUpcoming(sessions, now) ?? sessions[0];
		if (session) return { webinar, session, date: '' };
	}
	if (!zone && needsTimezone(webinar)) {
		throw new InputError(
			'The webinar needs a time zone',
			"The session dates depend, or might depend, on each attendee's time zone. Fill in Timezone, e.g. Europe/London or GMT-5.",
		);
	}
	const chosen = webinar.product.registersOneDate
		? chooseOneSession(sessions, choice, now)
		: chooseSchedule(sessions, choice, now);
	if (chosen) return { webinar, ...chosen };
	throw unavailableError(webinar, choice, now);
}

type SessionAndDate = Pick<Booking, 'session' | 'date'>;

/** A choice of a session with a date or a schedule. */
type ScheduledChoice = Extract<SessionChoice, { scheduleId?: number }>;

/** Chooses the session of an automated webinar, in which a date selects one session of a schedule. */
function chooseOneSession(
	sessions: readonly Session[],
	choice: ScheduledChoice,
	now: number,
): SessionAndDate | undefined {
	if (choice.kind === 'all') return wholeSchedule(sessions, now);
	const session =
		choice.kind === 'date'
			? sessions.find(({ date }) => normalizedDate(date) === choice.date)
			: pickNext(sessions, now);
	if (session) return { session, date: isJustInTimeOrReplay(session) ? '' : session.date };
	// A schedule with a single entry, undated or past, may be a replay that the node does not recognize, because its
	// description is not in English.
	const [only, ...others] = sessions;
	const isOnlyEntry = choice.kind === 'schedule' && only && others.length === 0;
	return isOnlyEntry ? { session: only, date: '' } : undefined;
}

/** Chooses the session of a live webinar. Its registrations take no date. @throws InputError for `|next` and `|all` */
function chooseSchedule(
	sessions: readonly Session[],
	choice: ScheduledChoice,
	now: number,
): SessionAndDate | undefined {
	const { kind, scheduleId } = choice;
	if (scheduleId !== undefined && (kind === 'next' || kind === 'all')) {
		throw new InputError(
			`"${scheduleId}|${kind}" is not a session of a live webinar`,
			`Only automated webinars have such sessions. Enter ${scheduleId} without "|${kind}", or choose the session from the list.`,
		);
	}
	if (kind === 'schedule') return wholeSchedule(sessions, now);
	const session =
		kind === 'date'
			? sessions.find(({ date }) => normalizedDate(date) === choice.date)
			: pickNext(sessions, now);
	return session && { session, date: '' };
}

/** Chooses a schedule as a whole, which people can also register for while its last session is running. */
function wholeSchedule(sessions: readonly Session[], now: number): SessionAndDate | undefined {
	const session = pickNext(sessions, now) ?? sessions.find((each) => !isOver(each, now)) ?? sessions[0];
	return session && { session, date: '' };
}

/** Returns the webinar's just-in-time or instant-replay session. It is registered without a time zone. @throws InputError */
function chooseSpontaneous(webinar: Webinar, kind: keyof typeof KIND_NAMES, now: number): Session {
	const ofKind = webinar.sessions.filter((session) => session.kind === kind);
	const found = firstUpcoming(ofKind, now) ?? ofKind[0];
	if (found) return found;
	if (webinar.unbookable.some((entry) => entry.kind === kind)) throw noScheduleIdError(kind);
	const offered = offeredSessions(webinar, now);
	const comments = offered.map(({ comment }) => comment);
	const distinct = offered.filter(({ comment }, index) => comments.indexOf(comment) === index);
	throw new InputError(
		`The webinar has no ${KIND_NAMES[kind]} session`,
		`The node recognizes this kind of session only by its English description. If you mean one of the available sessions, enter its schedule ID in Session, e.g. 54. ${availableText(distinct)}`,
	);
}

/**
 * Returns the sessions that people can still register for. In an automated webinar, these include past dates. Such a
 * session may be an instant replay that the node does not recognize, because its description is not in English.
 * @param now milliseconds since 1970
 */
export function bookableSessions({ product, sessions }: Webinar, now: number): readonly Session[] {
	return product.offersPastDates ? sessions : sessions.filter((session) => !isOver(session, now));
}

/** Returns the sessions that an error offers. In a live webinar, they have not begun. @param now milliseconds since 1970 */
function offeredSessions(webinar: Webinar, now: number): readonly Session[] {
	const bookable = bookableSessions(webinar, now);
	return webinar.product.offersPastDates ? bookable : bookable.filter((session) => !hasBegun(session, now));
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

/** Creates the error for a chosen date, schedule or next session that is not available. */
function unavailableError(webinar: Webinar, choice: ScheduledChoice, now: number): InputError {
	const { kind, scheduleId, nameInList } = choice;
	const offered = offeredSessions(webinar, now);
	const listed = availableText(offered);
	const advice =
		offered.length > 0 ? 'Choose the session from the list.' : 'Add a session in the webinar account.';
	const isKnown = webinar.sessions.some((session) => session.scheduleId === scheduleId);
	if (kind === 'date' && isKnown && webinar.mayUseAttendeeZone) {
		return new InputError(
			`Schedule ${scheduleId} has no session on ${choice.date}`,
			`The date is in a different time zone than the one in Timezone, or is no longer available. To book the next session in each contact's own time zone, choose the schedule's "Next" entry from the list, or enter ${scheduleId}. ${listed}`,
		);
	}
	if (kind !== 'next' && nameInList !== undefined) {
		const alternative = 'Choose another session, or choose Next Upcoming Session, which never expires.';
		return new InputError(
			`The session ${quoted(nameInList)} is no longer available`,
			`${offered.length > 0 ? alternative : advice} ${listed}`,
		);
	}
	if (scheduleId !== undefined && !isKnown) return unknownSchedule(scheduleId, `${advice} ${listed}`);
	if (kind === 'date') {
		return new InputError(
			`Schedule ${scheduleId} has no session on ${choice.date}`,
			`${advice} For automated webinars, the "Displayed schedules" setting limits how many dates are available. ${listed}`,
		);
	}
	return new InputError(
		`${scheduleId === undefined ? 'The webinar' : `Schedule ${scheduleId}`} has no upcoming session`,
		`${advice} ${listed}`,
	);
}

/** Maximum number of sessions that an error lists. */
const MAX_SESSIONS_LISTED = 10;

/** Returns a sentence that lists the available sessions. */
function availableText(sessions: readonly Session[]): string {
	if (sessions.length === 0) return 'The webinar has no available sessions now.';
	const texts = sessions.map(({ scheduleId, date, comment }) => {
		const value = [scheduleId, shortened(date)].filter(Boolean).join('|');
		return comment ? `${value} (${shortened(comment)})` : value;
	});
	return `Available sessions: ${enumerated(texts, MAX_SESSIONS_LISTED)}.`;
}

/**
 * Creates the error for a webinar without bookable sessions. The error differs if the service lists a session, but
 * without the schedule ID that a registration requires.
 */
export function noSessionsError(webinar: Webinar): InputError {
	const [withoutId] = webinar.unbookable;
	if (withoutId) return noScheduleIdError(withoutId.kind);
	return new InputError(
		'The webinar has no sessions',
		'Add a schedule to the webinar, or choose another webinar.',
	);
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
 * @param advice tells the user what to do
 */
export function unknownSchedule(schedule: number, advice = 'Choose the session from the list.'): InputError {
	return new InputError(
		`The webinar has no schedule with the ID ${schedule}`,
		sentences([
			`${schedule} might be a session number from the webinar's dashboard, or the schedule ID of a different webinar`,
			advice,
		]),
	);
}

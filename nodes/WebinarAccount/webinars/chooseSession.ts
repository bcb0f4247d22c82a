import { InputError } from '../service/errors';
import { enumerated, isId, quoted, sentences, shortened } from '../utils/values';
import { normalizedDate, readDate } from './dates';
import {
	hasBegun,
	hasStart,
	isJustInTimeOrReplay,
	isOver,
	isUpcoming,
	lacksAttendeeZone,
	type Session,
	type SessionKind,
	type Webinar,
} from './webinar';

/**
 * The session that a user chose in the Session field:
 * - `next`: the next upcoming session of the webinar
 * - `justInTime`, `instantReplay`: the webinar's just-in-time or instant-replay session
 * - `schedule`: a schedule ID, alone or with `next`. In a live webinar, the schedule as a whole. In an automated webinar, its
 *   next session.
 * - `all`: all sessions of a schedule of an automated webinar
 * - `date`: the session of a schedule on a date (YYYY-MM-DD HH:MM)
 */
export type SessionChoice =
	| { kind: 'next' }
	| { kind: 'justInTime' }
	| { kind: 'instantReplay' }
	| { kind: 'schedule'; scheduleId: number }
	| { kind: 'all'; scheduleId: number }
	| { kind: 'date'; scheduleId: number; date: string };

/**
 * Parses the value of the Session field.
 * @param value `next`, `justInTime`, `instantReplay`, `<id>`, `<id>|next`, `<id>|all` or `<id>|<YYYY-MM-DD HH:MM>`
 * @throws InputError if the value has a different format
 */
export function readSessionChoice(value: string): SessionChoice {
	if (value === 'next' || value === 'justInTime' || value === 'instantReplay') return { kind: value };
	const [id = '', detail, ...rest] = value.split('|').map((part) => part.trim());
	if (!isId(id) || rest.length > 0) {
		throw new InputError(
			value === '' ? 'No session is chosen' : `${quoted(value)} is not a session`,
			'Choose a session from the list, or enter next, 54 or 54|2026-01-31 13:00, where 54 is a schedule ID.',
		);
	}
	const scheduleId = Number(id);
	if (detail === undefined || detail === 'next') return { kind: 'schedule', scheduleId };
	if (detail === 'all') return { kind: 'all', scheduleId };
	return { kind: 'date', scheduleId, date: readDate(detail) };
}

/** A session to register for. */
export interface Booking {
	webinar: Webinar;
	session: Session;
	/** The date in the register request, which selects one session of the schedule; empty for the schedule as a whole. */
	dateToSend: string;
	/** Whether the session is taken for a replay, because it is the only one of the chosen schedule, and not upcoming. */
	isAssumedReplay: boolean;
}

/**
 * Returns the webinar's session that matches the user's choice.
 * @param now milliseconds since 1970
 * @throws InputError that lists the available sessions if none matches
 */
export function chooseSession(webinar: Webinar, choice: SessionChoice, now: number): Booking {
	if (webinar.sessions.length === 0) throw noSessionsError(webinar);
	const candidates = bookableSessions(webinar, now).filter((session) => isCandidate(session, choice));
	const isZoneMissing = lacksAttendeeZone(webinar) && candidates.some((each) => needsZone(each, choice));
	if (isZoneMissing) throw missingTimezoneError();
	const { registersOneDate } = webinar.product;
	// A live registration is always for a whole schedule, even if the user chose the session by its date.
	const isForWholeSchedule = choice.kind === 'all' || !registersOneDate;
	const session = findSession(candidates, choice, isForWholeSchedule, now);
	if (!session) throw unavailableError(webinar, choice, now);
	// The only date of a schedule that is not upcoming is probably that of a replay.
	const canBeReplay = registersOneDate && choice.kind === 'schedule' && session.kind === 'dated';
	const isAssumedReplay = canBeReplay && !isUpcoming(session, now);
	const hasNoDate = isForWholeSchedule || isAssumedReplay || isJustInTimeOrReplay(session);
	return { webinar, session, dateToSend: hasNoDate ? '' : session.date, isAssumedReplay };
}

/** Whether the choice can mean a session: by its kind, or by the ID of its schedule. */
function isCandidate({ kind, scheduleId }: Session, choice: SessionChoice): boolean {
	if (choice.kind === 'next') return true;
	if (choice.kind === 'justInTime' || choice.kind === 'instantReplay') return kind === choice.kind;
	return choice.scheduleId === scheduleId;
}

/**
 * Whether a session is booked by its date, which in an unknown time zone would mean another session. A session of another kind,
 * or without a start, is booked without a time zone, as just-in-time sessions are in the vendor's example.
 */
function needsZone(session: Session, choice: SessionChoice): boolean {
	return choice.kind === 'date' || (session.kind === 'dated' && hasStart(session));
}

/**
 * Finds the chosen session, or the one that represents a whole schedule. Returns undefined if the chosen date is not listed,
 * or if no session is left for the choice.
 * @param candidates the sessions that the choice can mean
 */
function findSession(
	candidates: readonly Session[],
	choice: SessionChoice,
	isForWholeSchedule: boolean,
	now: number,
): Session | undefined {
	if (choice.kind === 'date') return candidates.find(({ date }) => normalizedDate(date) === choice.date);
	const next = pickNext(candidates, now);
	if (next || !('scheduleId' in choice)) return next;
	// No session of the chosen schedule is upcoming. People can still register for the whole schedule, which is represented by a
	// session that may still be running, or else by the first one.
	const [first, ...others] = candidates;
	if (isForWholeSchedule) return candidates.find((candidate) => !isOver(candidate, now)) ?? first;
	// In an automated webinar, the only session of a schedule may be a replay that the node does not recognize, because its
	// description is not in English.
	return others.length === 0 ? first : undefined;
}

/**
 * Returns the next session: if possible one with a date, otherwise one that people can enter soon, otherwise a replay.
 * Undefined if there are only sessions with a date that have begun, or whose start is unknown.
 */
function pickNext(sessions: readonly Session[], now: number): Session | undefined {
	const ofKind = (kind: SessionKind) => sessions.filter((session) => session.kind === kind);
	const bestFirst = [
		firstUpcoming(ofKind('dated'), now),
		firstUpcoming(ofKind('justInTime'), now),
		ofKind('anyTime')[0],
		// Its listed start is past or unknown, but its registration has no date anyway.
		ofKind('justInTime')[0],
		ofKind('instantReplay')[0],
	];
	return bestFirst.find((session) => session !== undefined);
}

/** Returns the session that starts first after now; undefined if all have started or have no known start. */
export function firstUpcoming(sessions: readonly Session[], now: number): Session | undefined {
	const upcoming = sessions.filter((session) => isUpcoming(session, now));
	return upcoming.sort((one, other) => one.startsAt - other.startsAt)[0];
}

/**
 * Returns the sessions that people can still register for. In an automated webinar, these include past dates. Such a
 * session may be an instant replay that the node does not recognize, because its description is not in English.
 * @param now milliseconds since 1970
 */
export function bookableSessions({ product, sessions }: Webinar, now: number): readonly Session[] {
	return product.offersPastDates ? sessions : sessions.filter((session) => !isOver(session, now));
}

/** What messages call each kind of session. */
const KIND_NAMES: Readonly<Record<SessionKind, string>> = {
	dated: 'session',
	justInTime: 'just-in-time session',
	instantReplay: 'instant-replay session',
	anyTime: 'session',
};

/** Creates the error for a missing time zone. @param moreAdvice another sentence that tells the user what to do */
export function missingTimezoneError(moreAdvice = ''): InputError {
	const advice =
		"The session dates depend on each attendee's time zone. Fill in Timezone, e.g. Europe/London or GMT-5.";
	return new InputError('The webinar needs a time zone', `${advice} ${moreAdvice}`.trimEnd(), 'timezone');
}

/** Creates the error for a choice that none of the webinar's sessions matches. */
function unavailableError(webinar: Webinar, choice: SessionChoice, now: number): InputError {
	const advice = adviceToChoose(webinar, now);
	if (choice.kind === 'next') {
		return new InputError('The webinar has no upcoming session', advice, 'webinarId');
	}
	if (choice.kind === 'justInTime' || choice.kind === 'instantReplay') {
		return noSessionOfKind(webinar, choice.kind, advice);
	}
	const { scheduleId } = choice;
	if (!webinar.sessions.some((session) => session.scheduleId === scheduleId)) {
		return unknownSchedule(scheduleId, advice);
	}
	if (choice.kind !== 'date') {
		return new InputError(`Schedule ${scheduleId} has no upcoming session`, advice, 'schedule');
	}
	const adviceOnDates = `The webinar's "Displayed schedules" setting limits how many dates are available. If the dates depend on the attendee's time zone, the date may be in a different zone than the one in Timezone. In that case, choose the schedule's "Next" entry from the list, or enter ${scheduleId}.`;
	return new InputError(
		`Schedule ${scheduleId} has no session on ${choice.date}`,
		sentences([webinar.product.takesTimezone ? adviceOnDates : '', advice]),
		'schedule',
	);
}

/**
 * Tells the user to choose one of the available sessions, as values that can be entered in Session. Live sessions that have begun
 * are not among them, because the service may no longer register people for them.
 */
function adviceToChoose(webinar: Webinar, now: number): string {
	const { offersPastDates } = webinar.product;
	const available = bookableSessions(webinar, now).filter(
		(session) => offersPastDates || !hasBegun(session, now),
	);
	const texts = available.flatMap((session) => {
		const value = valueOf(session, webinar, now);
		if (value === undefined) return [];
		return session.comment ? `${value} (${shortened(session.comment)})` : value;
	});
	if (texts.length === 0) {
		return 'Add a session in the webinar account. The webinar has no available sessions now.';
	}
	const enumeratedTexts = enumerated(texts, MAX_SESSIONS_LISTED);
	return `Choose the session from the list. Available sessions: ${enumeratedTexts}.`;
}

const MAX_SESSIONS_LISTED = 10;

/**
 * Returns what users enter in Session to choose this session; undefined if no value chooses exactly this one.
 * @param now milliseconds since 1970
 */
export function valueOf(session: Session, { product, sessions }: Webinar, now: number): string | undefined {
	const { kind, scheduleId } = session;
	const id = String(scheduleId);
	// The date of a session of another kind changes within minutes.
	if (kind !== 'dated') return id;
	const isOnlyOne = sessions.filter((each) => each.scheduleId === scheduleId).length === 1;
	// It may be a replay, for which people are registered without its date.
	if (isOnlyOne && hasBegun(session, now)) return id;
	const date = normalizedDate(session.date);
	if (date !== undefined) return `${id}|${date}`;
	// In an automated webinar, the ID of a schedule with several dates chooses the next one.
	return isOnlyOne || !product.registersOneDate ? id : undefined;
}

/** Creates the error for a webinar without a bookable just-in-time session or instant replay. */
function noSessionOfKind({ unbookable }: Webinar, kind: SessionKind, advice: string): InputError {
	if (unbookable.some((entry) => entry.kind === kind)) return noScheduleIdError(kind);
	return new InputError(
		`The webinar has no ${KIND_NAMES[kind]}`,
		`The node recognizes this kind of session only by its English description. ${advice}`,
		'schedule',
	);
}

/**
 * Creates the error for a webinar without bookable sessions. The error differs if the service lists a session, but
 * without the schedule ID that a registration requires.
 */
export function noSessionsError({ unbookable }: Webinar): InputError {
	const [withoutId] = unbookable;
	if (withoutId) return noScheduleIdError(withoutId.kind);
	return new InputError(
		'The webinar has no sessions',
		'Add a schedule to the webinar, or choose another webinar.',
		'webinarId',
	);
}

function noScheduleIdError(kind: SessionKind): InputError {
	return new InputError(
		`The webinar's ${KIND_NAMES[kind]} cannot be booked`,
		'The service lists this session without a schedule ID, which a registration requires. Send people to the registration page instead (registration_url in the output of Get), or add a session with a date to the webinar.',
	);
}

/**
 * Creates the error for a chosen schedule ID that the webinar does not have. The registrant list does not reveal this,
 * because the service returns an empty list for an unknown schedule ID.
 * @param advice tells the user what to do
 */
export function unknownSchedule(
	scheduleId: number,
	advice = 'Choose the session from the list.',
): InputError {
	return new InputError(
		`The webinar has no schedule with the ID ${scheduleId}`,
		`${scheduleId} might be a session number from the webinar's dashboard, or the schedule ID of a different webinar. ${advice}`,
		'schedule',
	);
}

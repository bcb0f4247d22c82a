import type { Zone } from 'luxon';

import { asInputError, InputError } from '../service/errors';
import type { Product } from '../service/products';
import { ID, quoted, shortened } from '../utils/values';
import { normalizedDate, readDate } from './dates';
import { descriptions, type SessionKind, sessionKind } from './sessionKind';
import { readEntryWithoutId } from './unusableEntries';
import { isOver, isJustInTimeOrReplay, needsTimezone, type Session, type Webinar } from './webinar';
import type { WebinarReader, WebinarReadings } from './webinarReader';
import type { WebinarReference } from './webinarReference';

/**
 * The value of the Session field:
 * - `next`: the next upcoming session of the webinar, or of one schedule
 * - `justInTime`, `instantReplay`: the session of this kind
 * - `schedule`: a schedule as a whole
 * - `date`: the session of a schedule on a date (YYYY-MM-DD HH:MM)
 */
export type SessionChoice = {
	/** The name of the chosen entry in the editor's list. */ shown?: string | undefined;
} & (
	| { kind: 'next'; schedule?: number }
	| { kind: 'justInTime' | 'instantReplay' }
	| { kind: 'schedule'; schedule: number }
	| { kind: 'date'; schedule: number; date: string }
);

type ChoiceOf<Kind extends SessionChoice['kind']> = Extract<SessionChoice, { kind: Kind }>;

/** @param value `next`, `justInTime`, `instantReplay`, `<id>`, `<id>|next` or `<id>|<YYYY-MM-DD HH:MM>` */
export function readSessionChoice(value: string): SessionChoice {
	const text = value.trim();
	if (text === 'next' || text === 'justInTime' || text === 'instantReplay') return { kind: text };
	const [id = '', date, ...rest] = text.split('|').map((part) => part.trim());
	if (!ID.test(id) || rest.length > 0) {
		throw new InputError(
			text === '' ? 'No session is chosen' : `${quoted(text)} is not a session`,
			'Choose a session from the list, or enter next or a schedule ID such as 54. For one session of an automated webinar, use 54|next or 54|2026-01-31 13:00.',
		);
	}
	const schedule = Number(id);
	if (date === 'next') return { kind: 'next', schedule };
	return date === undefined
		? { kind: 'schedule', schedule }
		: { kind: 'date', schedule, date: readDate(date) };
}

export interface SessionQuery {
	product: Product;
	reference: WebinarReference;
	choice: SessionChoice;
	/** The attendee's zone, if known. */
	zone: Zone | undefined;
	/** A link may lead to a schedule in the past, but not to a just-in-time or instant-replay session. */
	forLink?: boolean;
	/** Checks values that only some webinars accept, such as answers to custom fields. @throws InputError */
	check?: (webinar: Webinar) => void;
}

export interface FoundSession {
	webinar: Webinar;
	session: Session;
}

/**
 * Finds a session in a reading of the last minute. If there is none, reads the webinar again and tries once more.
 * @throws InputError if there is no such session
 */
export async function findSession(reader: WebinarReader, query: SessionQuery): Promise<FoundSession> {
	// Created before the first attempt, so that items that fail at the same time share the second reading.
	const proof = reader.forProof();
	try {
		return await findInReadings(reader.forChoosing(), query, reader.now());
	} catch (error) {
		asInputError(error);
		return await findInReadings(proof, query, reader.now());
	}
}

/** @throws InputError if there is no such session */
async function findInReadings(
	readings: WebinarReadings,
	query: SessionQuery,
	now: number,
): Promise<FoundSession> {
	const { product, reference, choice, zone, forLink } = query;
	const webinar = await readings.webinar(product, reference, zone);
	// Just-in-time and instant-replay sessions are registered without a time zone.
	const isWithoutZone = choice.kind === 'justInTime' || choice.kind === 'instantReplay';
	if (!zone && !isWithoutZone && needsTimezone(webinar)) throw missingTimezoneError(webinar);
	const session = chooseSession(webinar, choice, now, forLink);
	if (forLink && isJustInTimeOrReplay(session)) throw unlinkableSessionError();
	query.check?.(webinar);
	return { webinar, session };
}

function missingTimezoneError({ followsAttendee }: Webinar): InputError {
	return new InputError(
		'The webinar needs a time zone',
		followsAttendee
			? "Its dates depend on each attendee's time zone. Fill in Timezone, e.g. Europe/London or GMT-5."
			: "The service does not show whether its dates depend on each attendee's time zone. Fill in Timezone, e.g. Europe/London or GMT-5.",
	);
}

/** @param now milliseconds since 1970 @throws InputError that lists the available sessions */
export function chooseSession(
	webinar: Webinar,
	choice: SessionChoice,
	now: number,
	forLink = false,
): Session {
	if (webinar.sessions.length === 0) throw noSessionsError(webinar);
	const offer: Offer = {
		webinar,
		now,
		sessions: bookableSessions(webinar, now).filter((session) => !(forLink && isJustInTimeOrReplay(session))),
		// A past session of an automated webinar may be a replay with a description in another language.
		includesPast: forLink || webinar.product.offersPastDates,
	};
	switch (choice.kind) {
		case 'next':
			if (forLink && webinar.sessions.every(isJustInTimeOrReplay)) throw unlinkableSessionError();
			return chooseNext(offer, choice);
		case 'date':
			return chooseDate(offer, choice);
		case 'schedule':
			return chooseSchedule(offer, choice);
		default:
			return chooseKind(offer, choice.kind);
	}
}

/** Returns the sessions that people can still register for. @param now milliseconds since 1970 */
export function bookableSessions({ product, sessions }: Webinar, now: number): readonly Session[] {
	return product.offersPastDates ? sessions : sessions.filter((session) => !isOver(session, now));
}

interface Offer {
	webinar: Webinar;
	now: number;
	/** The sessions that people can still register for. */
	sessions: readonly Session[];
	/** Whether a session that is over may be chosen by its ID. */
	includesPast: boolean;
}

function chooseNext(offer: Offer, { schedule }: ChoiceOf<'next'>): Session {
	const { sessions, now } = offer;
	const isWanted = (session: Session) => schedule === undefined || session.schedule === schedule;
	// Throws if the webinar has no such schedule.
	if (schedule !== undefined) sessionsOfSchedule(offer, schedule);
	const next = pickNext(sessions.filter(isWanted), now);
	if (next) return next;
	const owner = schedule === undefined ? 'The webinar' : `The schedule ${schedule}`;
	throw unavailableError(`${owner} has no upcoming session`, sessions);
}

function chooseDate(offer: Offer, { schedule, date, shown }: ChoiceOf<'date'>): Session {
	const { webinar, sessions, now, includesPast } = offer;
	const found = sessionsOfSchedule(offer, schedule, shown).find(
		(session) => normalizedDate(session.date) === date,
	);
	if (found && (includesPast || !isOver(found, now))) return found;
	const message = `The schedule ${schedule} has no session on ${date}`;
	if (webinar.followsAttendee === false) {
		const advice =
			'Choose the session from the list. The "Displayed schedules" setting of an automated webinar limits how many dates are on offer.';
		throw unavailableError(message, sessions, shown, advice);
	}
	throw unavailableError(
		message,
		sessions,
		undefined,
		`The date belongs to another time zone than the one in Timezone, or is no longer on offer. To book the next date in each contact's own zone, choose the schedule's "Next" from the list, or use ${schedule}|next.`,
	);
}

function chooseSchedule(offer: Offer, { schedule, shown }: ChoiceOf<'schedule'>): Session {
	const { sessions, now, includesPast } = offer;
	const ofSchedule = sessionsOfSchedule(offer, schedule, shown);
	const running = ofSchedule.find((session) => !isOver(session, now));
	const past = includesPast ? ofSchedule[0] : undefined;
	const found = pickNext(ofSchedule, now) ?? running ?? past;
	if (found) return found;
	throw unavailableError(`The schedule ${schedule} has no upcoming session`, sessions, shown);
}

function chooseKind({ webinar, sessions, now }: Offer, kind: 'justInTime' | 'instantReplay'): Session {
	const ofKind = sessions.filter((session) => session.kind === kind);
	const found = firstUpcoming(ofKind, now) ?? ofKind[0];
	if (found) return found;
	if (kindsWithoutId(webinar).includes(kind)) throw noScheduleIdError(kind);
	throw unavailableError(
		`The webinar offers no ${descriptions[kind]} session`,
		firstWithEachComment(sessions),
		undefined,
		'The node finds it by its English description. If you mean one of these, enter its schedule ID in Session.',
	);
}

/** Returns the first session with each comment. */
function firstWithEachComment(sessions: readonly Session[]): Session[] {
	const byComment = new Map<string | null, Session>();
	for (const session of sessions) {
		if (!byComment.has(session.comment)) byComment.set(session.comment, session);
	}
	return [...byComment.values()];
}

/** Prefers a session with a date, then one that people can enter soon, and then a replay. */
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

function firstUpcoming(sessions: readonly Session[], now: number): Session | undefined {
	const upcoming = sessions.filter(({ startsAt = NaN }) => startsAt > now);
	return upcoming.sort(({ startsAt: one = NaN }, { startsAt: other = NaN }) => one - other)[0];
}

/** Returns the sessions of a schedule, also those that are over. @throws InputError if there are none */
function sessionsOfSchedule(
	{ webinar, sessions }: Offer,
	schedule: number,
	shown?: string,
): readonly Session[] {
	const found = webinar.sessions.filter((session) => session.schedule === schedule);
	if (found.length > 0) return found;
	throw unavailableError(
		`The webinar has no schedule with the ID ${schedule}`,
		sessions,
		shown,
		'It may have been chosen for another webinar. Choose the session from the list, because the dashboard shows other IDs than the API.',
	);
}

const MAX_DATES_LISTED = 10;

function unavailableError(
	message: string,
	sessions: readonly Session[],
	shown?: string,
	advice = 'Choose the session from the list.',
): InputError {
	const available = availableSessions(sessions);
	if (shown === undefined) return new InputError(message, `${advice} ${available}`);
	return new InputError(
		`The session ${quoted(shown)} is no longer on offer`,
		`Choose another one, or Next Upcoming Session, which does not expire. ${available}`,
	);
}

function availableSessions(sessions: readonly Session[]): string {
	if (sessions.length === 0) return 'The webinar offers no session now.';
	const listed = sessions.slice(0, MAX_DATES_LISTED).map(({ schedule, date, comment }) => {
		const value = [schedule, shortened(date)].filter(Boolean).join('|');
		return comment ? `${value} (${shortened(comment)})` : value;
	});
	const more = sessions.length > listed.length ? `, and ${sessions.length - listed.length} more` : '';
	return `Available sessions: ${listed.join(', ')}${more}.`;
}

function noSessionsError(webinar: Webinar): InputError {
	const [kind] = kindsWithoutId(webinar);
	if (kind !== undefined) return noScheduleIdError(kind);
	return new InputError(
		'The webinar has no session',
		'Add a schedule to the webinar, or choose another webinar.',
	);
}

/** Returns the kinds of the sessions that the service lists without a schedule ID. */
export function kindsWithoutId({ unbookable, detail }: Webinar): SessionKind[] {
	return unbookable.map((entry) => sessionKind(readEntryWithoutId(entry).comment, detail.type));
}

function noScheduleIdError(kind: SessionKind): InputError {
	const isNamed = kind === 'justInTime' || kind === 'instantReplay';
	const name = isNamed ? `${descriptions[kind]} session` : 'session';
	return new InputError(
		`The ${name} of the webinar cannot be booked`,
		'The service lists it without a schedule ID, which a registration needs. Register people on the page in registration_url, which Get returns, or add a session with a date to the webinar.',
	);
}

export function unlinkableSessionError(): InputError {
	return new InputError(
		'A one-click link cannot lead to a just-in-time or instant-replay session',
		'Such a session has no session number. Choose a session with a date.',
	);
}

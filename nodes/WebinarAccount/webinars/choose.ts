import { FixedOffsetZone } from 'luxon';

import { InputError } from '../service/errors';
import { quoted, shortened } from '../utils/text';
import { ID } from '../utils/values';
import { dateIn, momentOf, readDate } from './dates';
import { descriptions } from './reading';
import { isOffset } from './timezone';
import { lacksPermanentId, type Session, type Webinar } from './webinar';

/** The value of the Session field: a rule that is applied at run time, a schedule as a whole, or one date of it. */
export type SessionChoice =
	| {
			kind: 'next';
			/** The next session of this schedule; otherwise of the webinar. */
			schedule?: number;
	  }
	| { kind: 'justInTime' | 'instantReplay' }
	| { kind: 'schedule'; schedule: number }
	| {
			kind: 'date';
			schedule: number;
			/** YYYY-MM-DD HH:MM */
			date: string;
	  };

/** Whether the choice may mean another session when it is applied again. */
export function isRule({ kind }: SessionChoice): boolean {
	return kind !== 'schedule' && kind !== 'date';
}

/**
 * Reads the value of the Session field: `next`, `justInTime`, `instantReplay`, `<id>`, `<id>|next` or
 * `<id>|<YYYY-MM-DD HH:MM>`.
 */
export function readSessionChoice(value: string): SessionChoice {
	const text = value.trim();
	if (text === 'next' || text === 'justInTime' || text === 'instantReplay') return { kind: text };
	const [id = '', date, ...rest] = text.split('|').map((part) => part.trim());
	if (!ID.test(id) || rest.length > 0) {
		throw new InputError(
			text === '' ? 'No session is chosen' : `${quoted(text)} is not a session`,
			'Choose a session from the list, or enter a schedule ID such as 54. For one session of an automated webinar, use 54|next or 54|2026-01-31 13:00.',
			['Session is not a session'],
		);
	}
	const schedule = Number(id);
	if (date === 'next') return { kind: 'next', schedule };
	return date === undefined
		? { kind: 'schedule', schedule }
		: { kind: 'date', schedule, date: readDate(date) };
}

/** The service does not state the length of a session, so people can register until this long after its start. */
const LONGEST_SESSION_MS = 12 * 60 * 60_000;

const MAX_DATES_LISTED = 10;

export interface Choosing {
	/** Milliseconds since 1970. */
	now: number;
	/** Whether a schedule in the past is allowed. */
	allowPast?: boolean;
	/** Leaves out sessions without a permanent ID, which a link cannot contain. */
	numberedOnly?: boolean;
}

/**
 * The chosen session among those that the service offers.
 * @throws InputError that lists the available sessions
 */
export function chooseSession(
	webinar: Webinar,
	choice: SessionChoice,
	{ now, allowPast = false, numberedOnly = false }: Choosing,
): Session {
	const all = webinar.sessions;
	const sessions = numberedOnly ? all.filter((session) => !lacksPermanentId(session)) : all;
	if (all.length === 0) {
		throw new InputError(
			'The webinar has no session',
			'Add a schedule to the webinar, or choose another webinar.',
		);
	}
	if (sessions.length === 0) throw unlinkable();
	switch (choice.kind) {
		case 'next': {
			const { schedule } = choice;
			const next = nextOf(schedule === undefined ? sessions : sessionsOf(schedule, sessions), now);
			if (next) return next;
			const owner = schedule === undefined ? 'The webinar' : `The schedule ${schedule}`;
			throw notOnOffer(`${owner} has no upcoming session`, sessions);
		}
		case 'date':
			return onDate(webinar, choice);
		case 'schedule': {
			const found = ofSchedule(sessionsOf(choice.schedule, sessions), now, allowPast);
			if (found) return found;
			throw notOnOffer(`The schedule ${choice.schedule} has no upcoming session`, sessions);
		}
		default: {
			const described = sessions.filter(({ kind }) => kind === choice.kind);
			const found = firstAhead(described, now) ?? described[0];
			if (found) return found;
			throw notOnOffer(
				`The webinar offers no ${descriptions[choice.kind]} session`,
				[...new Map(sessions.map((session) => [session.comment, session])).values()],
				'The node finds it by its English description. If you mean one of these, enter its schedule ID in Session.',
			);
		}
	}
}

/** The first session with a date of its own; else one that people can enter soon; a replay only if it is all there is. */
function nextOf(sessions: readonly Session[], now: number): Session | undefined {
	const of = (kind: Session['kind']) => sessions.filter((session) => session.kind === kind);
	const [justInTime] = of('justInTime');
	const soon = firstAhead(of('justInTime'), now) ?? of('anyTime')[0] ?? justInTime;
	return firstAhead(of('dated'), now) ?? soon ?? of('instantReplay')[0];
}

function firstAhead(sessions: readonly Session[], now: number): Session | undefined {
	const ahead = (session: Session) => session.startsAt !== undefined && session.startsAt > now;
	return sessions
		.filter(ahead)
		.reduce<Session | undefined>(
			(first, session) => ((first?.startsAt ?? Infinity) <= (session.startsAt ?? 0) ? first : session),
			undefined,
		);
}

/** The next session of a schedule, or else one that may still run. */
function ofSchedule(sessions: readonly Session[], now: number, allowPast: boolean): Session | undefined {
	const isRunning = (session: Session) =>
		lacksPermanentId(session) || !((session.startsAt ?? NaN) + LONGEST_SESSION_MS < now);
	return nextOf(sessions, now) ?? sessions.find(isRunning) ?? (allowPast ? sessions[0] : undefined);
}

function onDate(webinar: Webinar, choice: Extract<SessionChoice, { kind: 'date' }>): Session {
	const { schedule, date } = choice;
	const sessions = sessionsOf(schedule, webinar.sessions);
	const found = sessions.find((session) => dateIn(session.date) === date);
	if (found) return found;
	throw notOnOffer(
		`The schedule ${schedule} has no session on ${date}`,
		webinar.sessions,
		isOfOtherZone(sessions, date)
			? `The date belongs to another time zone than the one in Timezone. To book the next date in each contact's own zone, choose the schedule's "Next" from the list, or use ${schedule}|next.`
			: 'Choose the session from the list. Of an automated webinar, only as many dates are on offer as its setting "Displayed schedules" allows.',
	);
}

/** The sessions of a schedule. @throws InputError when there are none */
function sessionsOf(schedule: number, sessions: readonly Session[]): readonly Session[] {
	const found = sessions.filter((session) => session.schedule === schedule);
	if (found.length > 0) return found;
	throw notOnOffer(
		`The webinar has no schedule with the ID ${schedule}`,
		sessions,
		'It may have been chosen for another webinar. Choose the session from the list: the dashboard shows other IDs than the API.',
	);
}

/** Whether a date is that of one of the sessions in another time zone than the attendee's. */
function isOfOtherZone(sessions: readonly Session[], date: string): boolean {
	const asUtc = momentOf(date, FixedOffsetZone.utcInstance) ?? NaN;
	return sessions.some(
		({ startsAt = NaN, timezone }) => timezone !== undefined && isOffset((asUtc - startsAt) / 60_000),
	);
}

function notOnOffer(
	message: string,
	sessions: readonly Session[],
	advice = 'Choose the session from the list.',
): InputError {
	const listed = sessions
		.slice(0, MAX_DATES_LISTED)
		.map(
			({ schedule, date, comment }) =>
				`${[schedule, shortened(date)].filter(Boolean).join('|')}${comment ? ` (${shortened(comment)})` : ''}`,
		);
	const more = sessions.length > listed.length ? `, and ${sessions.length - listed.length} more` : '';
	return new InputError(message, `${advice} Available sessions: ${listed.join(', ')}${more}.`);
}

/** The error for sessions that are `lacksPermanentId`. */
export function unlinkable(): InputError {
	return new InputError(
		'A one-click link cannot lead to a just-in-time or instant-replay session',
		'Such a session has no permanent ID. Choose a session with a date.',
	);
}

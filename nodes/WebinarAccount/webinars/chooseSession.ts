import { Settings, type Zone } from 'luxon';

import { InputError } from '../service/errors';
import type { Product } from '../service/products';
import { ID, quoted, shortened } from '../utils/values';
import { dateIn, MINUTE_MS, readDate } from './dates';
import type { WebinarReader, WebinarReference } from './webinarReader';
import { descriptions, isOver, lacksPermanentId, type Session, type Webinar } from './webinar';

/**
 * The value of the Session field: the next session (of a schedule, if it is named) or another rule that is applied at run
 * time, a schedule as a whole, or its session on a date (YYYY-MM-DD HH:MM). `shown`: as the list showed it.
 */
export type SessionChoice = { shown?: string | undefined } & (
	| { kind: 'next'; schedule?: number }
	| { kind: 'justInTime' | 'instantReplay' }
	| { kind: 'schedule'; schedule: number }
	| { kind: 'date'; schedule: number; date: string }
);

/** Whether the choice may mean another session when it is applied again. */
export function isRule({ kind }: SessionChoice): boolean {
	return kind !== 'schedule' && kind !== 'date';
}

/** @param value `next`, `justInTime`, `instantReplay`, `<id>`, `<id>|next` or `<id>|<YYYY-MM-DD HH:MM>` */
export function readSessionChoice(value: string): SessionChoice {
	const text = value.trim();
	if (text === 'next' || text === 'justInTime' || text === 'instantReplay') return { kind: text };
	const [id = '', date, ...rest] = text.split('|').map((part) => part.trim());
	if (!ID.test(id) || rest.length > 0) {
		throw new InputError(
			text === '' ? 'No session is chosen' : `${quoted(text)} is not a session`,
			'Choose a session from the list, or enter a schedule ID such as 54. For one session of an automated webinar, use 54|next or 54|2026-01-31 13:00.',
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
	/** A link may lead to a schedule in the past, but not to a session without a permanent ID. */
	forLink?: boolean;
	/** Checks what depends on the webinar too. @throws InputError */
	check?: (webinar: Webinar) => void;
}

export interface FoundSession {
	webinar: Webinar;
	session: Session;
}

/**
 * Finds a session that the service offers now. A shared reading will do, unless its sessions may have changed since. It
 * does not prove that there is no such session: only a reading that began after the caller asked does.
 * @throws InputError when there is no such session
 */
export async function findSession(reader: WebinarReader, query: SessionQuery): Promise<FoundSession> {
	const asked = reader.fromNow();
	const found = await findIn(reader.recent(), query).catch((error: unknown) => {
		if (error instanceof InputError) return undefined;
		throw error;
	});
	if (!found) return await findIn(asked, query);
	// Dates have no seconds, so sessions that change with time change when a minute begins.
	const intoMinute = Settings.now() % MINUTE_MS;
	const { readAt, sessions } = found.webinar;
	const isCurrent = readAt >= Settings.now() - intoMinute || sessions.every(({ kind }) => kind === 'dated');
	return isCurrent ? found : await findIn(reader.recent(intoMinute), query);
}

/** Finds it in the reader's own reading. @throws InputError when there is no such session */
export async function findIn(reader: WebinarReader, query: SessionQuery): Promise<FoundSession> {
	const { product, reference, choice, zone, forLink } = query;
	const webinar = await reader.webinar(product, reference, zone);
	if (!zone && webinar.followsAttendee) {
		throw new InputError(
			'The webinar needs a time zone',
			"Its dates depend on each attendee's time zone. Fill in Timezone, e.g. Europe/London or GMT-5.",
		);
	}
	const session = chooseSession(webinar, choice, Settings.now(), forLink);
	if (forLink && lacksPermanentId(session)) throw unlinkable();
	query.check?.(webinar);
	return { webinar, session };
}

const MAX_DATES_LISTED = 10;

/** @param now milliseconds since 1970 @throws InputError that lists the available sessions */
export function chooseSession(
	webinar: Webinar,
	choice: SessionChoice,
	now: number,
	forLink = false,
): Session {
	const { product, sessions: all } = webinar;
	if (all.length === 0) {
		throw new InputError(
			'The webinar has no session',
			'Add a schedule to the webinar, or choose another webinar.',
		);
	}
	// A past date of an automated webinar is that of a replay, whatever the language of its description.
	const mayBePast = forLink || product.offersPastDates;
	switch (choice.kind) {
		case 'next': {
			const { schedule } = choice;
			const sessions = forLink ? all.filter((session) => !lacksPermanentId(session)) : all;
			if (sessions.length === 0) throw unlinkable();
			const next = nextOf(schedule === undefined ? sessions : sessionsOf(schedule, sessions), now);
			if (next) return next;
			const owner = schedule === undefined ? 'The webinar' : `The schedule ${schedule}`;
			throw notOnOffer(`${owner} has no upcoming session`, sessions);
		}
		case 'date': {
			const { schedule, date } = choice;
			const sessions = sessionsOf(schedule, all, choice.shown);
			const found = sessions.find((session) => dateIn(session.date) === date);
			if (found && (mayBePast || !isOver(found, now))) return found;
			throw notOnOffer(
				`The schedule ${schedule} has no session on ${date}`,
				all,
				webinar.followsAttendee ? undefined : choice.shown,
				webinar.followsAttendee
					? `The date belongs to another time zone than the one in Timezone, or is no longer on offer. To book the next date in each contact's own zone, choose the schedule's "Next" from the list, or use ${schedule}|next.`
					: 'Choose the session from the list. Of an automated webinar, only as many dates are on offer as its setting "Displayed schedules" allows.',
			);
		}
		case 'schedule': {
			const sessions = sessionsOf(choice.schedule, all, choice.shown);
			const [first] = mayBePast ? sessions : [];
			const found = nextOf(sessions, now) ?? sessions.find((session) => !isOver(session, now)) ?? first;
			if (found) return found;
			throw notOnOffer(`The schedule ${choice.schedule} has no upcoming session`, all, choice.shown);
		}
		default: {
			const described = all.filter(({ kind }) => kind === choice.kind);
			const found = firstAhead(described, now) ?? described[0];
			if (found) return found;
			throw notOnOffer(
				`The webinar offers no ${descriptions[choice.kind]} session`,
				[...new Map(all.map((session) => [session.comment, session])).values()],
				undefined,
				'The node finds it by its English description. If you mean one of these, enter its schedule ID in Session.',
			);
		}
	}
}

/** The first session with a date of its own; else one that people can enter soon; a replay only if it is all there is. */
function nextOf(sessions: readonly Session[], now: number): Session | undefined {
	const of = (kind: Session['kind']) => sessions.filter((session) => session.kind === kind);
	const soon = firstAhead(of('justInTime'), now) ?? of('anyTime')[0] ?? of('justInTime')[0];
	return firstAhead(of('dated'), now) ?? soon ?? of('instantReplay')[0];
}

function firstAhead(sessions: readonly Session[], now: number): Session | undefined {
	const ahead = sessions.filter(({ startsAt = NaN }) => startsAt > now);
	return ahead.sort(({ startsAt: one = NaN }, { startsAt: other = NaN }) => one - other)[0];
}

/** @throws InputError when there are none */
function sessionsOf(schedule: number, sessions: readonly Session[], shown?: string): readonly Session[] {
	const found = sessions.filter((session) => session.schedule === schedule);
	if (found.length > 0) return found;
	throw notOnOffer(
		`The webinar has no schedule with the ID ${schedule}`,
		sessions,
		shown,
		'It may have been chosen for another webinar. Choose the session from the list: the dashboard shows other IDs than the API.',
	);
}

function notOnOffer(
	message: string,
	sessions: readonly Session[],
	shown?: string,
	advice = 'Choose the session from the list.',
): InputError {
	const listed = sessions.slice(0, MAX_DATES_LISTED).map(({ schedule, date, comment }) => {
		const value = [schedule, shortened(date)].filter(Boolean).join('|');
		return comment ? `${value} (${shortened(comment)})` : value;
	});
	const more = sessions.length > listed.length ? `, and ${sessions.length - listed.length} more` : '';
	const available = `Available sessions: ${listed.join(', ')}${more}.`;
	if (shown === undefined) return new InputError(message, `${advice} ${available}`);
	return new InputError(
		`The session ${quoted(shown)} is no longer on offer`,
		`Choose another one, or Next Upcoming Session, which does not expire. ${available}`,
	);
}

export function unlinkable(): InputError {
	return new InputError(
		'A one-click link cannot lead to a just-in-time or instant-replay session',
		'Such a session has no session number. Choose a session with a date.',
	);
}

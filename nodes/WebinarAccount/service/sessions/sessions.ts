import { DateTime, type Zone } from 'luxon';

import { InputError } from '../errors';
import { ID } from '../../utils/id';
import { quoted, shortened } from '../../utils/quoted';
import type { Session, WebinarDetail } from '../schemas';
import { DATE_FORMAT, dateIn, readDate } from './sessionDate';

/** How many dates an error lists. */
const MAX_DATES_LISTED = 10;

/** What the Session field can hold: a rule that is looked up at run time, or a schedule identifier. */
export type SessionChoice = { kind: 'next' } | { kind: DescribedSession } | ScheduleChoice;

interface ScheduleChoice {
	kind: 'schedule';
	schedule: number;
	date?: string;
	/** Takes a schedule whose sessions are all over, too. */
	evenIfOver?: boolean;
}

/** Whether one date of a schedule is chosen. */
export function namesDate(choice: SessionChoice): boolean {
	return choice.kind === 'schedule' && choice.date !== undefined;
}

/** Sessions that the service names only in their description, and whose identifiers vary. */
const descriptions = { justInTime: 'just in time', instantReplay: 'instant replay' } as const;
type DescribedSession = keyof typeof descriptions;

/** Webinars that can be entered at any time; their session never lies in the future. */
const OPEN_ANY_TIME = ['always on', 'right now'];

/** The service does not say how long a session lasts; people can still come to one that began this long ago. */
const LONGEST = { hours: 12 };

/** What of a webinar's detail says which sessions it has. */
type Schedules = Pick<WebinarDetail, 'type' | 'schedules'>;

/**
 * Reads the value of the Session field: `next`, `justInTime`, `instantReplay`, `<id>` or `<id>|<YYYY-MM-DD HH:MM>`.
 * @param value a text, or a number from an expression
 */
export function readSessionChoice(value: string | number): SessionChoice {
	const text = String(value).trim();
	if (text === 'next' || text === 'justInTime' || text === 'instantReplay') return { kind: text };
	const [schedule = '', date, ...rest] = text.split('|').map((part) => part.trim());
	if (!ID.test(schedule) || rest.length > 0) {
		throw new InputError(
			text === '' ? 'No session is chosen' : `${quoted(text)} is not a session`,
			'Choose a session from the list, or give a schedule ID such as 54, with a date for one session of an automated webinar: 54|2026-01-31 13:00.',
			['Session is not a session'],
		);
	}
	return date === undefined
		? { kind: 'schedule', schedule: Number(schedule) }
		: { kind: 'schedule', schedule: Number(schedule), date: readDate(date) };
}

/** The moment a session starts. Its date carries no offset: it counts in the zone that the detail was given in. */
export function startOf({ date }: Pick<Session, 'date'>, zone: Zone): DateTime {
	return DateTime.fromFormat(dateIn(date), DATE_FORMAT, { zone });
}

/** The start in UTC (ISO 8601); null for a date that is not in the documented shape. */
export function startsAt(session: Pick<Session, 'date'>, zone: Zone): string | null {
	return startOf(session, zone).toUTC().toISO({ suppressMilliseconds: true });
}

/**
 * Finds the chosen session among those that the service offers now.
 * @param zone that the sessions' dates count in
 * @throws InputError that lists the dates on offer
 */
export function chooseSession(webinar: Schedules, choice: SessionChoice, zone: Zone, now: DateTime): Session {
	const sessions = webinar.schedules ?? [];
	if (sessions.length === 0) {
		throw new InputError(
			'The webinar has no session',
			'Add a schedule to the webinar, or choose another one.',
		);
	}
	if (choice.kind === 'schedule') return scheduledSession(webinar, choice, zone, now);
	if (choice.kind === 'next') {
		const next = nextSession(webinar, zone, now);
		if (next) return next;
		throw notOnOffer('The webinar has no upcoming session', sessions);
	}
	const { kind } = choice;
	const described = sessions.find((session) => isDescribedAs(session, kind));
	if (described) return described;
	throw notOnOffer(`The webinar offers no ${descriptions[kind]} session`, sessions);
}

/** Whether the session has no lasting number, so that a link cannot name it (one-click link, rule 7). */
export function isUnnumbered(session: Session): boolean {
	return isDescribedAs(session, 'justInTime') || isDescribedAs(session, 'instantReplay');
}

/**
 * The sessions that a link can name.
 * @throws InputError when there are sessions, but none of that kind
 */
export function numberedOf(sessions: readonly Session[]): Session[] {
	const numbered = sessions.filter((session) => !isUnnumbered(session));
	if (sessions.length > 0 && numbered.length === 0) throw unlinkable();
	return numbered;
}

/** Said of sessions that {@link isUnnumbered}. */
export function unlinkable(): InputError {
	return new InputError(
		'A one-click link cannot lead to a just-in-time or instant-replay session',
		'Such a session has no number of its own. Choose a session with a date.',
	);
}

/** Whether people can enter at any time, by its description or the webinar's type, so that its date says nothing. */
export function isOpenAnyTime({ comment }: Session, type?: Schedules['type']): boolean {
	return [comment, type].some((text) => OPEN_ANY_TIME.includes(normalise(text)));
}

/** Whether the webinar offers a session of that description. */
export function offers(sessions: readonly Session[], kind: DescribedSession): boolean {
	return sessions.some((session) => isDescribedAs(session, kind));
}

/**
 * Whether registering to the session once registers for others, too: all of one identifier, or of the webinar
 * (one-click link, rule 6).
 */
export function isSeries(session: Session, webinar: Schedules): boolean {
	const numbered = (webinar.schedules ?? []).filter((other) => !isUnnumbered(other));
	const isOneOfSeveral = hasOwnIdInSeries(session, webinar) && numbered.length > 1;
	return isRecurring(session) || sharesId(session, webinar) || isOneOfSeveral;
}

/** "Every day, 01:00 PM": others follow, also where the webinar shows only one of them. */
function isRecurring({ comment }: Session): boolean {
	return normalise(comment).startsWith('every');
}

/** Whether one identifier stands for several sessions. */
export function sharesId(session: Session, { schedules }: Schedules): boolean {
	return (schedules ?? []).filter(({ schedule }) => schedule === session.schedule).length > 1;
}

/** Whether the webinar is one series, of which the session has an identifier of its own. The last one left is one, too. */
export function hasOwnIdInSeries(session: Session, webinar: Schedules): boolean {
	return webinar.type === 'Series of presentations' && !isUnnumbered(session) && !sharesId(session, webinar);
}

/** The earliest session that is still to start; else one that is open at any time. */
function nextSession({ schedules, type }: Schedules, zone: Zone, now: DateTime): Session | undefined {
	const sessions = schedules ?? [];
	const upcoming = sessions
		.filter((session) => startOf(session, zone) > now)
		.sort((one, other) => startOf(one, zone).toMillis() - startOf(other, zone).toMillis());
	return upcoming[0] ?? sessions.find((session) => isOpenAnyTime(session, type));
}

function scheduledSession(webinar: Schedules, choice: ScheduleChoice, zone: Zone, now: DateTime): Session {
	const { schedule, date: wanted, evenIfOver = false } = choice;
	const sessions = webinar.schedules ?? [];
	const ofSchedule = sessions.filter((session) => session.schedule === schedule);
	const [first] = ofSchedule;
	if (!first) throw notOnOffer(`The webinar has no schedule with the ID ${schedule}`, sessions);
	if (wanted !== undefined) {
		const onDate = ofSchedule.find(({ date }) => dateIn(date) === wanted);
		if (onDate) return onDate;
		throw notOnOffer(`The schedule ${schedule} has no session on ${wanted}`, sessions);
	}
	const next = nextSession({ ...webinar, schedules: ofSchedule }, zone, now);
	const running = ofSchedule.find(
		(session) => isUnnumbered(session) || !(startOf(session, zone).plus(LONGEST) < now),
	);
	const found = next ?? running ?? (evenIfOver ? first : undefined);
	if (found) return found;
	throw notOnOffer(`The schedule ${schedule} has no upcoming session`, sessions);
}

function notOnOffer(message: string, sessions: readonly Session[]): InputError {
	const listed = sessions
		.slice(0, MAX_DATES_LISTED)
		.map(
			({ schedule, date, comment }) =>
				`${schedule}|${shortened(date)}${comment ? ` (${shortened(comment)})` : ''}`,
		);
	const more = sessions.length > listed.length ? `, and ${sessions.length - listed.length} more` : '';
	return new InputError(
		message,
		`On offer are: ${listed.join(', ')}${more}. The IDs of the API are not those shown in the dashboard: choose the session from the list.`,
	);
}

function isDescribedAs({ comment }: Session, kind: DescribedSession): boolean {
	return normalise(comment) === descriptions[kind];
}

/** "Just-in-Time", "just in time" and "Just In Time " are one description. */
function normalise(comment: string | null | undefined): string {
	return (comment ?? '')
		.toLowerCase()
		.replace(/[\s-]+/g, ' ')
		.trim();
}

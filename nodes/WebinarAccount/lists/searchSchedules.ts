import type { INodeListSearchItems } from 'n8n-workflow';

import { NEXT, timezone } from '../fields/webinarFields';
import { register } from '../operations/register';
import { pageReader, readNewestPages, registrantsQuery } from '../registrants/registrantList';
import { sessionStart } from '../registrants/registrantOutput';
import { InputError } from '../service/errors';
import { scalarText } from '../utils/values';
import { bookableSessions, noSessionsError } from '../webinars/chooseSession';
import { EST } from '../webinars/dates';
import {
	isOver,
	isJustInTimeOrReplay,
	needsTimezone,
	rowZone,
	type Session,
	type SessionKind,
	type Webinar,
} from '../webinars/webinar';
import { currentWebinar, editorList, type ListContext } from './editorList';
import { choicesOf, type ListedSession } from './sessionChoices';

type Item = INodeListSearchItems;

/** The entry that sets no limit. Its value is the same as for an empty field. */
const ALL_SESSIONS: Item = { name: 'All Sessions', value: '' };

/** The entries for registering people that name no schedule. Their values, except `next`, are kinds of sessions. */
const GENERAL_ENTRIES: readonly Item[] = [
	{ name: NEXT, value: 'next' },
	{ name: 'Just-in-Time Session', value: 'justInTime' },
	{ name: 'Instant Replay', value: 'instantReplay' },
];

/**
 * The name of the entry for the next session if dates depend on the attendee's time zone. The listed dates then apply
 * only to the first contact, because the editor evaluates Timezone for a single item.
 */
const NEXT_IN_EACH_ZONE = `${NEXT} · any time zone`;
const NEXT_OF_SERIES = `${NEXT} · whole series`;

const NO_WEBINAR_ADVICE = 'Choose the webinar first. The list of its sessions then opens here.';

/** Lists the sessions that the user can choose in the Session field. */
export const searchSchedules = editorList(async (list) => {
	const { product, webinars, parameter } = list;
	// In all other operations and in the trigger, Session limits the results to one schedule.
	const isToBook = parameter('operation') === register.value;
	const reference = currentWebinar(list, 'sessions', NO_WEBINAR_ADVICE);
	if (reference === undefined) {
		if (!isToBook) return [ALL_SESSIONS];
		// Only automated webinars have just-in-time sessions and instant replays.
		return product.takesTimezone ? [...GENERAL_ENTRIES] : generalEntries([]);
	}
	const zone = isToBook && product.takesTimezone ? timezone.read(parameter('timezone'), {}) : undefined;
	const webinar = await webinars.read(reference, zone);
	if (!isToBook) return await sessionsToFilterBy(list, webinar);
	const hasZone = !product.takesTimezone || zone !== undefined || !needsTimezone(webinar);
	return sessionsToBook(webinar, list.now, hasZone);
});

/** Returns the general entries, without the kinds of sessions that the webinar does not have. */
function generalEntries(kinds: readonly SessionKind[]): Item[] {
	return GENERAL_ENTRIES.filter(({ value }) => value === 'next' || kinds.some((kind) => kind === value));
}

/**
 * Returns the entries for registering people: the general choices, and then the sessions that can be booked.
 * @param hasZone whether the webinar's dates can be shown, because their time zone is known
 * @throws InputError if the webinar has no session that can be booked
 */
function sessionsToBook(webinar: Webinar, now: number, hasZone: boolean): Item[] {
	const sessions = bookableSessions(webinar, now);
	if (webinar.sessions.length === 0) throw noSessionsError(webinar);
	if (sessions.length === 0) {
		throw new InputError(
			'The webinar has no upcoming session',
			'Add a session in the webinar account, or choose another webinar.',
		);
	}
	const isByDate = webinar.product.registersOneDate;
	// The general choices already include just-in-time sessions and instant replays.
	const scheduled = sessions.filter((session) => !isJustInTimeOrReplay(session));
	const isOneSeries = !isByDate && scheduled.length > 0 && scheduled.every(({ isSeries }) => isSeries);
	const kinds = sessions.map(({ kind }) => kind);
	const entries = generalEntries(kinds).map((entry) => {
		if (entry.value !== 'next') return entry;
		if (isOneSeries) return { ...entry, name: NEXT_OF_SERIES };
		const dependsOnAttendee = webinar.followsAttendee || !hasZone;
		return isByDate && dependsOnAttendee ? { ...entry, name: NEXT_IN_EACH_ZONE } : entry;
	});
	if (!hasZone) {
		const hasNext = ({ kind, startsAt = NaN }: Session) => kind === 'anyTime' || startsAt > now;
		const next = choicesOf({ ...webinar, zone: undefined }, scheduled.filter(hasNext), 'next');
		// With a single schedule, the entry would mean the same as Next Upcoming Session.
		return next.length > 1 ? [...entries, ...next] : entries;
	}
	if (!isByDate) return [...entries, ...choicesOf(webinar, scheduled, 'schedule')];
	const hasOneSchedule = new Set(scheduled.map(({ schedule }) => schedule)).size <= 1;
	// The next date of these schedules changes with the day, or with the attendee's time zone.
	const withChangingDate = scheduled.filter(
		({ kind, isSeries }) => !hasOneSchedule && kind !== 'anyTime' && (webinar.followsAttendee || isSeries),
	);
	return [
		...entries,
		...choicesOf(webinar, withChangingDate, 'next'),
		...choicesOf(webinar, scheduled, 'date'),
	];
}

/** Returns the entries for filtering by a session: all sessions, upcoming ones, and then those that are over. */
async function sessionsToFilterBy(list: ListContext, webinar: Webinar): Promise<Item[]> {
	const upcoming = webinar.sessions.filter(
		(session) => !isJustInTimeOrReplay(session) && !isOver(session, list.now),
	);
	const choices = choicesOf(webinar, upcoming, 'filter');
	const offered = new Set(choices.map(({ value }) => value));
	// The zone of the dates in registrant rows is unknown if they depend on the attendee's time zone.
	const inRowZone = { ...webinar, zone: rowZone(webinar), followsAttendee: false };
	const past = choicesOf(inRowZone, await pastSessions(list, webinar), 'filter');
	return [ALL_SESSIONS, ...choices, ...past.filter(({ value }) => !offered.has(value))];
}

/** The comment in the list for a session that is over. */
const OVER = 'over';

/**
 * Returns the webinar's sessions that are over, the newest first. If the service lists no such session, takes the
 * sessions of the newest rows in the registrant list that the service does not list.
 * @throws ServiceError if the registrant list cannot be read
 */
async function pastSessions({ service, now }: ListContext, webinar: Webinar): Promise<ListedSession[]> {
	const past = webinar.sessions
		.filter((session) => session.kind === 'dated' && isOver(session, now))
		.map((session): ListedSession => ({ ...session, isSeries: false, comment: OVER }));
	if (past.length === 0) {
		const offered = new Set(webinar.sessions.map(({ schedule }) => schedule));
		const rows = await readNewestPages(pageReader(service, registrantsQuery(webinar.id)));
		for (const row of rows) {
			const { schedule_id: schedule } = row;
			if (typeof schedule !== 'number' || offered.has(schedule)) continue;
			const startsAt = sessionStart(row, rowZone(webinar) ?? EST);
			const date = scalarText(row.event ?? row.schedule);
			const comment = (startsAt ?? 0) > now ? 'not on offer' : OVER;
			past.push({ kind: 'dated', isSeries: false, schedule, startsAt, date, comment });
		}
	}
	return past.sort(({ startsAt: one = 0 }, { startsAt: other = 0 }) => other - one);
}

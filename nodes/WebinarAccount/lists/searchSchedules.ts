import type { INodeListSearchItems } from 'n8n-workflow';

import type { Fields, GeneralChoice } from '../fields/field';
import { NEXT, onlySchedule } from '../fields/webinarFields';
import { operations } from '../operations';
import { InputError } from '../service/errors';
import { bookableSessions } from '../webinars/chooseSession';
import { isOver, isJustInTimeOrReplay, rowZone, type Session, type Webinar } from '../webinars/webinar';
import { editorList, type ListContext, readChosenWebinar } from './editorList';
import { pastSessions } from './pastSessions';
import { bookingChoices, filterChoices } from './sessionChoices';

type Item = INodeListSearchItems;

/** The list entries that name no schedule, such as Next Upcoming Session. */
const GENERAL_ENTRIES: ReadonlyArray<[choice: GeneralChoice, entry: Item]> = [
	// The value is the same as for an empty field.
	['all', { name: 'All Sessions', value: '' }],
	['next', { name: NEXT, value: 'next' }],
	['justInTime', { name: 'Just-in-Time Session', value: 'justInTime' }],
	['instantReplay', { name: 'Instant Replay', value: 'instantReplay' }],
];

/**
 * The name of the entry for the next session if dates depend on the attendee's time zone. The listed dates then apply
 * only to the first contact, because the editor evaluates Timezone for a single item.
 */
const NEXT_IN_EACH_ZONE = `${NEXT} · any time zone`;
const NEXT_OF_SERIES = `${NEXT} · whole series`;

/** Lists the sessions that the user can choose in the Session field. */
export const searchSchedules = editorList(async (list) => {
	// The trigger node has no operations. Its Session field is `onlySchedule`.
	const fields: Fields = operations.find(({ value }) => value === list.parameter('operation'))?.fields ?? {};
	const { generalChoices = onlySchedule.generalChoices } = fields.schedule ?? {};
	const withoutList = 'To continue without the list, choose By ID and enter a schedule ID.';
	const webinar = await readChosenWebinar(list, fields.timezone, withoutList);
	if (generalChoices.includes('all')) return await sessionsToFilterBy(list, webinar);
	return sessionsToBook(webinar, generalChoices, list.now());
});

/**
 * Returns the entries for a field's general choices (all, next, just in time, instant replay), without the kinds of sessions
 * that the webinar does not have.
 */
function generalEntries(choices: readonly GeneralChoice[], sessions: readonly Session[] = []): Item[] {
	const available = new Set<string>(['all', 'next', ...sessions.map(({ kind }) => kind)]);
	return GENERAL_ENTRIES.filter(([choice]) => available.has(choice) && choices.includes(choice)).map(
		([, entry]) => entry,
	);
}

/**
 * Returns the entries for registering people: the general choices, and then the sessions that can be booked.
 * @throws InputError if the webinar has no session that can be booked
 */
function sessionsToBook(webinar: Webinar, generalChoices: readonly GeneralChoice[], now: number): Item[] {
	const sessions = bookableSessions(webinar, now);
	if (sessions.length === 0) throw noSessionsError(webinar);
	const isByDate = webinar.product.registersOneDate;
	// The general choices already include just-in-time sessions and instant replays.
	const scheduled = sessions.filter((session) => !isJustInTimeOrReplay(session));
	const isOneSeries = !isByDate && scheduled.length > 0 && scheduled.every(({ isSeries }) => isSeries);
	const entries = generalEntries(generalChoices, sessions).map((entry) => {
		if (entry.value !== 'next') return entry;
		if (isOneSeries) return { ...entry, name: NEXT_OF_SERIES };
		return isByDate && webinar.followsAttendee ? { ...entry, name: NEXT_IN_EACH_ZONE } : entry;
	});
	return [...entries, ...bookingChoices(webinar, scheduled, isByDate)];
}

/** Returns the error for a webinar without a session to choose. */
function noSessionsError({ sessions, unbookable }: Webinar): InputError {
	const reason =
		unbookable.length > 0 ? 'No session of the webinar can be booked' : 'The webinar has no session';
	return new InputError(
		sessions.length > 0 ? 'The webinar has no upcoming session' : reason,
		'Add a session in the webinar account, or choose another webinar.',
	);
}

/** Returns the entries for filtering by a session: all sessions, upcoming ones, and then those that are over. */
async function sessionsToFilterBy(list: ListContext, webinar: Webinar): Promise<Item[]> {
	const upcoming = webinar.sessions.filter(
		(session) => !isJustInTimeOrReplay(session) && !isOver(session, list.now()),
	);
	const choices = filterChoices(webinar, upcoming);
	const offered = new Set(choices.map(({ value }) => value));
	const past = filterChoices(inRowZone(webinar), await pastSessions(list, webinar));
	return [...generalEntries(['all']), ...choices, ...past.filter(({ value }) => !offered.has(value))];
}

/**
 * Returns a copy of the webinar with the time zone of the dates in registrant rows. That zone is unknown if the
 * webinar's dates depend on the attendee's time zone.
 */
function inRowZone(webinar: Webinar): Webinar {
	return { ...webinar, zone: rowZone(webinar), followsAttendee: false };
}

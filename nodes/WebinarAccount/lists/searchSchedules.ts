import { Zone } from 'luxon';
import type { INodeListSearchItems } from 'n8n-workflow';

import { type Fields, type GeneralChoice, readFields } from '../fields/field';
import { NEXT, onlySchedule, TIMEZONE } from '../fields/webinarFields';
import { operations } from '../operations';
import { ServiceError } from '../service/errors';
import { offeredSessions } from '../webinars/chooseSession';
import {
	isOver,
	lacksPermanentId,
	needsTimezone,
	rowZone,
	type Session,
	type Webinar,
} from '../webinars/webinar';
import { currentWebinar, editorList, type ListContext, noValueYet } from './editorList';
import { pastSessions } from './pastSessions';
import { bookingChoices, filterChoices } from './sessionChoices';

type Item = INodeListSearchItems;

/** The list entries for general choices. */
const GENERAL_ENTRIES: ReadonlyArray<[choice: GeneralChoice, entry: Item]> = [
	// The value is the same as for an empty field.
	['all', { name: 'All Sessions', value: '' }],
	['next', { name: NEXT, value: 'next' }],
	['justInTime', { name: 'Just-in-Time Session', value: 'justInTime' }],
	['instantReplay', { name: 'Instant Replay', value: 'instantReplay' }],
];

/** Returns a list entry that is only a message. Its default value is not a valid session, so choosing it makes the run fail. */
function message(text: string, value = 'none'): Item {
	return { name: text, value };
}

/**
 * Warns that the dates in the list are correct only for the first item, because n8n evaluates the expression in Timezone
 * only for that item. If a user chooses the entry by mistake, it means the next session.
 */
const FIRST_CONTACT_WARNING = message(`Choose ${NEXT}: these dates are valid only for the first contact`, '');

/** Lists the sessions that the user can choose in the field Session. */
export const searchSchedules = editorList(async (list) => {
	const { product, webinars, parameter } = list;
	// The trigger has no operation. Its field offers the same choices as `onlySchedule`.
	const fields: Fields = operations.find(({ value }) => value === parameter('operation'))?.fields ?? {};
	const { generalChoices = onlySchedule.generalChoices } = fields.schedule ?? {};
	const reference = currentWebinar(list, 'sessions');
	if (typeof reference === 'string') return [...generalEntries(generalChoices), message(reference)];
	const timezoneField = product.takesTimezone ? fields.timezone : undefined;
	const given = timezoneField && readFields({ timezone: timezoneField }, parameter).timezone;
	const zone = given instanceof Zone ? given : undefined;
	const webinar = await webinars.forDisplay().webinar(product, reference, zone);
	if (generalChoices.includes('all')) return await sessionsToFilterBy(list, webinar);
	if (timezoneField && !zone && needsTimezone(webinar)) {
		const isEmpty = parameter('timezone') === '';
		const reason = isEmpty ? `Fill in ${TIMEZONE} to see the sessions.` : noValueYet(TIMEZONE);
		return [...generalEntries(generalChoices, webinar.sessions), message(reason)];
	}
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
 * Returns the entries for registering people: the general choices, and then the sessions that can be booked. A warning comes
 * first if the listed dates are not correct for everyone.
 */
function sessionsToBook(webinar: Webinar, generalChoices: readonly GeneralChoice[], now: number): Item[] {
	const sessions = offeredSessions(webinar, now);
	if (sessions.length === 0) return [...generalEntries(generalChoices), message(noSessionText(webinar))];
	const isByDate = generalChoices.includes('dates') && webinar.product.registersOneDate;
	// The general choices already include just-in-time sessions and instant replays.
	const scheduled = sessions.filter((session) => !lacksPermanentId(session));
	const isOneSeries = !isByDate && scheduled.length > 0 && scheduled.every(({ isSeries }) => isSeries);
	const entries = generalEntries(generalChoices, sessions).map((entry) =>
		isOneSeries && entry.value === 'next' ? { ...entry, name: `${NEXT} · whole series` } : entry,
	);
	return [
		...(isByDate && webinar.followsAttendee ? [FIRST_CONTACT_WARNING] : []),
		...entries,
		...bookingChoices(webinar, scheduled, isByDate),
	];
}

/** Returns the message for a webinar without a session to choose. */
function noSessionText({ sessions, unbookable }: Webinar): string {
	if (sessions.length > 0) return 'The webinar has no upcoming session.';
	return unbookable.length > 0 ? 'No session of the webinar can be booked.' : 'The webinar has no session.';
}

/** Returns the entries for filtering by a session: all sessions, upcoming ones, and then those that are over. */
async function sessionsToFilterBy(list: ListContext, webinar: Webinar): Promise<Item[]> {
	const upcoming = webinar.sessions.filter(
		(session) => !lacksPermanentId(session) && !isOver(session, list.now()),
	);
	const choices = filterChoices(webinar, upcoming);
	const offered = new Set(choices.map(({ value }) => value));
	const past = await pastSessions(list, webinar).then(
		(sessions) => filterChoices(inRowZone(webinar), sessions),
		(error: unknown) => {
			if (error instanceof ServiceError) return [message(`Sessions that are over: ${error.message}`)];
			throw error;
		},
	);
	choices.push(...past.filter(({ value }) => !offered.has(value)));
	const entries = choices.length > 0 ? choices : [message(noSessionText(webinar))];
	return [...generalEntries(['all']), ...entries];
}

/**
 * Returns the webinar with the time zone that is used in registrant rows. It is not known if the webinar's dates depend on
 * the attendee's time zone.
 */
function inRowZone(webinar: Webinar): Webinar {
	return { ...webinar, zone: rowZone(webinar), followsAttendee: false };
}

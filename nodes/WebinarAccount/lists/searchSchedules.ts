import { Zone } from 'luxon';
import type { INodeListSearchItems } from 'n8n-workflow';

import { type Fields, type Offer, readFields } from '../fields/field';
import { NEXT, onlySchedule, TIMEZONE } from '../fields/webinarFields';
import { operations } from '../operations';
import { InputError } from '../service/errors';
import { bookableSessions } from '../webinars/chooseSession';
import {
	isOver,
	isJustInTimeOrReplay,
	needsTimezone,
	rowZone,
	type Session,
	type Webinar,
} from '../webinars/webinar';
import { currentWebinar, editorList, type ListContext, noValueYet } from './editorList';
import { pastSessions } from './pastSessions';
import { bookingChoices, filterChoices } from './sessionChoices';

type Item = INodeListSearchItems;

const RULES: ReadonlyArray<[offer: Offer, item: Item]> = [
	// The value of an empty field.
	['all', { name: 'All Sessions', value: '' }],
	['next', { name: NEXT, value: 'next' }],
	['justInTime', { name: 'Just-in-Time Session', value: 'justInTime' }],
	['instantReplay', { name: 'Instant Replay', value: 'instantReplay' }],
];

/** With dates in the attendee's zone, a date fits only the first contact, because n8n evaluates Timezone for one item. */
const NEXT_IN_EACH_ZONE = `${NEXT} · any time zone`;
const NEXT_OF_SERIES = `${NEXT} · whole series`;

/** Makes the error of a list that cannot show sessions yet. An entry that only explains could be chosen by mistake. */
function notYetListed(reason: string): InputError {
	return new InputError(reason, 'To continue without the list, choose By ID and enter a schedule ID.');
}

export const searchSchedules = editorList(async (list) => {
	const { product, webinars, parameter } = list;
	// No operation is found for the trigger.
	const fields: Fields = operations.find(({ value }) => value === parameter('operation'))?.fields ?? {};
	const { offers = onlySchedule.offers } = fields.schedule ?? {};
	const reference = currentWebinar(list, 'sessions');
	if (typeof reference === 'string') throw notYetListed(reference);
	const zoneField = product.takesTimezone ? fields.timezone : undefined;
	const given = zoneField && readFields({ timezone: zoneField }, parameter).timezone;
	const zone = given instanceof Zone ? given : undefined;
	const webinar = await webinars.forDisplay().webinar(product, reference, zone);
	if (offers.includes('all')) return await sessionsToFilterBy(list, webinar);
	if (zoneField && !zone && needsTimezone(webinar)) {
		const isEmpty = parameter('timezone') === '';
		const reason = isEmpty ? `Fill in ${TIMEZONE} to see the sessions.` : noValueYet(TIMEZONE);
		throw notYetListed(reason);
	}
	return sessionsToBook(webinar, offers, list.now());
});

/** Returns the rules that a field offers and that fit the sessions. */
function rulesOf(offers: readonly Offer[], sessions: readonly Session[] = []): Item[] {
	const fitting = new Set<string>(['all', 'next', ...sessions.map(({ kind }) => kind)]);
	return RULES.filter(([offer]) => fitting.has(offer) && offers.includes(offer)).map(([, item]) => item);
}

function sessionsToBook(webinar: Webinar, offers: readonly Offer[], now: number): Item[] {
	const sessions = bookableSessions(webinar, now);
	if (sessions.length === 0) throw noSessionsError(webinar);
	const isByDate = offers.includes('dates') && webinar.product.registersOneDate;
	const numbered = sessions.filter((session) => !isJustInTimeOrReplay(session));
	const isOneSeries = !isByDate && numbered.length > 0 && numbered.every(({ isSeries }) => isSeries);
	const rules = rulesOf(offers, sessions).map((rule) => {
		if (rule.value !== 'next') return rule;
		if (isOneSeries) return { ...rule, name: NEXT_OF_SERIES };
		return isByDate && webinar.followsAttendee ? { ...rule, name: NEXT_IN_EACH_ZONE } : rule;
	});
	return [...rules, ...bookingChoices(webinar, numbered, isByDate)];
}

function noSessionsError({ sessions, unbookable }: Webinar): InputError {
	const reason =
		unbookable.length > 0 ? 'No session of the webinar can be booked' : 'The webinar has no session';
	return new InputError(
		sessions.length > 0 ? 'The webinar has no upcoming session' : reason,
		'Add a session in the webinar account, or choose another webinar.',
	);
}

/** Returns the upcoming sessions, and then those that are over. */
async function sessionsToFilterBy(list: ListContext, webinar: Webinar): Promise<Item[]> {
	const upcoming = webinar.sessions.filter(
		(session) => !isJustInTimeOrReplay(session) && !isOver(session, list.now()),
	);
	const choices = filterChoices(webinar, upcoming);
	const offered = new Set(choices.map(({ value }) => value));
	const past = filterChoices(inRowZone(webinar), await pastSessions(list, webinar));
	return [...rulesOf(['all']), ...choices, ...past.filter(({ value }) => !offered.has(value))];
}

/** Returns the webinar with the zone of registrants' rows, which is not known if the webinar follows the attendee. */
function inRowZone(webinar: Webinar): Webinar {
	return { ...webinar, zone: rowZone(webinar), followsAttendee: false };
}

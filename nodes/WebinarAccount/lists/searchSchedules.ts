import { Zone } from 'luxon';
import type { INodeListSearchItems } from 'n8n-workflow';

import { type Fields, type Offer, readFields } from '../fields/field';
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

const RULES: ReadonlyArray<[offer: Offer, item: Item]> = [
	// The value of an empty field.
	['all', { name: 'All Sessions', value: '' }],
	['next', { name: NEXT, value: 'next' }],
	['justInTime', { name: 'Just-in-Time Session', value: 'justInTime' }],
	['instantReplay', { name: 'Instant Replay', value: 'instantReplay' }],
];

/** Returns an entry that only informs. By default its value is not a session, so a run with it fails. */
function remark(name: string, value = 'none'): Item {
	return { name, value };
}

/**
 * Warns that n8n evaluates the expression in Timezone for the first item only. If a user chooses the entry by mistake, it
 * means the next session.
 */
const FIRST_CONTACT = remark('Choose Next: dates fit only the first contact', '');

export const searchSchedules = editorList(async (list) => {
	const { product, webinars, parameter } = list;
	// No operation is found for the trigger.
	const fields: Fields = operations.find(({ value }) => value === parameter('operation'))?.fields ?? {};
	const { offers = onlySchedule.offers } = fields.schedule ?? {};
	const reference = currentWebinar(list, 'sessions');
	if (typeof reference === 'string') return [...rulesOf(offers), remark(reference)];
	const zoneField = product.takesTimezone ? fields.timezone : undefined;
	const given = zoneField && readFields({ timezone: zoneField }, parameter).timezone;
	const zone = given instanceof Zone ? given : undefined;
	const webinar = await webinars.forDisplay().webinar(product, reference, zone);
	if (offers.includes('all')) return await sessionsToFilterBy(list, webinar);
	if (zoneField && !zone && needsTimezone(webinar)) {
		const isEmpty = parameter('timezone') === '';
		const reason = isEmpty ? `Fill in ${TIMEZONE} to see the sessions.` : noValueYet(TIMEZONE);
		return [...rulesOf(offers, webinar.sessions), remark(reason)];
	}
	return sessionsToBook(webinar, offers, list.now());
});

/** Returns the rules that a field offers and that fit the sessions. */
function rulesOf(offers: readonly Offer[], sessions: readonly Session[] = []): Item[] {
	const fitting = new Set<string>(['all', 'next', ...sessions.map(({ kind }) => kind)]);
	return RULES.filter(([offer]) => fitting.has(offer) && offers.includes(offer)).map(([, item]) => item);
}

function sessionsToBook(webinar: Webinar, offers: readonly Offer[], now: number): Item[] {
	const sessions = offeredSessions(webinar, now);
	if (sessions.length === 0) return [...rulesOf(offers), remark(withoutSession(webinar))];
	const isByDate = offers.includes('dates') && webinar.product.registersOneDate;
	const numbered = sessions.filter((session) => !lacksPermanentId(session));
	const isOneSeries = !isByDate && numbered.length > 0 && numbered.every(({ isSeries }) => isSeries);
	const rules = rulesOf(offers, sessions).map((rule) =>
		isOneSeries && rule.value === 'next' ? { ...rule, name: `${NEXT} · whole series` } : rule,
	);
	return [
		...(isByDate && webinar.followsAttendee ? [FIRST_CONTACT] : []),
		...rules,
		...bookingChoices(webinar, numbered, isByDate),
	];
}

function withoutSession({ sessions, unbookable }: Webinar): string {
	if (sessions.length > 0) return 'The webinar has no upcoming session.';
	return unbookable.length > 0 ? 'No session of the webinar can be booked.' : 'The webinar has no session.';
}

/** Returns the upcoming sessions, and then those that are over. */
async function sessionsToFilterBy(list: ListContext, webinar: Webinar): Promise<Item[]> {
	const upcoming = webinar.sessions.filter(
		(session) => !lacksPermanentId(session) && !isOver(session, list.now()),
	);
	const choices = filterChoices(webinar, upcoming);
	const offered = new Set(choices.map(({ value }) => value));
	const past = await pastSessions(list, webinar).then(
		(sessions) => filterChoices(inRowZone(webinar), sessions),
		(error: unknown) => {
			if (error instanceof ServiceError) return [remark(`Sessions that are over: ${error.message}`)];
			throw error;
		},
	);
	choices.push(...past.filter(({ value }) => !offered.has(value)));
	return [...rulesOf(['all']), ...(choices.length > 0 ? choices : [remark(withoutSession(webinar))])];
}

/** Returns the webinar with the zone of registrants' rows, which is not known if the webinar follows the attendee. */
function inRowZone(webinar: Webinar): Webinar {
	return { ...webinar, zone: rowZone(webinar), followsAttendee: false };
}

import { DateTime } from 'luxon';
import type { INodeListSearchItems } from 'n8n-workflow';

import { readFields } from '../fields/field';
import { timezone, TIMEZONE } from '../fields/webinar';
import { operations } from '../operations';
import type { Operation } from '../operations/operation';
import { shortened } from '../utils/values';
import { EST, gmtForm } from '../webinars/dates';
import { lacksPermanentId, type Session, type Webinar } from '../webinars/webinar';
import { currentWebinar, editorList, type ListContext, noValueYet } from './editorList';

/** Equals an empty field. */
const ALL: INodeListSearchItems = { name: 'All Sessions', value: '' };
const NEXT: INodeListSearchItems = { name: 'Next Upcoming Session', value: 'next' };
const WHOLE_SERIES: INodeListSearchItems = { ...NEXT, name: `${NEXT.name} · whole series` };
const DESCRIBED: INodeListSearchItems[] = [
	{ name: 'Just-in-Time Session', value: 'justInTime' },
	{ name: 'Instant Replay', value: 'instantReplay' },
];

/** An entry that says something of the others. The usual value is no session, so that a run rejects it. */
const notice = (name: string, value = 'none'): INodeListSearchItems => ({ name, value });

/** The editor passes an expression's value for the first item. Chosen by mistake, it means Next Upcoming Session. */
const FIRST_CONTACT = notice("Dates below: the first contact's. Next fits everybody.", '');

/** The trigger has no operations; it watches all sessions or one. */
const OF_TRIGGER: Pick<Operation, 'fields' | 'sessionList'> = { fields: {}, sessionList: { all: true } };

/** The list of the Session field: first the rules that are applied at run time, then the sessions on offer now. */
export const searchSchedules = editorList(listSchedules);

async function listSchedules(list: ListContext): Promise<INodeListSearchItems[]> {
	const { product, webinars, parameter } = list;
	const { fields, sessionList = {} } =
		operations.find(({ value }) => value === parameter('operation')) ?? OF_TRIGGER;
	const rules = [...(sessionList.all ? [ALL] : []), ...(sessionList.next ? [NEXT] : [])];
	const reference = currentWebinar(list, 'sessions');
	if (typeof reference === 'string') return [...rules, notice(reference)];
	const asksForZone = product.takesTimezone && 'timezone' in fields;
	const filledIn = asksForZone ? readFields({ timezone }, parameter).timezone : undefined;
	const zone = filledIn ?? (asksForZone && sessionList.needsNoZone?.(parameter) ? EST : undefined);
	const webinar = await webinars.webinar(product, reference, zone);
	const { sessions, followsAttendee } = webinar;
	if (asksForZone && !zone && followsAttendee) {
		const isEmpty = parameter('timezone') === '';
		return [...rules, notice(isEmpty ? `Fill in ${TIMEZONE} to see the sessions.` : noValueYet(TIMEZONE))];
	}
	if (sessions.length === 0) return [...rules, notice('The webinar has no session.')];
	const listing = {
		webinar,
		books: sessionList.books === true,
		byDate: sessionList.dates === true && product.takesDate,
	};
	const described = DESCRIBED.filter(({ value }) => sessions.some(({ kind }) => kind === value));
	const numbered = sessions.filter((session) => !lacksPermanentId(session));
	const isOneSeries = numbered.length > 0 && numbered.every((session) => isBookedAsSeries(session, listing));
	// Schedules whose next date depends on the day or on the attendee.
	const moving = numbered.filter(({ kind, isSeries }) => kind !== 'anyTime' && (followsAttendee || isSeries));
	return withoutRepeats([
		...(listing.byDate && followsAttendee ? [FIRST_CONTACT] : []),
		...rules.map((rule) => (rule === NEXT && isOneSeries ? WHOLE_SERIES : rule)),
		...(sessionList.described ? described : []),
		...(listing.byDate ? moving.map((session) => nextItem(session, listing)) : []),
		...numbered.map((session) => sessionItem(session, listing)),
	]);
}

function withoutRepeats(items: readonly INodeListSearchItems[]): INodeListSearchItems[] {
	const values = new Set();
	return items.filter(({ value }) => !values.has(value) && values.add(value));
}

interface Listing {
	webinar: Webinar;
	/** Whether a session is booked; otherwise its ID filters a list of registrants. */
	books: boolean;
	/** Whether each date is a separate choice; otherwise all sessions of one ID are one choice. */
	byDate: boolean;
}

/** A time of day, e.g. ", 01:00 PM", " at 10 AM", " 13:00". */
const TIME = /(?: ?,| at\b)? ?\b\d{1,2}(?::\d{2}(?: ?[AP]M\b)?| ?[AP]M\b)/gi;

/** Leaves room for the date in the about 40 characters that the editor shows. */
const MAX_RECURRENCE = 16;

/** One choice of the Session field. Its description, which the editor does not show, holds what can be searched for. */
export function sessionItem(session: Session, listing: Listing): INodeListSearchItems {
	const { schedule: id, date, comment, kind, startsAt, isSeries } = session;
	const { zone, detail, sessions, followsAttendee } = listing.webinar;
	const description = searchTextOf(session, listing);
	// Its date changes every minute, so it is not shown.
	if (kind === 'anyTime') {
		return { name: `${comment || detail.type || 'Any time'} (${id})`, value: String(id), description };
	}
	const isOneOfSeveral = isSeries && sessions.filter(({ schedule }) => schedule === id).length > 1;
	if (!listing.books && isOneOfSeveral) {
		const series = recurrence(session) ? `${comment} (${id})` : `Series from ${dateOf(session, listing)}`;
		return { name: series, value: String(id), description };
	}
	const isFixed = followsAttendee || zone?.type === 'fixed';
	const zoneName = isFixed ? gmtForm(zone ?? EST, startsAt ?? 0) : placeOf(zone?.name ?? '');
	const parts = [
		dateOf(session, listing) || `ID ${id}`,
		isBookedAsSeries(session, listing) ? 'whole series' : shortened(recurrence(session), MAX_RECURRENCE),
		zoneName,
	];
	const value = listing.byDate && date !== '' ? `${id}|${date}` : String(id);
	return { name: parts.filter(Boolean).join(' · '), value, description };
}

/** The choice of a schedule's next date, in the zone of each attendee. */
function nextItem(session: Session, listing: Listing): INodeListSearchItems {
	const which = shortened(recurrence(session), MAX_RECURRENCE) || dateOf(session, listing, 'ccc d LLL yyyy');
	return {
		name: `Next · ${which} (${session.schedule})`,
		value: `${session.schedule}|next`,
		description: searchTextOf(session, listing),
	};
}

/** Whether a registration for the session is for a whole series. */
function isBookedAsSeries({ isSeries }: Session, { books, byDate }: Listing): boolean {
	return books && !byDate && isSeries;
}

function dateOf({ startsAt, date }: Session, { webinar }: Listing, format = 'ccc d LLL yyyy HH:mm'): string {
	if (startsAt === undefined) return date;
	return DateTime.fromMillis(startsAt, { zone: webinar.zone ?? EST, locale: 'en' }).toFormat(format);
}

function searchTextOf({ schedule, date, comment }: Session, { webinar: { zone } }: Listing): string {
	return [`ID ${schedule}`, date, comment, (zone ?? EST).name].filter(Boolean).join(' · ');
}

/** The city of a region/city name. */
function placeOf(zoneName: string): string {
	return zoneName.slice(zoneName.lastIndexOf('/') + 1).replaceAll('_', ' ');
}

/**
 * The recurrence in a session's description, e.g. "Every day"; empty when the description repeats the date. The time
 * is left out, because the service does not convert it to the attendee's zone.
 */
function recurrence({ comment, date }: Session): string {
	const words = shortened(comment ?? '').replace(/\s+/g, ' ');
	const text = words.replace(TIME, '').trim();
	return date !== '' && text.includes(date.slice(0, 4)) ? '' : text;
}

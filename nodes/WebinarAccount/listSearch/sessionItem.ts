import { DateTime } from 'luxon';
import type { INodeListSearchItems } from 'n8n-workflow';

import type { Booking } from '../service/sessions/find';
import { isOpenAnyTime, isSeries, sharesId } from '../service/sessions/kinds';
import { gmtForm } from '../service/sessions/timezone';
import type { Session } from '../service/schemas';
import { shortened } from '../utils/text';

/** The purpose of a list of sessions. */
export interface Listing {
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
export function sessionItem(booking: Booking, listing: Listing): INodeListSearchItems {
	const { session, reading } = booking;
	const { webinar, zone, isZoneGuessed } = reading;
	const { schedule: id, date, comment } = session;
	const start = reading.startOf(session);
	const description = searchTextOf(booking);
	// Its date changes every minute, so it is not shown.
	if (isOpenAnyTime(session, webinar.type)) {
		return { name: `${comment || webinar.type || 'Any time'} (${id})`, value: String(id), description };
	}
	if (!listing.books && sharesId(session, webinar)) {
		const series = recurrence(session) ? `${comment} (${id})` : `Series from ${dateOf(booking)}`;
		return { name: series, value: String(id), description };
	}
	const zoneName = zone.type === 'fixed' ? gmtForm(zone, start) : placeOf(zone.name);
	const parts = [
		dateOf(booking) || `ID ${id}`,
		registersForAll(booking, listing) ? 'whole series' : shortened(recurrence(session), MAX_RECURRENCE),
		!isZoneGuessed && zoneName,
	];
	const value = listing.byDate && date !== '' ? `${id}|${date}` : String(id);
	return { name: parts.filter(Boolean).join(' · '), value, description };
}

/** The choice of a schedule's next date, in the zone of each attendee. */
export function nextItem(booking: Booking): INodeListSearchItems {
	const { session } = booking;
	const which = shortened(recurrence(session), MAX_RECURRENCE) || dateOf(booking, 'ccc d LLL yyyy');
	return {
		name: `Next · ${which} (${session.schedule})`,
		value: `${session.schedule}|next`,
		description: searchTextOf(booking),
	};
}

/** Whether a registration for the session is for a whole series. */
export function registersForAll({ session, reading }: Booking, { books, byDate }: Listing): boolean {
	return books && !byDate && isSeries(session, reading.webinar);
}

function dateOf({ session, reading }: Booking, format = 'ccc d LLL yyyy HH:mm'): string {
	const start = DateTime.fromMillis(reading.startOf(session), { zone: reading.zone, locale: 'en' });
	return start.isValid ? start.toFormat(format) : session.date;
}

function searchTextOf({ session, reading }: Booking): string {
	const { schedule, date, comment } = session;
	return [`ID ${schedule}`, date, comment, reading.zone.name].filter(Boolean).join(' · ');
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

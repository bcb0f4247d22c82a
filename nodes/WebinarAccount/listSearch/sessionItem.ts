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

/** One choice of the Session field: weekday, date, ID, zone and recurrence. */
export function sessionItem({ session, reading }: Booking, listing: Listing): INodeListSearchItems {
	const { webinar, zone, isZoneGuessed } = reading;
	const { schedule: id, date, comment } = session;
	const start = reading.startOf(session);
	const weekday = DateTime.fromMillis(start, { zone, locale: 'en' }).toFormat('ccc');
	const weekdayAndDate = Number.isNaN(start) ? date : `${weekday} ${date}`;
	// Its date changes every minute, so it is not shown.
	if (isOpenAnyTime(session, webinar.type)) {
		return { name: `${comment || webinar.type || 'Any time'} · ID ${id}`, value: String(id) };
	}
	if (!listing.books && sharesId(session, webinar)) {
		const series = recurrence(session) ? comment : `Series from ${weekdayAndDate}`;
		return { name: `${series} · ID ${id}`, value: String(id) };
	}
	const registersForAll = listing.books && !listing.byDate && isSeries(session, webinar);
	const parts = [
		weekdayAndDate,
		`ID ${id}`,
		registersForAll && 'series: registers for all following sessions',
		!isZoneGuessed && (zone.type === 'fixed' ? gmtForm(zone, start) : zone.name),
		recurrence(session),
	];
	return {
		name: parts.filter(Boolean).join(' · '),
		value: listing.byDate && date !== '' ? `${id}|${date}` : String(id),
	};
}

/**
 * The recurrence in a session's description, e.g. "Every day"; empty when the description repeats the date. The time
 * is left out, because the service does not convert it to the attendee's zone.
 */
function recurrence({ comment, date }: Session): string {
	const words = shortened(comment ?? '').replace(/\s+/g, ' ');
	const text = words.replace(TIME, '').trim();
	return text.includes(date.slice(0, 4)) ? '' : text;
}

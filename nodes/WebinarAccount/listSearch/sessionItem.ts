import { DateTime } from 'luxon';
import type { INodeListSearchItems } from 'n8n-workflow';

import type { Booking } from '../service/sessions/find';
import { isOpenAnyTime, isSeries, sharesId } from '../service/sessions/kinds';
import { gmtForm } from '../service/sessions/timezone';
import type { Session } from '../service/schemas';

/** What a session is chosen for. */
export interface Listing {
	/** Whether a session is booked; else it narrows a list of registrants, by its ID alone. */
	books: boolean;
	/** Whether each date is a choice of its own; else all sessions of one ID are one choice. */
	byDate: boolean;
}

/** ", 01:00 PM", " at 10 AM", " 13:00". */
const TIME = /(?: ?,| at\b)? ?\b\d{1,2}(?::\d{2}(?: ?[AP]M\b)?| ?[AP]M\b)/gi;

/** One choice of the Session field: date, weekday and zone, what it stands for, and its ID. */
export function sessionItem({ session, reading }: Booking, listing: Listing): INodeListSearchItems {
	const { webinar, zone, isZoneGuessed } = reading;
	const { schedule: id, date, comment } = session;
	const start = reading.startOf(session);
	const weekday = DateTime.fromMillis(start, { zone, locale: 'en' }).toFormat('ccc');
	const weekdayAndDate = Number.isNaN(start) ? date : `${weekday} ${date}`;
	// Its date is that of this minute, and would be stale in the next.
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
	return { name: parts.filter(Boolean).join(' · '), value: listing.byDate ? `${id}|${date}` : String(id) };
}

/**
 * What the description adds to the date: "Every day". Its time is left out, because it is not converted to the
 * attendee's zone; a description that repeats the date adds nothing.
 */
function recurrence({ comment, date }: Session): string {
	const words = (comment ?? '').replace(/\s+/g, ' ');
	const text = words.replace(TIME, '').trim();
	return text.includes(date.slice(0, 4)) ? '' : text;
}

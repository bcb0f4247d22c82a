import type { Zone } from 'luxon';
import type { INodeListSearchItems } from 'n8n-workflow';

import type { BookableSession } from '../service/sessions/booking';
import type { Session } from '../service/schemas';
import { isOpenAnyTime, isSeries, sharesId, startOf } from '../service/sessions/sessions';
import { gmtForm } from '../service/sessions/timezone';

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
export function sessionItem(
	{ session, webinar, zone, isZoneGuessed }: BookableSession,
	listing: Listing,
): INodeListSearchItems {
	const { schedule: id, date, comment } = session;
	// Its date is that of this minute, and would be stale in the next.
	if (isOpenAnyTime(session, webinar.type)) {
		return { name: `${comment || webinar.type || 'Any time'} · ID ${id}`, value: String(id) };
	}
	if (!listing.books && sharesId(session, webinar)) {
		const series = recurrence(session) ? comment : `Series from ${weekdayAndDate(session, zone)}`;
		return { name: `${series} · ID ${id}`, value: String(id) };
	}
	const registersForAll = listing.books && !listing.byDate && isSeries(session, webinar);
	const parts = [
		weekdayAndDate(session, zone),
		`ID ${id}`,
		registersForAll && 'series: registers for all following sessions',
		!isZoneGuessed && (zone.type === 'fixed' ? gmtForm(zone, startOf(session, zone)) : zone.name),
		recurrence(session),
	];
	return { name: parts.filter(Boolean).join(' · '), value: listing.byDate ? `${id}|${date}` : String(id) };
}

function weekdayAndDate(session: Session, zone: Zone): string {
	const start = startOf(session, zone);
	return start.isValid ? `${start.setLocale('en').toFormat('ccc')} ${session.date}` : session.date;
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

import { DateTime, type Zone } from 'luxon';

/** The service's dates in lists of webinars and registrants, without the weekday: "31 Oct 2025, 12:00 PM". */
const FORMATS = ['d LLL yyyy, h:mm a', 'yyyy-LL-dd HH:mm', 'yyyy-LL-dd HH:mm:ss'];

const WEEKDAY = /^\s*[A-Za-z]{3,9},\s*/;

/**
 * The moment that a text states, such as "Fri, 31 Oct 2025, 12:00 PM", in milliseconds since 1970; NaN for any other
 * text, such as "Every day, 01:00 PM".
 */
export function momentOfPhrase(text: unknown, zone: Zone): number {
	if (typeof text !== 'string' || text.length > 100) return NaN;
	const date = text.replace(WEEKDAY, '').trim();
	// Each try takes luxon a while, and a text without a year is none of them.
	if (!/\d{4}/.test(date)) return NaN;
	for (const format of FORMATS) {
		const moment = DateTime.fromFormat(date, format, { zone, locale: 'en' });
		if (moment.isValid) return moment.toMillis();
	}
	return NaN;
}

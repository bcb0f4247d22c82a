import { DateTime, FixedOffsetZone, IANAZone, type Zone } from 'luxon';

import { InputError } from '../service/errors';
import { quoted } from '../utils/values';

// Reads and writes the service's dates and time zones. Moments are in milliseconds since 1970.

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** The service's date format in requests and responses, as a luxon format string. */
export const DATE_FORMAT = 'yyyy-MM-dd HH:mm';

/**
 * Matches "2026-01-31 13:00" and "2026-01-31T13:00", with or without seconds. Dates in n8n have seconds. The hour can lack its
 * zero, as in "2026-01-31 9:00", which the code of an account's owner shows.
 */
const ISO_DATE = /^(\d{4}-\d{2}-(\d{2}))[ T](\d{1,2}:\d{2})(?::[0-5]\d(?:\.\d+)?)?$/;

/**
 * Matches "Fri, 31 Oct 2025, 12:00 PM" and "31 Oct 2025 13:00". Weekday, commas, seconds, and AM or PM are optional.
 */
const WRITTEN_DATE =
	/^(?:\p{L}{2,9}\.?,? +)?(\d{1,2})\.? +(\p{L}{3,9})\.? +(\d{4}),? +(\d{1,2}:[0-5]\d)(?::\d{2})? ?([AP]M)?$/iu;

/**
 * Converts a date in any of the service's formats to YYYY-MM-DD HH:MM.
 * @returns undefined if the value is not a date, e.g. "Every day, 01:00 PM"
 */
export function normalizedDate(value: unknown): string | undefined {
	if (typeof value !== 'string') return undefined;
	return readIsoDate(value.trim()) ?? readWrittenDate(value.trim());
}

function readIsoDate(text: string): string | undefined {
	const [, date, day, time] = ISO_DATE.exec(text) ?? [];
	return time === undefined
		? undefined
		: dateUnlessRolledOver(Date.parse(`${date}T${time.padStart('HH:MM'.length, '0')}Z`), Number(day));
}

/** Returns a date such as "Fri, 31 Oct 2025, 12:00 PM" as "2025-10-31 12:00"; undefined if the text is no such date. */
function readWrittenDate(text: string): string | undefined {
	const [, day, month, year, time, amOrPm = ''] = WRITTEN_DATE.exec(text) ?? [];
	if (month === undefined) return undefined;
	const moment = Date.parse(`${day} ${month} ${year} ${time} ${amOrPm} UTC`);
	if (Number.isNaN(moment)) return undefined;
	// `Date.parse` reads every word that begins like a month, so that "Maybe" would be May.
	const isMonth = englishMonth.format(moment).toLowerCase().startsWith(month.toLowerCase());
	return isMonth ? dateUnlessRolledOver(moment, Number(day)) : undefined;
}

/**
 * Returns a moment in UTC as YYYY-MM-DD HH:MM, e.g. "2026-01-31 13:00".
 * @param day the day of the month in the text from which `Date.parse` read the moment
 * @returns undefined if the text has no valid date. `Date.parse` reads 31 February as 3 March, and 24:00 as the next
 * day.
 */
function dateUnlessRolledOver(moment: number, day: number): string | undefined {
	if (new Date(moment).getUTCDate() !== day) return undefined;
	return utcText(moment).slice(0, 'YYYY-MM-DD HH:MM'.length).replace('T', ' ');
}

const englishMonth = new Intl.DateTimeFormat('en', { month: 'long', timeZone: 'UTC' });

/**
 * Converts a date in any of the service's formats, which is in the given time zone, to milliseconds since 1970; undefined
 * if the value is not a date.
 */
export function momentOf(value: unknown, zone: Zone): number | undefined {
	if (typeof value !== 'string' || value.length > MAX_DATE_LENGTH) return undefined;
	const key = `${zone.name} ${value}`;
	// A value that is not a date is kept too, as undefined.
	if (!moments.has(key)) {
		if (moments.size >= MAX_MOMENTS) moments.clear();
		moments.set(key, parseMoment(value, zone));
	}
	return moments.get(key);
}

/**
 * The moments of the texts that were parsed, by time zone and text. Parsing takes about 50 µs, and a search in the
 * webinar list reads all dates again at each key press.
 */
const moments = new Map<string, number | undefined>();

/** Maximum moments that are kept. The largest account that was reported has 635 webinars. */
const MAX_MOMENTS = 50_000;

/** Maximum characters of a date in any of the service's formats. */
const MAX_DATE_LENGTH = 60;

function parseMoment(text: string, zone: Zone): number | undefined {
	const date = normalizedDate(text);
	if (date === undefined) return undefined;
	// A zone with a fixed offset, which is the same at every moment, is calculated without luxon, which is much slower.
	if (zone.isUniversal) return Date.parse(`${date.replace(' ', 'T')}Z`) - zone.offset(0) * MINUTE_MS;
	return DateTime.fromSQL(date, { zone }).toMillis();
}

/** Returns a moment as an ISO 8601 string in UTC, e.g. "2026-01-31T13:00:00Z". */
export function utcText(milliseconds: number): string {
	return new Date(milliseconds).toISOString().replace('.000Z', 'Z');
}

/**
 * Reads a session date that a user entered, and returns it as YYYY-MM-DD HH:MM.
 * @throws InputError if it is not a date. A date with PM or an offset is not accepted either, because ignoring these
 * parts would select a different session.
 */
export function readDate(text: string): string {
	const date = ISO_DATE.test(text) ? normalizedDate(text) : undefined;
	if (date !== undefined) return date;
	throw new InputError(
		`${quoted(text)} is not a session date`,
		'Enter the date exactly as the webinar lists it: YYYY-MM-DD HH:MM (24-hour clock, no time zone offset), e.g. 2026-01-31 13:00.',
	);
}

/** Returns the start of a session as an ISO 8601 string in UTC; null if start or zone is unknown. */
export function startText(startsAt: number | undefined, zone: Zone | undefined): string | null {
	return zone && startsAt !== undefined ? utcText(startsAt) : null;
}

/**
 * Formats the start of a session for people, e.g. "Sat, 28 Nov 2026, 14:00 (New York)". Returns null if start or zone
 * is unknown.
 */
export function dateText(startsAt: number | undefined, zone: Zone | undefined): string | null {
	if (startsAt === undefined || zone === undefined) return null;
	const local = DateTime.fromMillis(startsAt, { zone, locale: 'en' });
	// The city of "America/New_York". An offset such as "GMT-5" stays as it is.
	const name = zoneName(zone);
	const place = name.slice(name.lastIndexOf('/') + 1).replaceAll('_', ' ');
	return `${local.toFormat(`${DAY_TEXT_FORMAT}, HH:mm`)} (${place})`;
}

/** The format of a day for people, e.g. "Sat, 28 Nov 2026", as a luxon format string. */
export const DAY_TEXT_FORMAT = 'ccc, d LLL yyyy';

/** Returns the name of a time zone in full ("America/New_York"), or its offset ("GMT-5"). */
export function zoneName(zone: Zone): string {
	// A fixed offset is the same at every moment.
	return zone.type === 'fixed' ? gmtOffset(zone, 0) : zone.name;
}

/**
 * The time zone in which the service returns dates that depend on the attendee's time zone, if the request has no
 * `timezone`. The service calls it EST. It is a fixed offset, without daylight saving time.
 */
export const EST = FixedOffsetZone.instance(-5 * 60);

/** Matches the "GMT" of an offset such as "GMT-5" or "GMT+4:30". */
const GMT_OFFSET_PREFIX = /^GMT(?=[+-]\d{1,2}(?::[0-5]\d)?$)/i;

/**
 * Reads the attendee's time zone, which is a region/city name or a GMT offset. Returns undefined for an empty string.
 * @throws InputError if the zone is not known. Abbreviations such as EST are not accepted, because they do not say
 * whether daylight saving time applies.
 */
export function readTimezone(name: string): Zone | undefined {
	if (name === '') return undefined;
	// "utc" becomes "GMT+0", and "America/New York" becomes "America/New_York".
	const spelledName = inUsualSpelling(name);
	// A name without a slash, such as "EST", is an abbreviation, which the IANA database has too.
	const isAccepted = GMT_OFFSET_PREFIX.test(spelledName) || spelledName.includes('/');
	const zone = isAccepted ? parseZone(spelledName) : undefined;
	if (!zone) throw unknownTimezoneError(name);
	return zone;
}

function unknownTimezoneError(name: string): InputError {
	return new InputError(
		`Timezone ${quoted(name)} is not a known time zone`,
		'Use a region/city name such as America/New_York, which includes daylight saving time, or a GMT offset such as GMT-5, GMT+2 or GMT+4:30. Abbreviations such as EST are not accepted.',
	);
}

/** Returns a time zone's name as the IANA database or the service spells it. */
function inUsualSpelling(name: string): string {
	// Browsers call the zone of the universal time UTC, and the service writes it as GMT+0.
	if (/^(?:UTC|GMT)$/i.test(name)) return 'GMT+0';
	// HubSpot writes america_slash_port_hyphen_au_hyphen_prince, other tools write America/New York.
	return name
		.replace(/_slash_/gi, '/')
		.replace(/_hyphen_/gi, '-')
		.replaceAll(' ', '_');
}

/**
 * Returns the time zone with a name from the IANA database, or with a GMT offset; undefined if there is none. The name may have
 * spaces around it.
 */
export function parseZone(text: unknown): Zone | undefined {
	if (typeof text !== 'string') return undefined;
	const name = text.trim();
	if (GMT_OFFSET_PREFIX.test(name)) {
		const zone = FixedOffsetZone.parseSpecifier(name.replace(GMT_OFFSET_PREFIX, 'UTC'));
		if (!zone) return undefined;
		const hours = zone.offset(0) / 60;
		// No time zone has an offset outside of this range.
		return hours >= -12 && hours <= 14 ? zone : undefined;
	}
	if (!IANAZone.isValidZone(name)) return undefined;
	const zone = IANAZone.create(name);
	// All zones in Etc have a fixed offset. The name Etc/GMT+5 has the wrong sign for people, because it means GMT-5.
	return /^Etc\//i.test(name) ? FixedOffsetZone.instance(zone.offset(0)) : zone;
}

/**
 * Returns a time zone's offset at a moment as the service writes it: `GMT-5`, `GMT+4:30`, `GMT+0`.
 * @param at milliseconds since 1970
 */
export function gmtOffset(zone: Zone, at: number): string {
	return `GMT${zone.formatOffset(at, 'narrow')}`;
}

/** The periods of past sessions. "Last 7 Days" means today and the six days before. */
export type PastPeriod = 'today' | 'yesterday' | 'last7Days' | 'last30Days' | 'thisMonth' | 'lastMonth';

/** The periods of sessions to come. "Next 7 Days" means today and the six days after. */
export type ComingPeriod = 'today' | 'tomorrow' | 'next7Days' | 'thisMonth';

/**
 * Returns a function that says whether a date is on a day in the period. The date begins with YYYY-MM-DD, and is compared as
 * written, without converting it to another time zone.
 * @param now milliseconds since 1970
 * @param zone the time zone that determines which day is today
 */
export function dateFilter(name: PastPeriod | ComingPeriod, now: number, zone: Zone) {
	const today = DateTime.fromMillis(now, { zone });
	const yesterday = today.minus({ days: 1 });
	const tomorrow = today.plus({ days: 1 });
	const inLastMonth = today.minus({ months: 1 });
	const periods: Record<PastPeriod | ComingPeriod, [firstDay: DateTime, lastDay: DateTime]> = {
		today: [today, today],
		yesterday: [yesterday, yesterday],
		tomorrow: [tomorrow, tomorrow],
		last7Days: [today.minus({ days: 6 }), today],
		next7Days: [today, today.plus({ days: 6 })],
		last30Days: [today.minus({ days: 29 }), today],
		thisMonth: [today.startOf('month'), today.endOf('month')],
		lastMonth: [inLastMonth.startOf('month'), inLastMonth.endOf('month')],
	};
	const [firstDay, lastDay] = periods[name];
	const first = firstDay.toFormat(DAY_FORMAT);
	const last = lastDay.toFormat(DAY_FORMAT);
	return (date: string) => {
		const day = date.slice(0, DAY_FORMAT.length);
		return day >= first && day <= last;
	};
}

const DAY_FORMAT = 'yyyy-MM-dd';

import { DateTime, FixedOffsetZone, IANAZone, Info, type Zone } from 'luxon';

import { InputError } from '../service/errors';
import { quoted } from '../utils/values';
import { suggestTimezone } from './timezoneSuggestion';

/** The service's dates and their time zones. Moments are in milliseconds since 1970. */

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** The format of dates in requests and responses. */
export const DATE_FORMAT = 'yyyy-MM-dd HH:mm';

/** Seconds may follow, as in n8n's own dates. */
const ISO_DATE = /^(\d{4}-\d{2}-\d{2})[ T](\d{2}:\d{2})(?::[0-5]\d(?:\.\d+)?)?$/;

const MONTHS = Info.months('long', { locale: 'en' }).map((name) => name.toLowerCase());

/** "Fri, 31 Oct 2025, 12:00 PM", "31 Oct 2025 13:00": the weekday, the commas, seconds and AM or PM are optional. */
const WRITTEN_DATE =
	/^(?:\p{L}{2,9}\.?,? +)?(\d{1,2})\.? +(\p{L}{3,9})\.? +(\d{4}),? +(\d{1,2}):(\d{2})(?::\d{2})? ?([AP]M)?$/iu;

/** Longer strings are not dates, and would be slow to match. */
const MAX_LENGTH = 100;

/** Returns a date in any of the service's formats as YYYY-MM-DD HH:MM; undefined for text such as "Every day, 01:00 PM". */
export function normalizedDate(value: unknown): string | undefined {
	if (typeof value !== 'string' || value.length > MAX_LENGTH) return undefined;
	const text = value.trim();
	const [, day, time] = ISO_DATE.exec(text) ?? [];
	const date = day === undefined ? parseWrittenDate(text) : `${day} ${time}`;
	if (date === undefined || Number.isNaN(asUtc(date))) return undefined;
	// `Date` reads 31 February and 24:00 as other dates.
	return utcText(asUtc(date)).startsWith(date.replace(' ', 'T')) ? date : undefined;
}

const asUtc = (date: string) => Date.parse(`${date.replace(' ', 'T')}Z`);

function parseWrittenDate(text: string): string | undefined {
	const [, day = '', monthName = '', year, hourText, minute, half] = WRITTEN_DATE.exec(text) ?? [];
	const name = monthName.toLowerCase();
	const month = MONTHS.findIndex((each) => name === each || name === each.slice(0, 3)) + 1;
	const hour = Number(hourText);
	if (month === 0 || (half !== undefined && (hour < 1 || hour > 12))) return undefined;
	const hour24 = half === undefined ? hour : (hour % 12) + (half.toLowerCase() === 'pm' ? 12 : 0);
	const [mm, dd, hh] = [month, day, hour24].map((part) => String(part).padStart(2, '0'));
	return `${year}-${mm}-${dd} ${hh}:${minute}`;
}

/** Returns the moment of a date in its zone; undefined if the value is no date. */
export function momentOf(value: unknown, zone: Zone): number | undefined {
	const date = normalizedDate(value);
	if (date === undefined) return undefined;
	// A fixed offset needs no luxon, which is much slower.
	if (zone.isUniversal) return asUtc(date) - zone.offset(0) * MINUTE_MS;
	return DateTime.fromSQL(date, { zone }).toMillis();
}

/** Returns a moment as ISO 8601 in UTC. */
export function utcText(milliseconds: number): string {
	return new Date(milliseconds).toISOString().replace('.000Z', 'Z');
}

/**
 * Reads a user's session date as YYYY-MM-DD HH:MM.
 * @throws InputError also for a date followed by PM or an offset, because dropping these would select another session
 */
export function readDate(text: string): string {
	const date = ISO_DATE.test(text.trim()) ? normalizedDate(text) : undefined;
	if (date !== undefined) return date;
	throw new InputError(
		`${quoted(text)} is not a session date`,
		'Use the format YYYY-MM-DD HH:MM (24 hours, no offset), e.g. 2026-01-31 13:00, exactly as the webinar lists it.',
	);
}

/** Returns the start of a session in words: "Sat, 28 Nov 2026, 14:00 (New York)"; null if it is not known. */
export function dateText(startsAt: number | undefined, zone: Zone | undefined): string | null {
	if (startsAt === undefined || zone === undefined) return null;
	const local = DateTime.fromMillis(startsAt, { zone, locale: 'en' });
	return `${local.toFormat('ccc, d LLL yyyy, HH:mm')} (${zoneLabel(zone)})`;
}

/** Returns the city of a zone ("New York"), or its GMT form. */
export function zoneLabel(zone: Zone): string {
	if (zone.type === 'fixed') return gmtOffset(zone, 0);
	return zone.name.slice(zone.name.lastIndexOf('/') + 1).replaceAll('_', ' ');
}

/** The zone that the service assumes if no `timezone` is passed ("Parameters of the detail operations"). */
export const EST = FixedOffsetZone.instance(-5 * 60);

const GMT_FORM = /^GMT(?=[+-]\d{1,2}(?::[0-5]\d)?$)/i;

/**
 * Reads the attendee's time zone: a region/city or the service's GMT form; undefined for an empty string.
 * @throws InputError also for abbreviations such as UTC and EST, because they do not define daylight saving
 */
export function readTimezone(text: string): Zone | undefined {
	const name = text.trim();
	if (name === '') return undefined;
	const zone = GMT_FORM.test(name) || name.includes('/') ? zoneNamed(name) : undefined;
	if (zone) return zone;
	const suggestion = suggestTimezone(name, regions.values());
	throw new InputError(
		`Timezone ${quoted(name)} is not known`,
		`${suggestion === undefined ? '' : `Did you mean ${suggestion}? `}Use a region/city name such as Europe/London, or the GMT form: GMT-5, GMT+2 or GMT+4:30.`,
	);
}

/** Returns the zone with a name: any zone of the IANA database, or the GMT form. */
export function zoneNamed(name: string): Zone | undefined {
	if (GMT_FORM.test(name)) {
		const zone = FixedOffsetZone.parseSpecifier(name.replace(GMT_FORM, 'UTC'));
		const hours = (zone?.offset(0) ?? NaN) / 60;
		// Offsets that time zones use.
		return hours >= -12 && hours <= 14 ? zone : undefined;
	}
	// `create` caches every name forever, so it gets only valid names in their usual spelling.
	const usualSpelling = regions.get(name.toLowerCase()) ?? (IANAZone.isValidZone(name) ? name : undefined);
	return usualSpelling === undefined ? undefined : IANAZone.create(usualSpelling);
}

/** Returns the zone if the name is a region/city, UTC or the GMT form. Others, such as "auto", mean each attendee's zone. */
export function ownZoneNamed(name: string): Zone | undefined {
	return name.includes('/') || /^(?:UTC|GMT.*)$/i.test(name) ? zoneNamed(name) : undefined;
}

const regions = new Map(Intl.supportedValuesOf('timeZone').map((name) => [name.toLowerCase(), name]));

/** Returns a zone's offset in the service's GMT form, daylight saving included: `GMT-5`, `GMT+4:30`, `GMT+0`. */
export function gmtOffset(zone: Zone, at: number): string {
	const text = zone.formatOffset(at, 'short');
	return `GMT${text.replace(/^([+-])0/, '$1').replace(':00', '')}`;
}

import { FixedOffsetZone, type Zone } from 'luxon';
import type { Webinar } from './types';

/** The zone that the service uses when a webinar auto-detects the zone and the request has none. */
const EASTERN_STANDARD_TIME = 'GMT-5';

/** The text that the service shows as the zone of a webinar that auto-detects it. */
const AUTO_DETECT = 'auto-detect';

const GMT_FORM = /^GMT([+-])(\d|1[0-4])(?::([0-5]\d))?$/;
const FURTHEST_OFFSET_IN_MINUTES = 14 * 60;

export interface DisplayZone {
	/** GMT form, or region/city. */
	name: string;
	zone: Zone | string;
}

/** The offset in minutes of GMT-5, GMT+2 or GMT+4:30; undefined for any other form. */
export function gmtOffset(text: string): number | undefined {
	const match = GMT_FORM.exec(text);
	if (!match) return undefined;
	const minutes = Number(match[2]) * 60 + Number(match[3] ?? 0);
	if (minutes > FURTHEST_OFFSET_IN_MINUTES) return undefined;
	return match[1] === '-' ? -minutes : minutes;
}

export function autoDetectsTimezone(webinar: Webinar): boolean {
	return webinar.product === 'automated' && webinar.autoDetectTimezone === true;
}

export function shownTimezone(webinar: Webinar): string {
	if (webinar.product !== 'automated' || !webinar.autoDetectTimezone) return webinar.timezone;
	return webinar.shownTimezone ?? AUTO_DETECT;
}

/** The zone of the dates in an answer. The requested zone matters only for a webinar that auto-detects it. */
export function displayZone(webinar: Webinar, requested?: string): DisplayZone {
	if (!autoDetectsTimezone(webinar)) return { name: webinar.timezone, zone: webinar.timezone };
	const name = requested ?? EASTERN_STANDARD_TIME;
	return { name, zone: zoneNamed(name) };
}

/** @param name GMT form, or region/city */
export function zoneNamed(name: string): Zone | string {
	const offset = gmtOffset(name);
	return offset === undefined ? name : FixedOffsetZone.instance(offset);
}

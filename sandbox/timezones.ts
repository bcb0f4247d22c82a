import { FixedOffsetZone, type Zone } from 'luxon';
import type { Webinar } from './types';

/** The time zone of dates if the webinar follows the attendee and the request has no time zone (service: D). */
const EASTERN_STANDARD_TIME = 'GMT-5';

/** What a webinar that follows the attendee shows as its time zone (service: C, seen in 2017 to 2019). */
const FOLLOWS_ATTENDEE = 'auto';

const GMT_FORM = /^GMT([+-])(\d|1[0-4])(?::([0-5]\d))?$/;
const MAX_OFFSET_MINUTES = 14 * 60;

export interface DisplayZone {
	/** A GMT form such as GMT+2, or a region/city name. */
	name: string;
	zone: Zone | string;
}

/** Returns the offset in minutes of a GMT form such as GMT+4:30, or undefined for another form. */
export function gmtOffset(text: string): number | undefined {
	const match = GMT_FORM.exec(text);
	if (!match) return undefined;
	const minutes = Number(match[2]) * 60 + Number(match[3] ?? 0);
	if (minutes > MAX_OFFSET_MINUTES) return undefined;
	return match[1] === '-' ? -minutes : minutes;
}

/** Whether the webinar shows its dates in the attendee's time zone. */
export function autoDetectsTimezone(webinar: Webinar): boolean {
	return webinar.product === 'automated' && webinar.autoDetectTimezone === true;
}

/** Returns the time zone that the service shows for a webinar. */
export function shownTimezone(webinar: Webinar): string {
	if (webinar.product !== 'automated' || !webinar.autoDetectTimezone) return webinar.timezone;
	return webinar.shownTimezone ?? FOLLOWS_ATTENDEE;
}

/** Returns the time zone of the dates in a response. The requested one matters only if the webinar follows the attendee. */
export function displayZone(webinar: Webinar, requested?: string): DisplayZone {
	if (!autoDetectsTimezone(webinar)) return { name: webinar.timezone, zone: webinar.timezone };
	const name = requested ?? EASTERN_STANDARD_TIME;
	return { name, zone: zoneNamed(name) };
}

/** Returns a time zone for luxon. @param name a GMT form or a region/city name */
export function zoneNamed(name: string): Zone | string {
	const offset = gmtOffset(name);
	return offset === undefined ? name : FixedOffsetZone.instance(offset);
}

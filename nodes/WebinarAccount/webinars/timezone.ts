import { FixedOffsetZone, IANAZone, type Zone } from 'luxon';

import { InputError } from '../service/errors';
import { quoted } from '../utils/text';

/** The zone that the service uses when a webinar follows the attendee's zone and none is passed. */
export const EST = FixedOffsetZone.instance(-5 * 60);

/** Offsets in use on earth, in minutes. */
const MIN_OFFSET = -12 * 60;
const MAX_OFFSET = 14 * 60;

/** Whether a number of minutes is an offset in use. */
export function isOffset(minutes: number): boolean {
	return minutes >= MIN_OFFSET && minutes <= MAX_OFFSET && minutes % 15 === 0;
}

/** A name that Timezone takes. @param at milliseconds since 1970 */
export function nameOfZone(zone: Zone, at: number): string {
	return zone.isUniversal ? gmtForm(zone, at) : zone.name;
}

const GMT_FORM = /^GMT(?=[+-]\d{1,2}(?::[0-5]\d)?$)/i;

/**
 * Reads the attendee's time zone: a region/city name or the service's GMT form. Names such as UTC or EST are invalid,
 * because they do not define daylight saving.
 * @returns undefined for an empty text
 */
export function readTimezone(text: string): Zone | undefined {
	const name = text.trim();
	if (name === '') return undefined;
	const zone = GMT_FORM.test(name) || isRegion(name) ? zoneNamed(name) : undefined;
	if (zone) return zone;
	const suggestion = ofCity(name);
	throw new InputError(
		`Timezone ${quoted(name)} is not known`,
		`${suggestion === undefined ? '' : `Did you mean ${suggestion}? `}Use a region/city name such as Europe/London, or the GMT form: GMT-5, GMT+2 or GMT+4:30.`,
		['Timezone is not known'],
	);
}

/** The region/city name of "London" or "new york". */
function ofCity(name: string): string | undefined {
	const end = `/${name.replaceAll(' ', '_').toLowerCase()}`;
	return Intl.supportedValuesOf('timeZone').find((zone) => zone.toLowerCase().endsWith(end));
}

/** The zone with a name: any zone of the IANA database, or the GMT form. */
export function zoneNamed(name: string): Zone | undefined {
	if (GMT_FORM.test(name)) {
		const zone = FixedOffsetZone.parseSpecifier(name.replace(GMT_FORM, 'UTC'));
		const offset = zone?.offset(0) ?? NaN;
		return offset >= MIN_OFFSET && offset <= MAX_OFFSET ? zone : undefined;
	}
	return ianaZone(name);
}

/** The zone with a name that is one zone for everybody (a region/city, UTC or the GMT form), and not that of each attendee. */
export function ownZoneNamed(name: string): Zone | undefined {
	return isRegion(name) || /^(?:UTC|GMT.*)$/i.test(name) ? zoneNamed(name) : undefined;
}

function isRegion(name: string): boolean {
	return name.includes('/') && ianaZone(name) !== undefined;
}

/** Longer than any name of the IANA database. */
const MAX_NAME_LENGTH = 64;

/** Valid zones, by their names in lower case. */
const ianaZones = new Map<string, Zone>();

/** `IANAZone.create` keeps every spelling for good, also an unknown name from a form, so it gets one of each zone. */
function ianaZone(name: string): Zone | undefined {
	if (name.length > MAX_NAME_LENGTH) return undefined;
	const lower = name.toLowerCase();
	const known = ianaZones.get(lower);
	if (known || !IANAZone.isValidZone(name)) return known;
	const usual = Intl.supportedValuesOf('timeZone').find((each) => each.toLowerCase() === lower);
	const zone = IANAZone.create(usual ?? name);
	ianaZones.set(lower, zone);
	return zone;
}

/**
 * The GMT form of a zone, daylight saving included: `GMT-5`, `GMT+4:30`, `GMT+0`.
 * @param at milliseconds since 1970
 */
export function gmtForm(zone: Zone, at: number): string {
	return `GMT${zone
		.formatOffset(at, 'short')
		.replace(/^([+-])0/, '$1')
		.replace(':00', '')}`;
}

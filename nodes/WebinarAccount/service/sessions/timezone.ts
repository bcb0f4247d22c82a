import { DateTime, FixedOffsetZone, IANAZone, type Zone } from 'luxon';

import { InputError } from '../errors';
import { quoted } from '../../utils/quoted';

const SHAPES = 'Use a region/city name such as Europe/London, or the GMT form: GMT-5, GMT+2 or GMT+4:30.';

/** Offsets in use on earth, in minutes. */
const MIN_OFFSET = -12 * 60;
const MAX_OFFSET = 14 * 60;

/**
 * Reads the Timezone field: a region/city name or the service's GMT form.
 * @returns the zone, or undefined for an empty field
 */
export function readTimezone(text: string): Zone | undefined {
	const name = text.trim();
	if (name === '') return undefined;
	const isGmtForm = gmtMinutes(name) !== undefined;
	// Words such as UTC or EST are zones to luxon too, but say nothing about daylight saving.
	const zone = isGmtForm || isRegion(name) ? zoneNamed(name) : undefined;
	if (zone) return zone;
	const fault = isGmtForm ? 'does not exist' : 'is not known';
	throw new InputError(`Timezone ${quoted(name)} ${fault}`, SHAPES, [`Timezone ${fault}`]);
}

/** The zone that a webinar names, where more is taken than from a user: any zone of the IANA database, or the GMT form. */
export function zoneNamed(name: string): Zone | undefined {
	const minutes = gmtMinutes(name);
	if (minutes !== undefined) {
		const exists = minutes >= MIN_OFFSET && minutes <= MAX_OFFSET;
		return exists ? FixedOffsetZone.instance(minutes) : undefined;
	}
	const zone = IANAZone.create(name);
	return zone.isValid ? zone : undefined;
}

/** The offset of a GMT form in minutes, NaN for one such as GMT+2:75; undefined for any other text. */
function gmtMinutes(name: string): number | undefined {
	const [, sign, hours, minutes = '0'] = /^GMT([+-])(\d{1,2})(?::(\d{2}))?$/i.exec(name) ?? [];
	if (sign === undefined) return undefined;
	if (Number(minutes) > 59) return NaN;
	return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
}

/** Whether the name stands for a zone of its own, and not for that of each attendee: a region/city, UTC or the GMT form. */
export function isOwnZone(name: string): boolean {
	return zoneNamed(name) !== undefined && (isRegion(name) || /^(?:UTC|GMT.*)$/i.test(name));
}

/** Whether the text names a zone by region and city, as the service does. */
export function isRegion(name: string): boolean {
	return name.includes('/') && IANAZone.create(name).isValid;
}

/** The GMT form of a zone at a moment, daylight saving included: `GMT-5`, `GMT+4:30`, `GMT+0`. */
export function gmtForm(zone: Zone, at: DateTime): string {
	const offset = zone.offset(at.toMillis());
	const hours = Math.floor(Math.abs(offset) / 60);
	const minutes = Math.abs(offset) % 60;
	return `GMT${offset < 0 ? '-' : '+'}${hours}${minutes === 0 ? '' : `:${String(minutes).padStart(2, '0')}`}`;
}

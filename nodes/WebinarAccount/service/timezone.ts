import { DateTime, FixedOffsetZone, IANAZone, type Zone } from 'luxon';

import { InputError } from './errors';
import { quoted } from './quoted';

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
	const gmt = /^GMT([+-])(\d{1,2})(?::(\d{2}))?$/i.exec(name);
	if (gmt) {
		const sign = gmt[1] === '-' ? -1 : 1;
		const minutes = sign * (Number(gmt[2]) * 60 + Number(gmt[3] ?? 0));
		if (minutes < MIN_OFFSET || minutes > MAX_OFFSET || Number(gmt[3] ?? 0) > 59) {
			throw new InputError(`Timezone ${quoted(name)} does not exist`, SHAPES, ['Timezone does not exist']);
		}
		return FixedOffsetZone.instance(minutes);
	}
	// Words such as UTC or EST are zones to luxon too, but say nothing about daylight saving.
	if (!isRegion(name))
		throw new InputError(`Timezone ${quoted(name)} is not known`, SHAPES, ['Timezone is not known']);
	return IANAZone.create(name);
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

import fc from 'fast-check';
import { DateTime, FixedOffsetZone } from 'luxon';

import {
	gmtForm,
	isOwnZone,
	isRegion,
	readTimezone,
	zoneNamed,
} from '../../nodes/WebinarAccount/service/sessions/timezone';
import { failureOf } from '../support/failure';

const regions = Intl.supportedValuesOf('timeZone').filter((name) => name.includes('/'));
const anyMoment = fc
	.integer({ min: Date.UTC(2025, 0, 1), max: Date.UTC(2027, 0, 1) })
	.map((time) => DateTime.fromMillis(time, { zone: 'utc' }));

describe('the Timezone field', () => {
	it.each([
		['GMT-5', -300],
		['GMT+2', 120],
		['GMT+4:30', 270],
		['gmt+05:45', 345],
		['GMT+0', 0],
		['GMT-12', -720],
		['GMT+14', 840],
		['GMT+2:59', 179],
		[' GMT-3:30 ', -210],
	])('reads %s', (text, minutes) => {
		expect(readTimezone(text)?.offset(0)).toBe(minutes);
	});

	it('is empty when nothing is filled in', () => {
		expect(readTimezone('  ')).toBeUndefined();
	});

	it.each([
		'UTC',
		'EST',
		'GMT',
		'PST8PDT',
		'Europe/Londn',
		'London',
		'+2',
		'GMT+2:5',
		'GMT 5',
		'local',
		'system',
		'xGMT+2',
		'GMT+2x',
	])('refuses %s and names the forms to use', (text) => {
		const failure = failureOf(() => readTimezone(text));
		const { message, description } = failure;
		expect(message).toBe(`Timezone "${text}" is not known`);
		expect(failure).toHaveProperty('reasons', ['Timezone is not known']);
		expect(description).toContain('Europe/London');
	});

	it.each(['GMT+15', 'GMT-13', 'GMT+2:75'])('refuses the offset %s', (text) => {
		expect(failureOf(() => readTimezone(text))).toMatchObject({
			message: `Timezone "${text}" does not exist`,
			reasons: ['Timezone does not exist'],
		});
	});

	it('gives the GMT form with daylight saving', () => {
		const london = readTimezone('Europe/London');
		if (!london) throw new Error('Europe/London is a zone');
		expect(gmtForm(london, DateTime.utc(2026, 1, 15))).toBe('GMT+0');
		expect(gmtForm(london, DateTime.utc(2026, 7, 15))).toBe('GMT+1');
	});

	it.each([
		['Asia/Kathmandu', 'GMT+5:45'],
		['Australia/Adelaide', 'GMT+10:30'],
		['America/St_Johns', 'GMT-3:30'],
		['Pacific/Marquesas', 'GMT-9:30'],
	])('knows that %s is at %s in January', (name, expected) => {
		const zone = readTimezone(name);
		expect(zone && gmtForm(zone, DateTime.utc(2026, 1, 15))).toBe(expected);
	});

	it('gives two digits of minutes', () => {
		expect(gmtForm(FixedOffsetZone.instance(65), DateTime.utc(2026))).toBe('GMT+1:05');
	});

	it('gives a form that reads back as the same offset, in every zone at any time', () => {
		fc.assert(
			fc.property(fc.constantFrom(...regions), anyMoment, (name, moment) => {
				const zone = readTimezone(name);
				const again = zone && readTimezone(gmtForm(zone, moment));
				expect(again?.offset(0)).toBe(zone?.offset(moment.toMillis()));
			}),
		);
	});

	it('takes any text as a zone or refuses it in plain words', () => {
		fc.assert(
			fc.property(fc.string(), (text) => {
				try {
					readTimezone(text);
				} catch (error) {
					expect(error).toHaveProperty('description', expect.stringContaining('region/city name'));
				}
			}),
		);
	});

	it('tells a region/city name from words', () => {
		expect(['Europe/London', 'auto-detect', 'UTC', '', 'Etc/Nowhere'].map(isRegion)).toEqual([
			true,
			false,
			false,
			false,
			false,
		]);
	});

	it.each([
		['Europe/London', 60],
		['UTC', 0],
		['GMT', 0],
		['GMT+2', 120],
		['gmt-4:30', -270],
		['EST', -300],
		['EST5EDT', -240],
		['GMT+25', undefined],
		['auto-detect', undefined],
		['Eastern Time (US & Canada)', undefined],
		['', undefined],
	])('knows the zone of a webinar at %s', (name, july) => {
		expect(zoneNamed(name)?.offset(Date.UTC(2026, 6, 1))).toBe(july);
	});

	it('tells a zone of its own from words for that of each attendee', () => {
		const own = ['Europe/London', 'UTC', 'gmt', 'GMT+4:30'];
		const others = ['auto-detect', '', 'EST', 'GMT+25', 'Etc/Nowhere'];
		expect([...own, ...others].filter(isOwnZone)).toEqual(own);
	});
});

import fc from 'fast-check';
import { FixedOffsetZone, IANAZone } from 'luxon';

import {
	gmtForm,
	isOffset,
	nameOfZone,
	ownZoneNamed,
	readTimezone,
	zoneNamed,
} from '../../../nodes/WebinarAccount/webinars/dates';
import { failureOf } from '../../support/failure';

const regions = Intl.supportedValuesOf('timeZone').filter((name) => name.includes('/'));
const anyMoment = fc.integer({ min: Date.UTC(2025, 0, 1), max: Date.UTC(2027, 0, 1) });
const JANUARY = Date.UTC(2026, 0, 15);
const JULY = Date.UTC(2026, 6, 15);

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

	it('keeps nothing of a zone that is not known, however many and long they are', () => {
		const create = jest.spyOn(IANAZone, 'create');
		for (const name of ['Europe/Londn', `Europe/${'x'.repeat(5_000_000)}`, `${'/'.repeat(100)}`]) {
			expect(failureOf(() => readTimezone(name)).message.length).toBeLessThan(150);
			expect(zoneNamed(name)).toBeUndefined();
			expect(ownZoneNamed(name)).toBeUndefined();
		}
		expect(create).not.toHaveBeenCalled();
		create.mockRestore();
	});

	it('keeps one zone of a name, however many ways it is spelled', () => {
		const zone = readTimezone('america/ARGENTINA/tucuman');
		expect(zone?.name).toBe('America/Argentina/Tucuman');
		for (const name of [
			'America/Argentina/Tucuman',
			'AMERICA/ARGENTINA/TUCUMAN',
			' americA/argentinA/tucumaN ',
		])
			expect(readTimezone(name)).toBe(zone);
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
		'GMT+15',
		'GMT-13',
		'GMT+14:01',
		'GMT-12:30',
		'GMT+2:75',
		'auto-detect',
		'Etc/Nowhere',
	])('refuses %s and names the forms to use', (text) => {
		const failure = failureOf(() => readTimezone(text));
		const { message, description } = failure;
		expect(message).toBe(`Timezone "${text}" is not known`);
		expect(failure).toHaveProperty('reasons', ['Timezone is not known']);
		expect(description).toContain('Europe/London');
	});

	it.each([
		['London', 'Did you mean Europe/London? Use a region/city name'],
		['new york', 'Did you mean America/New_York? Use'],
		['Nowhere', 'Use a region/city name'],
	])('suggests the region of a city: %s', (city, advice) => {
		expect(failureOf(() => readTimezone(city)).description.startsWith(advice)).toBe(true);
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
});

describe('the GMT form', () => {
	it.each([
		['Europe/London', JANUARY, 'GMT+0'],
		['Europe/London', JULY, 'GMT+1'],
		['Asia/Kathmandu', JANUARY, 'GMT+5:45'],
		['Australia/Adelaide', JANUARY, 'GMT+10:30'],
		['America/St_Johns', JANUARY, 'GMT-3:30'],
		['Pacific/Marquesas', JANUARY, 'GMT-9:30'],
		['Asia/Tokyo', JANUARY, 'GMT+9'],
	])('of %s at %d is %s', (name, at, expected) => {
		const zone = readTimezone(name);
		expect(zone && gmtForm(zone, at)).toBe(expected);
	});

	it('has two digits of minutes', () => {
		expect([65, -65, 600, -720].map((offset) => gmtForm(FixedOffsetZone.instance(offset), 0))).toEqual([
			'GMT+1:05',
			'GMT-1:05',
			'GMT+10',
			'GMT-12',
		]);
	});

	it('reads back as the same offset, in every zone at any time', () => {
		fc.assert(
			fc.property(fc.constantFrom(...regions), anyMoment, (name, at) => {
				const zone = readTimezone(name);
				const again = zone && readTimezone(gmtForm(zone, at));
				expect(again?.offset(0)).toBe(zone?.offset(at));
			}),
		);
	});
});

it.each([
	[-720, true],
	[840, true],
	[345, true],
	[-735, false],
	[855, false],
	[10, false],
	[NaN, false],
])('counts %d minutes as an offset in use: %s', (minutes, isUsed) => {
	expect(isOffset(minutes)).toBe(isUsed);
});

it('calls a region by its name, and an offset by its GMT form', () => {
	expect(nameOfZone(IANAZone.create('Europe/London'), JULY)).toBe('Europe/London');
	expect(nameOfZone(FixedOffsetZone.instance(-300), JULY)).toBe('GMT-5');
});

describe('the zone of a webinar', () => {
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
	])('at %s is known, or not', (name, july) => {
		expect(zoneNamed(name)?.offset(Date.UTC(2026, 6, 1))).toBe(july);
	});

	it('is its own, or a word for that of each attendee', () => {
		const own = ['Europe/London', 'UTC', 'gmt', 'GMT+4:30'];
		const others = ['auto-detect', '', 'EST', 'GMT+25', 'Etc/Nowhere'];
		expect([...own, ...others].filter(ownZoneNamed)).toEqual(own);
	});
});

import fc from 'fast-check';
import { DateTime, FixedOffsetZone, IANAZone } from 'luxon';

import {
	dateIn,
	dateText,
	momentOf,
	readDate,
	utcText,
	gmtOffset,
	ownZoneNamed,
	readTimezone,
	zoneNamed,
} from '../../../nodes/WebinarAccount/webinars/dates';
import { failureOf } from '../../support/failure';
import { words } from '../../support/words';

const anyMoment = fc
	.date({ min: new Date('2000-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
	.map((moment) => DateTime.fromJSDate(moment, { zone: 'utc' }).setLocale('en'));

/** How the service and others write a date, as formats of luxon. */
const FORMS = [
	'yyyy-MM-dd HH:mm',
	"yyyy-MM-dd'T'HH:mm",
	'yyyy-MM-dd HH:mm:ss',
	"yyyy-MM-dd'T'HH:mm:ss.SSS",
	'ccc, d LLL yyyy, hh:mm a',
	'cccc, d LLLL yyyy, h:mm a',
	'ccc d LLL yyyy HH:mm',
	'd. LLL. yyyy, HH:mm',
	'dd LLL yyyy hh:mm:ss a',
];

describe('a date of the service', () => {
	it('is read in every form in which it can be written', () => {
		fc.assert(
			fc.property(anyMoment, fc.constantFrom(...FORMS), (moment, form) => {
				expect(dateIn(` ${moment.toFormat(form)} `)).toBe(moment.toFormat('yyyy-MM-dd HH:mm'));
			}),
		);
	});

	it('is read with other words before it, in any case', () => {
		expect(dateIn('Sa. 31 OCT 2025, 12:05 am')).toBe('2025-10-31 00:05');
		expect(dateIn('on 1 Nov 2025 1:00PM')).toBe('2025-11-01 13:00');
		expect(dateIn('sat, 1 nov 2025, 01:00 pm')).toBe('2025-11-01 13:00');
	});

	it.each([
		'12 Sept 2025 13:00',
		'1 mayo 2025 13:00',
		'Every day, 01:00 PM',
		'Fri, 31 Oct 2025, 13:00 PM',
		'Fri, 31 Oct 2025, 0:30 AM',
		'Fri, 31 Feb 2025, 12:00 PM',
		'31 Oct 2025 12:60',
		'31 Oct 2025',
		'31 Oct 2025 12:00 or so',
		'2026-01-31 24:00',
		'2026-02-30 13:00',
		'2026-01-31 13:00:60',
		'',
		null,
		`${' '.repeat(200_000)}2026-01-31 13:00`,
	])('is not %j', (value) => {
		expect(dateIn(value)).toBeUndefined();
	});

	// In every zone, also when clocks change, attendeeZones.test.ts has its moment.
	it('is a moment in a zone', () => {
		const moment = Date.UTC(2026, 2, 1, 13);
		expect(momentOf('Sun, 1 Mar 2026, 01:00 PM', FixedOffsetZone.utcInstance)).toBe(moment);
		expect(utcText(moment)).toBe('2026-03-01T13:00:00Z');
	});
});

describe('a session date of a user', () => {
	const more = fc.string({ minLength: 1 }).filter((text) => text.trim() !== '' && !/^:[0-5]\d/.test(text));

	it('is read as it stands, and never with something behind it', () => {
		const written = anyMoment.map((moment) => moment.toFormat('yyyy-MM-dd HH:mm'));
		const seconds = fc.constantFrom('', ':00', ':59.5');
		fc.assert(
			fc.property(written, fc.constantFrom(' ', 'T'), seconds, more, (text, t, end, rest) => {
				expect(readDate(` ${text.replace(' ', t)}${end} `)).toBe(text);
				expect(() => readDate(text + rest)).toThrow('is not a session date');
			}),
		);
	});

	it.each(['2026-01-31', '2026-02-30 13:00', 'Sat, 31 Jan 2026, 01:00 PM'])('is not %j', (text) => {
		const failure = failureOf(() => readDate(text));
		expect(failure.message).toBe(`"${text}" is not a session date`);
		expect(failure.description).toContain('exactly as the webinar lists it');
	});
});

describe('the Timezone field', () => {
	it('reads the GMT form', () => {
		const offsets = ['gmt+05:45', 'GMT-12', ' GMT+14 '].map((text) => readTimezone(text)?.offset(0));
		expect(offsets).toEqual([345, -720, 840]);
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

	it('keeps one zone of a name, however many ways it is spelled, and none of an empty one', () => {
		const zone = readTimezone('america/ARGENTINA/tucuman');
		expect(zone?.name).toBe('America/Argentina/Tucuman');
		expect(readTimezone(' americA/argentinA/tucumaN ')).toBe(zone);
		expect(readTimezone('  ')).toBeUndefined();
	});

	it.each([
		'GMT 5',
		...words('UTC EST GMT PST8PDT Europe/Londn London +2 GMT+2:5 xGMT+2 GMT+14:01 GMT-12:30 GMT+2:75'),
	])('refuses %s and names the forms to use', (text) => {
		const failure = failureOf(() => readTimezone(text));
		expect(failure.message).toBe(`Timezone "${text}" is not known`);
		expect(failure.description).toContain('Europe/London');
	});

	it.each([
		['new york', 'America/New_York'],
		['London', 'Europe/London'],
		['EST', 'America/New_York'],
		['Eastern Daylight Time', 'America/New_York'],
		['PST', 'America/Los_Angeles'],
		['cet', 'Europe/Berlin'],
		['Central European Time', 'Europe/Berlin'],
		['UTC', 'GMT+0'],
	])('suggests a zone for %s: %s', (text, zone) => {
		const { description } = failureOf(() => readTimezone(text));
		expect(description).toBe(
			`Did you mean ${zone}? Use a region/city name such as Europe/London, or the GMT form: GMT-5, GMT+2 or GMT+4:30.`,
		);
		expect(readTimezone(zone)).toBeDefined();
	});

	it.each(['Nowhere', 'time', '+2'])('suggests nothing for %s', (text) => {
		expect(failureOf(() => readTimezone(text)).description).toMatch(/^Use a region\/city name/);
	});

	it('takes any text as a zone or refuses it in plain words', () => {
		const property = fc.property(fc.string(), (text) => {
			try {
				readTimezone(text);
			} catch (error) {
				expect(error).toHaveProperty('description', expect.stringContaining('region/city name'));
			}
		});
		fc.assert(property);
	});
});

describe('the text of a start', () => {
	const start = Date.UTC(2026, 10, 28, 19);

	it('has the local time and the city', () => {
		const text = dateText(start, IANAZone.create('America/New_York'));
		expect(text).toBe('Sat, 28 Nov 2026, 14:00 (New York)');
		const buenosAires = IANAZone.create('America/Argentina/Buenos_Aires');
		expect(dateText(start, buenosAires)).toBe('Sat, 28 Nov 2026, 16:00 (Buenos Aires)');
	});

	it('has the GMT form of a zone without a city', () => {
		expect(dateText(start, readTimezone('GMT+5:30'))).toBe('Sun, 29 Nov 2026, 00:30 (GMT+5:30)');
	});

	it('is null without a start or a zone', () => {
		expect(dateText(undefined, readTimezone('GMT-5'))).toBeNull();
		expect(dateText(start, undefined)).toBeNull();
	});
});

describe('the GMT form', () => {
	it('has two digits of minutes, where there are any, and one or two of hours', () => {
		const forms = [0, -65, 600].map((offset) => gmtOffset(FixedOffsetZone.instance(offset), 0));
		expect(forms).toEqual(['GMT+0', 'GMT-1:05', 'GMT+10']);
	});

	it('reads back as the same offset, in every zone at any time', () => {
		const regions = Intl.supportedValuesOf('timeZone').filter((name) => name.includes('/'));
		const anyTime = fc.integer({ min: Date.UTC(2025, 0, 1), max: Date.UTC(2027, 0, 1) });
		const property = fc.property(fc.constantFrom(...regions), anyTime, (name, at) => {
			const zone = readTimezone(name);
			const again = zone && readTimezone(gmtOffset(zone, at));
			expect(again?.offset(0)).toBe(zone?.offset(at));
		});
		fc.assert(property);
	});
});

it('knows the zone of a webinar by its name, which is its own or a word for that of each attendee', () => {
	const own = ['Europe/London', 'UTC', 'gmt', 'gmt-4:30'];
	const others = ['EST5EDT', 'EST', 'GMT+25', 'auto-detect', '', 'Etc/Nowhere'];
	const offsets = [...own, ...others].map((name) => zoneNamed(name)?.offset(Date.UTC(2026, 6, 1)));
	expect(offsets.slice(0, 7)).toEqual([60, 0, 0, -270, -240, -300, undefined]);
	expect([...own, ...others].filter(ownZoneNamed)).toEqual(own);
});

describe('a date for people', () => {
	it.each([
		['America/New_York', 'Sat, 28 Nov 2026, 14:00 (New York)'],
		['America/Argentina/Buenos_Aires', 'Sat, 28 Nov 2026, 16:00 (Buenos Aires)'],
		['GMT+4:30', 'Sat, 28 Nov 2026, 23:30 (GMT+4:30)'],
	])('names the city or the offset of %s', (zone, expected) => {
		expect(dateText(Date.parse('2026-11-28T19:00:00Z'), zoneNamed(zone))).toBe(expected);
	});

	it('is null without a start or a time zone', () => {
		expect(dateText(undefined, zoneNamed('GMT-5'))).toBeNull();
		expect(dateText(0, undefined)).toBeNull();
	});
});

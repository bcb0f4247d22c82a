import fc from 'fast-check';
import { DateTime, FixedOffsetZone, IANAZone, Settings } from 'luxon';

import {
	normalizedDate,
	dateText,
	momentOf,
	readDate,
	utcText,
	gmtOffset,
	readTimezone,
	zoneName,
	parseZone,
} from '../../../nodes/WebinarAccount/webinars/dates';
import { failureOf } from '../../support/failure';

// The node writes English whatever the locale of n8n is.
const { defaultLocale } = Settings;
beforeAll(() => (Settings.defaultLocale = 'de'));
afterAll(() => (Settings.defaultLocale = defaultLocale));

const anyMoment = fc
	.date({ min: new Date('2000-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
	.map((moment) => DateTime.fromJSDate(moment, { zone: 'utc' }).setLocale('en'));

/** Date formats of the service and of other systems, in luxon's notation. */
const FORMATS = [
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

describe('normalizedDate', () => {
	it('reads a date in each supported format', () => {
		fc.assert(
			fc.property(anyMoment, fc.constantFrom(...FORMATS), (moment, format) => {
				expect(normalizedDate(` ${moment.toFormat(format)} `)).toBe(moment.toFormat('yyyy-MM-dd HH:mm'));
			}),
		);
	});

	it('reads a date in any letter case, even after other words', () => {
		expect(normalizedDate('Sa. 31 OCT 2025, 12:05 am')).toBe('2025-10-31 00:05');
		expect(normalizedDate('on 1 Nov 2025 1:00PM')).toBe('2025-11-01 13:00');
		expect(normalizedDate('12 Sept 2025 12:30 PM')).toBe('2025-09-12 12:30');
		expect(normalizedDate('sat,  1  nov  2025,  01:00 pm')).toBe('2025-11-01 13:00');
	});

	it('reads a date whose hour lacks its zero', () => {
		expect(normalizedDate('2025-11-01 9:05')).toBe('2025-11-01 09:05');
		expect(normalizedDate('2025-11-01 0:05')).toBe('2025-11-01 00:05');
	});

	it.each([
		'1 marraskuu 2025 13:00',
		'1 mayo 2025 13:00',
		'Every day, 01:00 PM',
		'Fri, 31 Oct 2025, 13:00 PM',
		'Fri, 31 Feb 2025, 12:00 PM',
		'31 Oct 2025 12:60',
		'31 Oct 2025',
		'31 Oct 2025 12:00 or so',
		'2026-01-31 24:00',
		'2026-02-30 13:00',
		'2026-01-31 13:00:60',
		'',
		null,
	])('does not accept %j as a date from the service', (value) => {
		expect(normalizedDate(value)).toBeUndefined();
	});

	// attendeeZones.test.ts covers all zones and clock changes.
	it('converts a date from the service to a timestamp, and the timestamp to UTC text', () => {
		const moment = Date.UTC(2026, 2, 1, 13);
		expect(momentOf('Sun, 1 Mar 2026, 01:00 PM', FixedOffsetZone.utcInstance)).toBe(moment);
		expect(utcText(moment)).toBe('2026-03-01T13:00:00Z');
	});
});

describe('readDate', () => {
	const more = fc.string({ minLength: 1 }).filter((text) => text.trim() !== '' && !/^:[0-5]\d/.test(text));

	it('reads a session date that a user entered, but rejects a date followed by other text', () => {
		const written = anyMoment.map((moment) => moment.toFormat('yyyy-MM-dd HH:mm'));
		const seconds = fc.constantFrom('', ':00', ':59.5');
		fc.assert(
			fc.property(written, fc.constantFrom(' ', 'T'), seconds, more, (text, t, end, rest) => {
				expect(readDate(`${text.replace(' ', t)}${end}`)).toBe(text);
				expect(() => readDate(text + rest)).toThrow('is not a session date');
			}),
		);
	});

	it.each(['2026-01-31', '2026-02-30 13:00', 'Sat, 31 Jan 2026, 01:00 PM'])(
		'rejects the invalid session date %j',
		(text) => {
			const failure = failureOf(() => readDate(text));
			expect(failure.message).toBe(`"${text}" is not a session date`);
			expect(failure.description).toContain('exactly as the webinar lists it');
		},
	);
});

describe('readTimezone', () => {
	it('reads a GMT offset such as GMT-12', () => {
		const offsets = ['gmt+05:45', 'GMT-12', 'GMT+14'].map((text) => readTimezone(text)?.offset(0));
		expect(offsets).toEqual([345, -720, 840]);
	});

	it.each([
		{ what: 'a city with a typing error', name: 'Europe/Londn' },
		{ what: '100,000 characters', name: `Europe/${'x'.repeat(100_000)}` },
		{ what: 'only slashes', name: '/'.repeat(100) },
	])('creates no luxon zone for $what, so that luxon does not cache it', ({ name }) => {
		const create = jest.spyOn(IANAZone, 'create');
		try {
			expect(failureOf(() => readTimezone(name)).message.length).toBeLessThan(150);
			expect(parseZone(name)).toBeUndefined();
			expect(create).not.toHaveBeenCalled();
		} finally {
			create.mockRestore();
		}
	});

	it.each([
		{ text: 'UTC', name: 'GMT+0' },
		{ text: 'gmt', name: 'GMT+0' },
		{ text: 'America/New York', name: 'America/New_York' },
		{ text: 'america/argentina/rio gallegos', name: 'america/argentina/rio_gallegos' },
		{ text: 'america_slash_sao_paulo', name: 'america/sao_paulo' },
		{ text: 'america_slash_port_hyphen_au_hyphen_prince', name: 'america/port-au-prince' },
		{ text: 'Etc/GMT+5', name: 'GMT-5' },
		{ text: 'Etc/GMT-14', name: 'GMT+14' },
	])('reads $text as the time zone $name', ({ text, name }) => {
		const zone = readTimezone(text);
		expect(zone && zoneName(zone)).toBe(name);
	});

	it('returns no time zone for an empty value', () => {
		expect(readTimezone('')).toBeUndefined();
	});

	it.each([
		'GMT 5',
		'EST',
		'+02:00',
		'(GMT-05:00) Eastern Time (US & Canada)',
		'Etc/GMT+15',
		'America New York',
		'_slash_',
		'PST8PDT',
		'Europe/Londn',
		'London',
		'+2',
		'GMT+2:5',
		'xGMT+2',
		'GMT+14:01',
		'GMT-12:30',
		'GMT+2:75',
	])('rejects the time zone %s, and says which formats to use', (text) => {
		const failure = failureOf(() => readTimezone(text));
		expect(failure.message).toBe(`Timezone "${text}" is not a known time zone`);
		expect(failure.description).toMatch(
			/^Use a region\/city name such as America\/New_York.*, or a GMT offset such as GMT-5/,
		);
	});
});

describe('dateText', () => {
	const start = Date.UTC(2026, 10, 28, 19);

	it("writes a start in local time with the time zone's city", () => {
		const text = dateText(start, IANAZone.create('America/New_York'));
		expect(text).toBe('Sat, 28 Nov 2026, 14:00 (New York)');
		const portOfSpain = IANAZone.create('America/Port_of_Spain');
		expect(dateText(start, portOfSpain)).toBe('Sat, 28 Nov 2026, 15:00 (Port of Spain)');
	});

	it('writes a start with the GMT offset if the time zone has no city', () => {
		expect(dateText(start, readTimezone('GMT+5:30'))).toBe('Sun, 29 Nov 2026, 00:30 (GMT+5:30)');
	});

	it('writes the GMT offset of a zone such as Etc/GMT+5, whose name has the opposite sign', () => {
		expect(dateText(start, readTimezone('Etc/GMT+5'))).toBe('Sat, 28 Nov 2026, 14:00 (GMT-5)');
		expect(dateText(start, parseZone('Etc/GMT-3'))).toBe('Sat, 28 Nov 2026, 22:00 (GMT+3)');
	});

	it('returns null if the start or the time zone is undefined', () => {
		expect(dateText(undefined, readTimezone('GMT-5'))).toBeNull();
		expect(dateText(start, undefined)).toBeNull();
	});
});

describe('gmtOffset', () => {
	it("writes an offset's minutes only if the minutes are not zero", () => {
		const forms = [0, -210, 345, 600].map((offset) => gmtOffset(FixedOffsetZone.instance(offset), 0));
		expect(forms).toEqual(['GMT+0', 'GMT-3:30', 'GMT+5:45', 'GMT+10']);
	});

	it('writes an offset that readTimezone reads back, for any zone at any time', () => {
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

describe('parseZone', () => {
	const JULY = Date.UTC(2026, 6, 1);

	it.each([
		{ name: 'Europe/London', offset: 60 },
		{ name: 'UTC', offset: 0 },
		{ name: 'gmt-4:30', offset: -270 },
		{ name: ' Europe/London', offset: 60 },
		{ name: 'GMT-5 ', offset: -300 },
		{ name: 'EST5EDT', offset: -240 },
		{ name: 'EST', offset: -300 },
	])('reads $name as a time zone, $offset minutes from UTC in July', ({ name, offset }) => {
		expect(parseZone(name)?.offset(JULY)).toBe(offset);
	});

	it.each(['GMT+25', 'auto-detect', '', 'Etc/Nowhere'])('does not read "%s" as a time zone', (name) => {
		expect(parseZone(name)).toBeUndefined();
	});
});

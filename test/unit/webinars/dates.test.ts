import fc from 'fast-check';
import { DateTime, FixedOffsetZone, IANAZone } from 'luxon';

import { dateIn, momentOf, readDate, utcText } from '../../../nodes/WebinarAccount/webinars/dates';
import { failureOf } from '../../support/failure';

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

	it.each([
		['Fri, 31 Oct 2025, 12:00 PM', '2025-10-31 12:00'],
		['fri, 31 oct 2025, 12:05 am', '2025-10-31 00:05'],
		['Fr, 31 Okt 2025 13:00', undefined],
		['Fr. 31 Oct 2025, 13:00', '2025-10-31 13:00'],
		['Sa 1 Nov 2025 1:00PM', '2025-11-01 13:00'],
		['31 October 2025 09:30', '2025-10-31 09:30'],
		['Every day, 01:00 PM', undefined],
		['Fri, 31 Oct 2025, 13:00 PM', undefined],
		['Fri, 31 Oct 2025, 0:30 AM', undefined],
		['Fri, 31 Feb 2025, 12:00 PM', undefined],
		['31 Oct 2025 24:00', undefined],
		['31 Oct 2025 12:60', undefined],
		['31 Oct 2025', undefined],
		['31 Oct 25 12:00', undefined],
		['31 Oct 2025 12:00 or so', undefined],
		['on 31 Oct 2025 12:00 PM', '2025-10-31 12:00'],
		['2026-01-31 24:00', undefined],
		['2026-02-30 13:00', undefined],
		['2026-01-31 13:00:60', undefined],
		['2026-01-31T13:00:00Z', undefined],
		['2026-01-31', undefined],
		['', undefined],
		[null, undefined],
		[20260131, undefined],
		[`${' '.repeat(200_000)}2026-01-31 13:00`, undefined],
		[`Fri${' '.repeat(84)}1 Oct 2025 12:00`, undefined],
	])('%j is %j', (value, expected) => {
		expect(dateIn(value)).toBe(expected);
	});

	it('is the local time of its zone, also when clocks change', () => {
		const start = (date: string) => {
			const moment = momentOf(date, IANAZone.create('America/New_York'));
			return moment === undefined ? undefined : utcText(moment);
		};
		// 2026-03-08 02:00 → 03:00 in New York.
		expect(start('2026-03-08 03:30')).toBe('2026-03-08T07:30:00Z');
		for (const date of ['2026-03-01 13:00', '2026-03-01 13:00:59', 'Sun, 1 Mar 2026, 01:00 PM'])
			expect(start(date)).toBe('2026-03-01T18:00:00Z');
		expect(start('soon')).toBeUndefined();
		expect(momentOf('2026-03-01 13:00', FixedOffsetZone.utcInstance)).toBe(Date.UTC(2026, 2, 1, 13));
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

	it.each([
		'2026-02-30 13:00',
		'03/01/2026',
		'Sat, 31 Jan 2026, 01:00 PM',
		'2026-01-31 01:00 PM',
		'2026-01-31T13:00:00Z',
		'2026-01-31T13:00:00.000+02:00',
		'2026-01-31 13:005',
		'2026-01-31 24:00',
		'2026-01-31',
		'',
	])('is not %j', (text) => {
		const failure = failureOf(() => readDate(text));
		expect(failure.message).toBe(`"${text}" is not a session date`);
		expect(failure.description).toContain('exactly as the webinar lists it');
		expect(failure).toHaveProperty('reasons', ['The session date is not a date']);
	});
});

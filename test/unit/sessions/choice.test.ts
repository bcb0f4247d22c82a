import fc from 'fast-check';
import { DateTime, IANAZone } from 'luxon';

import { momentOf, readDate, readSessionChoice } from '../../../nodes/WebinarAccount/service/sessions/choice';
import { failureOf } from '../../support/failure';

describe('the Session field', () => {
	it.each([
		['next', { kind: 'next' }],
		['justInTime', { kind: 'justInTime' }],
		['instantReplay', { kind: 'instantReplay' }],
		['56', { kind: 'schedule', schedule: 56 }],
		[' 56 | next ', { kind: 'next', schedule: 56 }],
		[' 56 | 2026-03-01 13:00 ', { kind: 'schedule', schedule: 56, date: '2026-03-01 13:00' }],
		['56|2026-03-01T13:00:00', { kind: 'schedule', schedule: 56, date: '2026-03-01 13:00' }],
	])('reads %j', (value, expected) => {
		expect(readSessionChoice(value)).toEqual(expected);
	});

	it.each(['tomorrow', '56|57|58', '-1', '1.5', '|2026-03-01 13:00', '|next', '56|next|57'])(
		'refuses %j',
		(value) => {
			expect(() => readSessionChoice(value)).toThrow(`"${value}" is not a session`);
		},
	);

	it('says when nothing is chosen', () => {
		expect(() => readSessionChoice(' ')).toThrow('No session is chosen');
	});

	it.each([
		'56|2026-02-30 13:00',
		'56|next week',
		'56|03/01/2026',
		'56|2026-01-31 01:00 PM',
		'56|2026-01-31T13:00:00Z',
		'56|2026-01-31T13:00:00.000+02:00',
		'56|2026-01-31 13:005',
		'56|2026-01-31 13:00 or so',
		'56|2026-01-31 24:00',
		'56|2026-01-31 13:00:60',
		'56|2026-01-31',
	])('refuses the date of %j', (value) => {
		const failure = failureOf(() => readSessionChoice(value));
		expect(failure.message).toMatch(/is not a session date$/);
		expect(failure.description).toContain('exactly as the webinar lists it');
	});

	it.each(['2026-01-31 13:00', '2026-01-31T13:00', ' 2026-01-31 13:00:59 ', '2026-01-31T13:00:00.000'])(
		'reads the date %j',
		(text) => {
			expect(readDate(text)).toBe('2026-01-31 13:00');
		},
	);

	it('reads a date as it stands, and none with something behind it', () => {
		const date = fc
			.date({ min: new Date('2000-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
			.map((moment) => DateTime.fromJSDate(moment, { zone: 'utc' }).toFormat('yyyy-MM-dd HH:mm'));
		const rest = fc.string({ minLength: 1 }).filter((text) => text.trim() !== '' && !/^:[0-5]\d/.test(text));
		fc.assert(
			fc.property(
				date,
				fc.constantFrom(' ', 'T'),
				fc.constantFrom('', ':00', ':59.5'),
				(text, t, seconds) => {
					expect(readDate(text.replace(' ', t) + seconds)).toBe(text);
				},
			),
		);
		fc.assert(
			fc.property(date, rest, (text, more) => {
				expect(() => readDate(text + more)).toThrow('is not a session date');
			}),
		);
	});
});

describe('the date of a session', () => {
	const start = (date: string) =>
		momentOf(date, IANAZone.create('America/New_York')).toUTC().toISO({ suppressMilliseconds: true });

	it('is the local time of its zone, also when clocks change', () => {
		// 2026-03-08 02:00 → 03:00 in New York.
		expect(start('2026-03-08 03:30')).toBe('2026-03-08T07:30:00Z');
		expect(start('2026-03-01 13:00')).toBe('2026-03-01T18:00:00Z');
	});

	it('may have seconds or a T, and is no moment in another shape', () => {
		for (const date of ['2026-03-01 13:00:00', '2026-03-01T13:00'])
			expect(start(date)).toBe('2026-03-01T18:00:00Z');
		for (const date of ['soon', '', '2026-03-01', '2026-02-30 13:00']) expect(start(date)).toBeNull();
	});
});

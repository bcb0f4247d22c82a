import fc from 'fast-check';
import { DateTime, FixedOffsetZone, IANAZone } from 'luxon';

import {
	findSession,
	readDatedWebinar,
	readLocalSessions,
	type SessionQuery,
	startInUtc,
} from '../../nodes/WebinarAccount/service/sessions/booking';
import { products } from '../../nodes/WebinarAccount/service/products';
import { readSessionChoice } from '../../nodes/WebinarAccount/service/sessions/sessions';
import { gmtForm, readTimezone } from '../../nodes/WebinarAccount/service/sessions/timezone';
import { WebinarReader } from '../../nodes/WebinarAccount/service/webinars';
import { answeringClient } from '../support/answeringClient';

const FORMAT = 'yyyy-MM-dd HH:mm';
const { automated, live } = products;

const zones = Intl.supportedValuesOf('timeZone')
	.filter((name) => name.includes('/'))
	.map((name) => IANAZone.create(name));
const anyZone = fc.constantFrom(...zones);
const anyMoment = fc
	.integer({ min: Date.UTC(2025, 0, 1) / 60_000, max: Date.UTC(2027, 0, 1) / 60_000 })
	.map((minute) => DateTime.fromMillis(minute * 60_000, { zone: 'utc' }));

/** A webinar that follows the attendee: one session, `hoursAhead` of now, once at a fixed moment and once at local time. */
function webinarAt(start: DateTime, isLocal: boolean) {
	return new WebinarReader(
		answeringClient(({ timezone }) => {
			const zone = readTimezone(String(timezone)) ?? FixedOffsetZone.utcInstance;
			const date = isLocal ? start.toFormat(FORMAT) : start.setZone(zone).toFormat(FORMAT);
			const schedules = [{ date, schedule: 5, comment: 'Every day' }];
			return { webinar: { webinar_id: 1, timezone: 'auto-detect', schedules } };
		}),
	);
}

/** The sessions as the list of the editor shows them. */
async function listedIn(reader: WebinarReader, query: Omit<SessionQuery, 'choice'>) {
	const { product, reference, zone, now } = query;
	return await readLocalSessions(
		reader,
		query,
		await readDatedWebinar(reader, product, reference, zone, now),
	);
}

describe('finding a session in the time zone of the attendee', () => {
	it.each([false, true])(
		'books the hour that the list shows, with the offset at the session (at local time: %s)',
		async (isLocal) => {
			await fc.assert(
				fc.asyncProperty(
					anyZone,
					anyMoment,
					fc.integer({ min: 1, max: 24 * 200 }),
					async (zone, now, hours) => {
						const start = now.plus({ hours }).setZone(zone);
						// A local time that is there twice, when clocks are set back, does not say which of the two it means.
						fc.pre(!isLocal || start.getPossibleOffsets().length === 1);
						const reader = webinarAt(start, isLocal);
						const query = { product: automated, reference: { id: '1' }, zone, now };

						const [listed] = await listedIn(reader, query);
						const value = `5|${listed?.session.date}`;
						expect(value).toBe(`5|${start.toFormat(FORMAT)}`);

						const booked = await findSession(reader, { ...query, choice: readSessionChoice(value) });
						expect(booked.session.date).toBe(start.toFormat(FORMAT));
						expect(booked.timezone).toBe(gmtForm(zone, start));
						// What is passed along means the very moment.
						const passed = DateTime.fromFormat(booked.session.date, FORMAT, { zone: booked.zone });
						expect(passed.offset).toBe(start.offset);
					},
				),
				{ numRuns: 300 },
			);
		},
	);

	it('finds the next session with its date and offset, too', async () => {
		await fc.assert(
			fc.asyncProperty(
				anyZone,
				anyMoment,
				fc.integer({ min: 1, max: 24 * 200 }),
				async (zone, now, hours) => {
					const start = now.plus({ hours }).setZone(zone);
					const { session, timezone } = await findSession(webinarAt(start, false), {
						product: automated,
						reference: { id: '1' },
						choice: { kind: 'next' },
						zone,
						now,
					});
					expect([session.date, timezone]).toEqual([start.toFormat(FORMAT), gmtForm(zone, start)]);
				},
			),
			{ numRuns: 300 },
		);
	});

	it.each([
		['Europe/London', '2026-10-25T00:30:00Z', 'GMT+1'],
		['Europe/London', '2026-10-25T01:30:00Z', 'GMT+0'],
		['America/New_York', '2026-11-01T05:30:00Z', 'GMT-4'],
		['America/New_York', '2026-11-01T06:30:00Z', 'GMT-5'],
	])('finds a session in the hour that is there twice: %s, %s', async (name, moment, offset) => {
		const zone = IANAZone.create(name);
		for (const month of [7, 12]) {
			const now = DateTime.utc(month === 7 ? 2026 : 2025, month, 1);
			const start = DateTime.fromISO(moment, { zone });
			const {
				session,
				timezone,
				zone: passed,
			} = await findSession(webinarAt(start, false), {
				product: automated,
				reference: { id: '1' },
				choice: readSessionChoice('5|' + start.toFormat(FORMAT)),
				zone,
				now,
			});
			expect([session.date, timezone]).toEqual([start.toFormat(FORMAT), offset]);
			expect(DateTime.fromFormat(session.date, FORMAT, { zone: passed }).toMillis()).toBe(start.toMillis());
		}
	});

	it('leaves out the last session shown where it is not on offer yet at its own offset', async () => {
		const zone = IANAZone.create('Europe/London');
		// 10:30 there; at the offset of winter it is 09:30, so that today's session is still to come.
		const now = DateTime.utc(2026, 10, 22, 9, 30);
		const reader = new WebinarReader(
			answeringClient(({ timezone }) => {
				const local = now.setZone(readTimezone(String(timezone)) ?? 'utc');
				const today = local.startOf('day').plus({ hours: 10 });
				const first = today > local ? 0 : 1;
				const schedules = [0, 1, 2, 3, 4].map((days) => ({
					date: today.plus({ days: first + days }).toFormat(FORMAT),
					schedule: 5,
					comment: 'Every day, 10:00 AM',
				}));
				return { webinar: { webinar_id: 1, timezone: 'auto-detect', schedules } };
			}),
		);
		const query = { product: automated, reference: { id: '1' }, zone, now };
		const dates = ['2026-10-23', '2026-10-24', '2026-10-25', '2026-10-26'].map((day) => `${day} 10:00`);
		expect((await listedIn(reader, query)).map(({ session }) => session.date)).toEqual(dates);
		for (const date of dates) {
			const { session } = await findSession(reader, { ...query, choice: readSessionChoice(`5|${date}`) });
			expect(session.date).toBe(date);
		}
		await expect(
			findSession(reader, { ...query, choice: readSessionChoice('5|2026-10-27 10:00') }),
		).rejects.toThrow('The schedule 5 has no session on 2026-10-27 10:00');
	});

	it('tells sessions of one day apart when an hour is added between two readings', async () => {
		const zone = IANAZone.create('Europe/London');
		const now = DateTime.utc(2026, 3, 27);
		const hourly = [10, 11, 12].map((hour) => DateTime.utc(2026, 4, 1, hour));
		const reader = new WebinarReader(
			answeringClient(({ timezone }) => {
				const zoneAsked = readTimezone(String(timezone)) ?? 'utc';
				const schedules = hourly.map((start) => ({
					date: start.setZone(zoneAsked).toFormat(FORMAT),
					schedule: 5,
				}));
				return { webinar: { webinar_id: 1, timezone: 'auto-detect', schedules } };
			}),
		);
		const query = { product: automated, reference: { id: '1' }, zone, now };
		const listed = await listedIn(reader, query);
		expect(listed.map(({ session }) => session.date)).toEqual([
			'2026-04-01 11:00',
			'2026-04-01 12:00',
			'2026-04-01 13:00',
		]);
		const booked = await findSession(reader, { ...query, choice: readSessionChoice('5|2026-04-01 11:00') });
		expect([booked.session.date, booked.timezone]).toEqual(['2026-04-01 11:00', 'GMT+1']);

		// 10:00 is what the first of them is called at today's offset.
		await expect(
			findSession(reader, { ...query, choice: readSessionChoice('5|2026-04-01 10:00') }),
		).rejects.toMatchObject({
			message: 'The schedule 5 has no session on 2026-04-01 10:00',
			description: expect.stringContaining('5|2026-04-01 11:00, 5|2026-04-01 12:00, ') as string,
		});
	});

	it.each([
		['Europe/London', '2026-03-29 01:30', '2026-03-29T00:30:00Z'],
		['America/New_York', '2026-03-08 02:30', '2026-03-08T06:30:00Z'],
	])('refuses a local time that is skipped when clocks go forward: %s, %s', async (name, date, moment) => {
		for (const now of [DateTime.utc(2025, 7, 1), DateTime.utc(2026, 2, 1)]) {
			const query = {
				product: automated,
				reference: { id: '1' },
				zone: IANAZone.create(name),
				now,
				choice: readSessionChoice(`5|${date}`),
			};
			// The hour before, which has this time at the offset of summer.
			const reader = webinarAt(DateTime.fromISO(moment, { zone: 'utc' }), false);
			await expect(findSession(reader, query)).rejects.toThrow('has no session on');
		}
	});
});

describe('the zone of a webinar', () => {
	const schedules = [
		{ date: '2026-03-01 12:00', schedule: 5 },
		{ date: '2026-03-01 18:00', schedule: 6 },
	];
	const webinarIn = (timezone: string | null | undefined) =>
		new WebinarReader(answeringClient(() => ({ webinar: { webinar_id: 1, timezone, schedules } })));
	const now = DateTime.utc(2026, 3, 1, 14);
	const next = { reference: { id: '1' }, choice: { kind: 'next' }, zone: undefined, now } as const;

	it.each([
		['UTC', '2026-03-01T18:00:00Z'],
		['GMT', '2026-03-01T18:00:00Z'],
		['GMT+2', '2026-03-01T16:00:00Z'],
		['Europe/London', '2026-03-01T18:00:00Z'],
	])('is %s where the webinar says so, live or automated', async (timezone, start) => {
		for (const product of [live, automated]) {
			const booking = await findSession(webinarIn(timezone), { product, ...next });
			expect([booking.session.schedule, startInUtc(booking.session, booking)]).toEqual([6, start]);
		}
	});

	it.each(['EST', 'EST5EDT'])('is that of New York in winter for a live webinar: %s', async (timezone) => {
		const booking = await findSession(webinarIn(timezone), { product: live, ...next });
		expect(startInUtc(booking.session, booking)).toBe('2026-03-01T17:00:00Z');
	});

	it.each(['auto-detect', 'EST', '', null])(
		"is the attendee's, or EST, for an automated webinar: %s",
		async (timezone) => {
			const query = { product: automated, ...next };
			await expect(findSession(webinarIn(timezone), query)).rejects.toThrow('The webinar needs a time zone');
			const dated = await readDatedWebinar(webinarIn(timezone), automated, next.reference, undefined, now);
			expect(startInUtc({ date: '2026-03-01 12:00' }, dated)).toBe('2026-03-01T17:00:00Z');
		},
	);

	it.each(['Eastern Time (US & Canada)', null, undefined])(
		'is not known of a live webinar that names none: %s',
		async (timezone) => {
			const booking = await findSession(webinarIn(timezone), { product: live, ...next });
			expect(startInUtc(booking.session, booking)).toBeNull();
		},
	);
});

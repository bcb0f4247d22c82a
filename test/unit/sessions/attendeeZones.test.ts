import fc from 'fast-check';
import { DateTime, FixedOffsetZone, IANAZone, Settings, type Zone } from 'luxon';

import { products } from '../../../nodes/WebinarAccount/service/products';
import { readSessionChoice } from '../../../nodes/WebinarAccount/service/sessions/choice';
import { findSession, readLocalSessions } from '../../../nodes/WebinarAccount/service/sessions/find';
import { gmtForm, readTimezone } from '../../../nodes/WebinarAccount/service/sessions/timezone';
import { WebinarReader } from '../../../nodes/WebinarAccount/service/webinars';
import { answeringClient } from '../../support/answeringClient';

const FORMAT = 'yyyy-MM-dd HH:mm';

const zones = Intl.supportedValuesOf('timeZone')
	.filter((name) => name.includes('/'))
	.map((name) => IANAZone.create(name));
const anyZone = fc.constantFrom(...zones);
const anyMoment = fc
	.integer({ min: Date.UTC(2025, 0, 1) / 60_000, max: Date.UTC(2027, 0, 1) / 60_000 })
	.map((minute) => DateTime.fromMillis(minute * 60_000, { zone: 'utc' }));
const hoursAhead = fc.integer({ min: 1, max: 24 * 200 });

/** A webinar that follows the attendee. @param startsIn its sessions' starts for a zone, as the service shows them */
function webinarWith(startsIn: (zone: Zone) => DateTime[]) {
	const service = answeringClient(({ timezone }) => {
		const zone = readTimezone(String(timezone)) ?? FixedOffsetZone.utcInstance;
		const schedules = startsIn(zone).map((start) => ({
			date: start.toFormat(FORMAT),
			schedule: 5,
			comment: 'Every day',
		}));
		return { webinar: { webinar_id: 1, timezone: 'auto-detect', schedules } };
	});
	return new WebinarReader(service, 0);
}

/** One session, once at a fixed moment and once at local time. */
const webinarAt = (start: DateTime, isLocal = false) =>
	webinarWith((zone) => [isLocal ? start : start.setZone(zone)]);

const queryIn = (zone: Zone) => ({ product: products.automated, reference: { id: '1' }, zone });

async function find(reader: WebinarReader, zone: Zone, value: string) {
	const { session, reading } = await findSession(reader, {
		...queryIn(zone),
		choice: readSessionChoice(value),
	});
	return { date: session.date, timezone: reading.timezone, start: reading.startOf(session) };
}

/** The dates that the list of the editor shows. */
async function listed(reader: WebinarReader, zone: Zone) {
	const query = queryIn(zone);
	const reading = await reader.webinar(query.product, query.reference, zone);
	const bookings = await readLocalSessions(reader, query, reading);
	return bookings.map(({ session }) => session.date);
}

const at = (now: DateTime) => (Settings.now = () => now.toMillis());
afterAll(() => {
	Settings.now = () => Date.now();
});

describe('finding a session in the time zone of the attendee', () => {
	it.each([false, true])(
		'books the hour that the list shows, with the offset at the session (at local time: %s)',
		async (isLocal) => {
			await fc.assert(
				fc.asyncProperty(anyZone, anyMoment, hoursAhead, async (zone, now, hours) => {
					at(now);
					const start = now.plus({ hours }).setZone(zone);
					// A local time that is there twice, when clocks are set back, does not say which of the two it means.
					fc.pre(!isLocal || start.getPossibleOffsets().length === 1);
					const reader = webinarAt(start, isLocal);
					const date = start.toFormat(FORMAT);
					expect(await listed(reader, zone)).toEqual([date]);
					for (const value of isLocal ? [`5|${date}`] : [`5|${date}`, 'next', '5']) {
						expect(await find(reader, zone, value)).toEqual({
							date,
							timezone: gmtForm(zone, start.toMillis()),
							start: start.toMillis(),
						});
					}
				}),
			);
		},
	);

	it.each([
		['Europe/London', '2026-10-25T00:30:00Z', 'GMT+1'],
		['Europe/London', '2026-10-25T01:30:00Z', 'GMT+0'],
		['America/New_York', '2026-11-01T05:30:00Z', 'GMT-4'],
		['America/New_York', '2026-11-01T06:30:00Z', 'GMT-5'],
	])('finds a session in the hour that is there twice: %s, %s', async (name, moment, timezone) => {
		const zone = IANAZone.create(name);
		const start = DateTime.fromISO(moment, { zone });
		const date = start.toFormat(FORMAT);
		for (const now of [DateTime.utc(2026, 7, 1), DateTime.utc(2025, 12, 1)]) {
			at(now);
			expect(await find(webinarAt(start), zone, `5|${date}`)).toEqual({
				date,
				timezone,
				start: start.toMillis(),
			});
		}
	});

	it.each([
		['Europe/London', '2026-03-29 01:30', '2026-03-29T00:30:00Z'],
		['America/New_York', '2026-03-08 02:30', '2026-03-08T06:30:00Z'],
	])('refuses a local time that is skipped when clocks go forward: %s, %s', async (name, date, moment) => {
		for (const now of [DateTime.utc(2025, 7, 1), DateTime.utc(2026, 2, 1)]) {
			at(now);
			// The hour before, which has this time at the offset of summer.
			const reader = webinarAt(DateTime.fromISO(moment, { zone: 'utc' }));
			await expect(find(reader, IANAZone.create(name), `5|${date}`)).rejects.toThrow('has no session on');
		}
	});

	it('leaves out the last session shown where it is not on offer yet at its own offset', async () => {
		const zone = IANAZone.create('Europe/London');
		// 10:30 there; at the offset of winter it is 09:30, so that today's session is still to come.
		const now = DateTime.utc(2026, 10, 22, 9, 30);
		at(now);
		const reader = webinarWith((asked) => {
			const local = now.setZone(asked);
			const today = local.startOf('day').plus({ hours: 10 });
			const first = today > local ? 0 : 1;
			return [0, 1, 2, 3, 4].map((days) => today.plus({ days: first + days }));
		});
		const dates = ['2026-10-23', '2026-10-24', '2026-10-25', '2026-10-26'].map((day) => `${day} 10:00`);
		expect(await listed(reader, zone)).toEqual(dates);
		for (const date of dates) expect(await find(reader, zone, `5|${date}`)).toMatchObject({ date });
		await expect(find(reader, zone, '5|2026-10-27 10:00')).rejects.toThrow(
			'The schedule 5 has no session on 2026-10-27 10:00',
		);
	});

	it('refuses the next session where the service does not offer it at its own offset', async () => {
		at(DateTime.utc(2026, 3, 27));
		const start = DateTime.utc(2026, 4, 1, 10);
		const reader = webinarWith((asked) => [asked.offset(0) === 0 ? start : start.plus({ days: 1 })]);
		await expect(find(reader, IANAZone.create('Europe/London'), 'next')).rejects.toThrow(
			'The session on 2026-04-01 10:00 is not available',
		);
	});

	it('tells sessions of one day apart when an hour is added between two readings', async () => {
		const zone = IANAZone.create('Europe/London');
		at(DateTime.utc(2026, 3, 27));
		const hourly = [10, 11, 12].map((hour) => DateTime.utc(2026, 4, 1, hour));
		const reader = webinarWith((asked) => hourly.map((start) => start.setZone(asked)));
		const dates = ['11:00', '12:00', '13:00'].map((time) => `2026-04-01 ${time}`);
		expect(await listed(reader, zone)).toEqual(dates);
		expect(await find(reader, zone, `5|${dates[0]}`)).toMatchObject({ date: dates[0], timezone: 'GMT+1' });
		// 10:00 is what the first of them is called at today's offset.
		await expect(find(reader, zone, '5|2026-04-01 10:00')).rejects.toMatchObject({
			message: 'The schedule 5 has no session on 2026-04-01 10:00',
			description: expect.stringContaining('5|2026-04-01 11:00 (Every day), 5|2026-04-01 12:00 ') as string,
		});
	});
});

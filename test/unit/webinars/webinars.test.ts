import { DateTime, IANAZone, Settings, type Zone } from 'luxon';

import type { Json } from '../../../nodes/WebinarAccount/service/endpoints';
import { ServiceError } from '../../../nodes/WebinarAccount/service/errors';
import { DATE_FORMAT, EST } from '../../../nodes/WebinarAccount/webinars/dates';
import { Webinars } from '../../../nodes/WebinarAccount/webinars/webinars';
import { respondingClient } from '../../support/respondingClient';
import { entry } from '../../support/webinars';

const london = IANAZone.create('Europe/London');
const NOW = Date.UTC(2026, 10, 24, 12);

const justInTime = entry(55, '2026-11-24 12:15', 'Just in time');
const replay = entry(54, '2026-11-23 20:30', 'Instant replay');
const daily = entry(46, '2026-11-25 20:30', 'Every day, 08:30 PM');

/** What the service responds, and for whom the webinar is fetched. */
interface FetchOptions {
	/** The time zone that the webinar states. */
	states?: string;
	/** The time zone of the attendee. */
	zone?: Zone;
	now?: number;
	/** Returns the sessions in a response. @param offset the `timezone` of the request */
	schedules: (offset: string | undefined) => Json[];
}

/** Fetches an automated webinar, and records the offsets that were requested. */
async function fetch({ states = 'auto', zone, now = NOW, schedules }: FetchOptions) {
	Settings.now = () => now;
	const offsets: Array<string | undefined> = [];
	const service = respondingClient(({ timezone }) => {
		const offset = timezone?.toString();
		offsets.push(offset);
		return { webinar: { webinar_id: 1, timezone: states, schedules: schedules(offset) } };
	});
	const webinar = await new Webinars(service, 0).fetch({ id: '1' }, zone);
	return { webinar, offsets };
}

afterAll(() => (Settings.now = () => Date.now()));

describe("an automated webinar that is fetched in an attendee's time zone", () => {
	it('reads just-in-time and replay sessions if the service lists them only without a time zone', async () => {
		const { webinar, offsets } = await fetch({
			zone: london,
			schedules: (offset) => (offset === undefined ? [replay, justInTime, daily] : [daily]),
		});
		expect(webinar.sessions.map(({ scheduleId, offset }) => [scheduleId, offset])).toEqual([
			[54, undefined],
			[55, undefined],
			[46, 'GMT+0'],
		]);
		expect(offsets).toEqual(['GMT+0', undefined]);
	});

	it('reads just-in-time and replay sessions once if the service lists them in both responses', async () => {
		const { webinar } = await fetch({ zone: london, schedules: () => [replay, justInTime, daily] });
		expect(webinar.sessions.map(({ scheduleId }) => scheduleId)).toEqual([54, 55, 46]);
	});

	it('reads a just-in-time session if the service lists it only with a time zone', async () => {
		const { webinar } = await fetch({
			zone: london,
			schedules: (offset) => (offset === undefined ? [daily] : [justInTime, daily]),
		});
		expect(webinar.sessions.map(({ scheduleId, offset }) => [scheduleId, offset])).toEqual([
			[55, undefined],
			[46, 'GMT+0'],
		]);
	});

	it.each([
		{ reason: 'that names the parameter', problems: [{ parameter: 'timezone', text: 'This is required.' }] },
		{ reason: 'that names no parameter', problems: [{ text: 'The timezone field is required.' }] },
	])(
		'reads the webinar although the service rejects requests without a time zone, $reason',
		async ({ problems }) => {
			const details = { httpCode: 422, problems };
			const { webinar } = await fetch({
				states: 'Europe/Amsterdam',
				zone: london,
				schedules: (offset) => {
					if (offset === undefined) throw new ServiceError('Could not get the webinar', details);
					return [daily];
				},
			});
			expect(webinar.dates.kind).toBe('inAttendeeZone');
			expect(webinar.sessions).toMatchObject([{ scheduleId: 46, startsAt: Date.UTC(2026, 10, 25, 20, 30) }]);
		},
	);

	it("reads the webinar in the service's default time zone if the service requires one, but no attendee is known", async () => {
		const problems = [{ parameter: 'timezone', text: 'The timezone field is required.' }];
		const { webinar, offsets } = await fetch({
			states: 'Europe/Amsterdam',
			schedules: (offset) => {
				if (offset === undefined) throw new ServiceError('Could not get the webinar', { problems });
				return [daily];
			},
		});
		expect(webinar.dates.kind).toBe('attendeeUnknown');
		expect(webinar.sessions).toMatchObject([{ scheduleId: 46, startsAt: Date.UTC(2026, 10, 26, 1, 30) }]);
		expect(offsets).toEqual([undefined, 'GMT-5']);
	});

	it.each([
		{ cause: 'the service is down', details: { httpCode: 503, isTransient: true } },
		{ cause: 'a firewall blocks the request', details: { httpCode: 403 } },
	])('fails if the request without a time zone fails because $cause', async ({ details }) => {
		const work = fetch({
			zone: london,
			schedules: (offset) => {
				if (offset === undefined) throw new ServiceError('Down', details);
				return [daily];
			},
		});
		await expect(work).rejects.toThrow('Down');
	});

	it("keeps the service's order of schedules, and sorts the dates of a schedule, which come from several responses", async () => {
		const { webinar } = await fetch({
			zone: london,
			now: Date.UTC(2026, 1, 10, 12),
			schedules: () => [
				entry(46, '2026-02-11 20:00', 'Every day, 08:00 PM'),
				entry(46, '2026-07-01 20:00', 'Every day, 08:00 PM'),
				entry(46, '2026-12-01 20:00', 'Every day, 08:00 PM'),
				justInTime,
			],
		});
		expect(webinar.sessions.map(({ scheduleId, date }) => [scheduleId, date])).toEqual([
			[46, '2026-02-11 20:00'],
			[46, '2026-07-01 20:00'],
			[46, '2026-12-01 20:00'],
			[55, '2026-11-24 12:15'],
		]);
	});

	it('reads sessions before and after a clock change, each at the offset of its date', async () => {
		const { webinar, offsets } = await fetch({
			zone: london,
			now: Date.UTC(2026, 9, 24, 12),
			schedules: (offset) => [
				...(offset === undefined ? [justInTime] : []),
				entry(46, '2026-10-24 20:00', 'Every day, 08:00 PM'),
				entry(46, '2026-10-25 20:00', 'Every day, 08:00 PM'),
			],
		});
		expect(webinar.sessions.map(({ scheduleId, date, offset }) => [scheduleId, date, offset])).toEqual([
			[55, '2026-11-24 12:15', undefined],
			[46, '2026-10-24 20:00', 'GMT+1'],
			[46, '2026-10-25 20:00', 'GMT+0'],
		]);
		expect(offsets).toEqual(['GMT+1', undefined, 'GMT+0']);
	});
});

describe('an automated webinar that states a time zone', () => {
	const states = 'Europe/Amsterdam';

	it("finds that dates depend on the attendee's time zone by a session that is always open, if no session has a fixed date", async () => {
		const { webinar, offsets } = await fetch({
			states,
			zone: london,
			schedules: (offset) =>
				offset === undefined
					? [entry(55, '2026-11-24 07:15', 'Just in time'), entry(31, '2026-11-24 07:00', 'Always on')]
					: [entry(31, '2026-11-24 12:00', 'Always on')],
		});
		expect(webinar.dates.kind).toBe('inAttendeeZone');
		// A quarter of an hour from now, because the date is in EST.
		expect(webinar.sessions[0]).toMatchObject({
			kind: 'justInTime',
			startsAt: Date.UTC(2026, 10, 24, 12, 15),
		});
		expect(offsets).toEqual(['GMT+0', undefined]);
	});

	it.each([
		{ what: 'the attendee is unknown', zone: undefined, requested: [undefined, 'GMT-11'] },
		// In winter, London's offset differs from Amsterdam's.
		{ what: 'the attendee is in London', zone: london, requested: ['GMT+0', undefined, 'GMT-11'] },
	])(
		"finds that dates do not depend on the attendee's time zone if they are the same in all responses and $what",
		async ({ zone, requested }) => {
			const { webinar, offsets } = await fetch({ states, zone, schedules: () => [daily] });
			expect(webinar).toMatchObject({ dates: { kind: 'inWebinarZone', zone: { name: states } } });
			expect(webinar.sessions[0]?.startsAt).toBe(Date.UTC(2026, 10, 25, 19, 30));
			expect(offsets).toEqual(requested);
		},
	);

	it.each([
		{ states, zone: 'UTC-5', date: '2026-11-25 14:30' },
		{ states, zone: states, date: '2026-11-25 20:30' },
		// In winter, the dates do not show whether they are in EST or in New York's time zone.
		{ states: 'America/New_York', zone: 'UTC-5', date: '2026-11-25 14:30' },
	])(
		"finds that the dates of a webinar in $states are in the time zone $zone if the attendee's is unknown",
		async ({ states, zone, date }) => {
			// 19:30 UTC, at GMT+13 or GMT-11.
			const schedules = (offset: string | undefined) => {
				if (offset === undefined) return [entry(46, date)];
				return [entry(46, offset === 'GMT+13' ? '2026-11-26 08:30' : '2026-11-25 08:30')];
			};
			const { webinar } = await fetch({ states, schedules });
			expect(webinar).toMatchObject({ dates: { kind: 'attendeeUnknown', zone: { name: zone } } });
			expect(webinar.sessions).toMatchObject([{ startsAt: Date.UTC(2026, 10, 25, 19, 30) }]);
		},
	);

	it('finds that dates depend on the attendee with two requests if they are not the same at the present offset', async () => {
		const { webinar, offsets } = await fetch({
			states,
			zone: london,
			schedules: (offset) => [entry(46, offset === undefined ? '2026-11-25 14:30' : '2026-11-25 19:30')],
		});
		expect(webinar.dates.kind).toBe('inAttendeeZone');
		expect(offsets).toEqual(['GMT+0', undefined]);
	});

	it('needs no request with an offset far away if no session has a fixed date', async () => {
		const rightNow = entry(1, '2026-11-24 13:00', 'Right now');
		const { webinar, offsets } = await fetch({ states, schedules: () => [justInTime, rightNow] });
		expect(webinar.dates).toMatchObject({ zone: { name: states } });
		expect(offsets).toEqual([undefined]);
	});

	const withNewSlot = entry(55, '2026-11-24 13:15', 'Juste à temps');

	it.each<{ what: string; schedules: (offset: string | undefined) => Json[] }>([
		{ what: 'no response has a session with a date', schedules: () => [justInTime] },
		{
			what: 'a session began between the requests',
			schedules: (offset) => [
				// Noon in UTC, which is now.
				...(offset === undefined ? [entry(46, '2026-11-24 13:00')] : []),
				daily,
				...(offset === undefined ? [] : [entry(46, '2026-11-26 20:30')]),
			],
		},
		{
			what: 'the service leaves out a schedule if the request has an offset',
			schedules: (offset) => (offset === undefined ? [withNewSlot, daily] : [daily]),
		},
		{
			what: 'the service rejects the compared offset',
			schedules: (offset) => {
				const problems = [{ parameter: 'timezone', text: 'The timezone is invalid.' }];
				if (offset !== undefined) throw new ServiceError('Could not get', { httpCode: 422, problems });
				return [daily];
			},
		},
	])('counts as one with dates in the stated time zone if $what', async ({ schedules }) => {
		const { webinar } = await fetch({ states, schedules });
		expect(webinar.dates).toMatchObject({ kind: 'inWebinarZone', zone: { name: states } });
	});
});

describe("an automated webinar at the same time on each attendee's clock that states a time zone", () => {
	const states = 'America/New_York';

	/** Returns a function that lists the next sessions on the clock of the requested offset. */
	const atLocalTime =
		(now: number, { step, count }: { step: number; count: number }) =>
		(offset = 'GMT-5') => {
			const clock = DateTime.fromMillis(now, { zone: offset.replace('GMT', 'UTC') });
			// The session of Monday, 23 November 2026, at 10:00.
			let session = DateTime.fromISO('2026-11-23T10:00', { zone: clock.zone });
			while (session <= clock) session = session.plus({ days: step });
			return Array.from({ length: count }, (_, index) =>
				entry(46, session.plus({ days: index * step }).toFormat(DATE_FORMAT)),
			);
		};

	it.each([1, 3])(
		'is recognized at every hour of the day, whether or not the attendee is known, if a daily schedule lists %s sessions',
		async (count) => {
			for (let hour = 0; hour < 24; hour++) {
				const now = Date.UTC(2026, 10, 24, hour, 30);
				const schedules = atLocalTime(now, { step: 1, count });
				for (const zone of [undefined, IANAZone.create(states), london]) {
					const { webinar } = await fetch({ states, zone, now, schedules });
					expect(webinar.dates.kind).toBe(zone ? 'inAttendeeZone' : 'attendeeUnknown');
					const [first] = webinar.sessions;
					const clock = zone ?? EST;
					expect(first?.startsAt).toBe(DateTime.fromSQL(first?.date ?? '', { zone: clock }).toMillis());
				}
			}
		},
	);

	it("books a weekly session that is still to come on the attendee's clock, but over on that of the webinar", async () => {
		// On Monday, 30 November, it is 08:00 in Los Angeles and 11:00 in New York.
		const now = Date.UTC(2026, 10, 30, 16);
		const { webinar } = await fetch({
			states,
			zone: IANAZone.create('America/Los_Angeles'),
			now,
			schedules: atLocalTime(now, { step: 7, count: 2 }),
		});
		expect(webinar.dates.kind).toBe('inAttendeeZone');
		expect(webinar.sessions[0]).toMatchObject({
			date: '2026-11-30 10:00',
			startsAt: Date.UTC(2026, 10, 30, 18),
		});
	});
});

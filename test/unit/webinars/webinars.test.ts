import { IANAZone, Settings, type Zone } from 'luxon';

import { ServiceError } from '../../../nodes/WebinarAccount/service/errors';
import type { Json } from '../../../nodes/WebinarAccount/service/schemas';
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
		{ reason: 'without a reason', problems: [] },
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
			expect(webinar.dates.in).toBe('attendeeZone');
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
		expect(webinar.dates.in).toBe('attendeeZone');
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

	it.each([
		{ states: 'Europe/Amsterdam', compared: 'GMT+4:30', start: Date.UTC(2026, 10, 25, 19, 30) },
		// The compared zone must differ from the webinar's own.
		{ states: 'Asia/Kabul', compared: 'GMT+2', start: Date.UTC(2026, 10, 25, 16) },
	])(
		"finds that dates do not depend on the attendee's time zone if they are the same in another zone: $states",
		async ({ states, compared, start }) => {
			const { webinar, offsets } = await fetch({ states, schedules: () => [daily] });
			expect(webinar).toMatchObject({ dates: { in: 'webinarZone', zone: { name: states } } });
			expect(webinar.sessions[0]?.startsAt).toBe(start);
			expect(offsets).toEqual([undefined, compared]);
		},
	);

	it("compares dates with only two requests if the attendee's offset differs from the webinar's", async () => {
		const { webinar, offsets } = await fetch({
			states,
			zone: IANAZone.create('Asia/Kathmandu'),
			schedules: () => [daily],
		});
		expect(webinar.dates.in).toBe('webinarZone');
		expect(offsets).toEqual(['GMT+5:45', undefined]);
	});

	it.each([
		{ states, zone: 'UTC-5', date: '2026-11-25 14:30' },
		{ states, zone: states, date: '2026-11-25 20:30' },
		// In winter, the dates do not show whether they are in EST or in New York's time zone.
		{ states: 'America/New_York', zone: 'UTC-5', date: '2026-11-25 14:30' },
	])(
		"finds that the dates of a webinar in $states are in the time zone $zone if the attendee's is unknown",
		async ({ states, zone, date }) => {
			const { webinar } = await fetch({
				states,
				schedules: (offset) => [entry(46, offset === undefined ? date : '2026-11-26 00:00')],
			});
			expect(webinar).toMatchObject({ dates: { in: 'attendeeZone', zone: { name: zone } } });
			expect(webinar.sessions).toMatchObject([{ startsAt: Date.UTC(2026, 10, 25, 19, 30) }]);
		},
	);

	it.each<{ problem: string; schedules: (offset: string | undefined) => Json[] }>([
		{
			problem: 'have no session in common',
			schedules: (offset) => [offset === undefined ? daily : entry(46, '2026-11-26 20:30')],
		},
		{ problem: 'have no session with a date', schedules: () => [justInTime] },
	])(
		"leaves open whether dates depend on the attendee's time zone if the responses $problem",
		async ({ schedules }) => {
			const { webinar } = await fetch({ states, schedules });
			expect(webinar.dates).toMatchObject({ in: 'unknownZone' });
		},
	);
});

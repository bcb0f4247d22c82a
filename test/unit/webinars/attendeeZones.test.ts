import fc from 'fast-check';
import { DateTime, IANAZone, Settings, type Zone } from 'luxon';

import { chooseSession, readSessionChoice } from '../../../nodes/WebinarAccount/webinars/chooseSession';
import type { Session } from '../../../nodes/WebinarAccount/webinars/webinar';
import { Webinars } from '../../../nodes/WebinarAccount/webinars/webinars';
import {
	DATE_FORMAT as FORMAT,
	EST,
	gmtOffset,
	HOUR_MS,
	MINUTE_MS,
	readTimezone,
} from '../../../nodes/WebinarAccount/webinars/dates';
import { respondingClient } from '../../support/respondingClient';

/** How a webinar displays its sessions. */
interface Display {
	/** The time zone that the webinar states. */
	statedZone: string;
	/** Returns the start as the response shows it. @param zone the zone of the request, EST without one */
	date: (start: DateTime, zone: Zone) => DateTime;
}

const displayIn = (statedZone: string, zoneOfDates: (requested: Zone) => Zone): Display => ({
	statedZone,
	date: (start, requested) => start.setZone(zoneOfDates(requested)),
});
const displays = {
	'the same instant to all attendees': () => displayIn('auto-detect', (requested) => requested),
	'the same local time to all attendees': (attendee) => displayIn('auto-detect', () => attendee),
	'the local time of a region': (_attendee, region) => displayIn(region.name, () => region),
	'the same instant to all attendees, although it states a region': (_attendee, region) =>
		displayIn(region.name, (requested) => requested),
} satisfies Record<string, (attendee: Zone, region: Zone) => Display>;

/**
 * Returns a reader whose service has one webinar, and records the time zones of requests.
 * @param startsIn returns the sessions that the service lists for a time zone
 */
function readerOf({ statedZone, date }: Display, startsIn: (zone: Zone) => DateTime[]) {
	const requestedZones: unknown[] = [];
	const service = respondingClient(({ timezone }) => {
		requestedZones.push(timezone);
		const zone = readTimezone(String(timezone ?? '')) ?? EST;
		const schedules = startsIn(zone).map((start) => ({
			schedule: 5,
			comment: 'Every day',
			date: date(start, zone).toFormat(FORMAT),
		}));
		return { webinar: { webinar_id: 1, timezone: statedZone, schedules } };
	});
	const reader = new Webinars(service, 0);
	return { reader, requestedZones };
}

const sameInstant = displays['the same instant to all attendees']();

const datesOf = ({ date, offset, startsAt }: Session) => ({ date, timezone: offset, startsAt });

async function sessionsIn(reader: Webinars, zone: Zone) {
	const { sessions } = await reader.fetch({ id: '1' }, zone);
	return sessions.map(datesOf);
}

async function find(reader: Webinars, zone: Zone, value: string) {
	const choice = readSessionChoice(value);
	return await reader.resolve({ id: '1' }, zone, (webinar) =>
		datesOf(chooseSession(webinar, choice, Settings.now()).session),
	);
}

const setNow = (now: DateTime) => (Settings.now = () => now.toMillis());
afterAll(() => void (Settings.now = () => Date.now()));

const zones = Intl.supportedValuesOf('timeZone')
	.filter((name) => name.includes('/'))
	.map((name) => IANAZone.create(name));
const anyZone = fc.constantFrom(...zones);
const anyMoment = fc
	.integer({ min: Date.UTC(2025, 0) / MINUTE_MS, max: Date.UTC(2027, 0) / MINUTE_MS })
	.map((minute) => minute * MINUTE_MS);

const QUARTER_MS = HOUR_MS / 4;
/** A power of two of quarters, so that changesOf can halve it. */
const SPAN_MS = 1024 * QUARTER_MS;
const SPANS = Array.from({ length: 34 }, (_, index) => Date.UTC(2026, 0) + index * SPAN_MS);

/** Returns the moments at which the offset of a zone changes, exact to a quarter of an hour. */
function changesOf(zone: Zone, from: number, until: number): number[] {
	if (zone.offset(from) === zone.offset(until)) return [];
	if (until - from === QUARTER_MS) return [until];
	const middle = (from + until) / 2;
	return [...changesOf(zone, from, middle), ...changesOf(zone, middle, until)];
}

/** Generates session starts, mostly within three days of a clock change in the zone, and a time before them. */
function listIn(zone: Zone) {
	const changes = SPANS.flatMap((from) => changesOf(zone, from, from + SPAN_MS));
	const around = fc.constantFrom(...changes, Date.UTC(2026, 5));
	return fc.tuple(around, anyMoment, fc.nat(200)).chain(([change, other, days]) => {
		const near = fc.integer({ min: -72 * 4, max: 72 * 4 }).map((quarters) => change + quarters * QUARTER_MS);
		const start = fc.oneof({ weight: 9, arbitrary: near }, fc.constant(other));
		const starts = fc.uniqueArray(start, { minLength: 1, maxLength: 6 });
		return starts.map((each) => ({ starts: each, now: Math.min(...each) - days * 24 * HOUR_MS - 60_000 }));
	});
}

/** Whether a local time occurs only once. When clocks are set back, times repeat. */
const isUnambiguous = (moment: DateTime) => !moment.isValid || moment.getPossibleOffsets().length === 1;

it.each(Object.entries(displays))(
	"lists each session once, at its true start and with the attendee's GMT offset on that day, if a webinar shows %s",
	async (_name, displayFor) => {
		const plans = anyZone.chain((zone) => fc.tuple(fc.constant(zone), anyZone, listIn(zone)));
		const property = fc.asyncProperty(plans, async ([zone, region, { starts, now }]) => {
			const display: Display = displayFor(zone, region);
			const moments = starts.map((start) => DateTime.fromMillis(start, { zone: 'utc' }));
			for (const moment of moments) {
				fc.pre(isUnambiguous(display.date(moment, EST)));
				fc.pre(zone !== region || isUnambiguous(moment.setZone(zone)));
			}
			setNow(DateTime.fromMillis(now));
			const { reader, requestedZones } = readerOf(display, () => moments);
			const expected = moments.map((moment) => {
				const startsAt = moment.toMillis();
				const timezone = gmtOffset(zone, startsAt);
				const date = display.date(moment, readTimezone(timezone) ?? EST).toFormat(FORMAT);
				return { date, timezone, startsAt };
			});
			expect((await sessionsIn(reader, zone)).sort(byStart)).toEqual(expected.sort(byStart));
			expect(await find(reader, zone, 'next')).toEqual(expected[0]);
			for (const session of expected) {
				const sameDate = expected.filter(({ date }) => date === session.date);
				if (sameDate.length === 1) expect(await find(reader, zone, `5|${session.date}`)).toEqual(session);
			}
			// One request for each offset, one for today's offset, one without a zone and one to compare with.
			const offsets = new Set(expected.map(({ timezone }) => timezone));
			expect(requestedZones.length).toBeLessThanOrEqual(offsets.size + 3);
		});
		await fc.assert(property, { numRuns: 20 });
	},
);

const byStart = (one: { startsAt: number | undefined }, other: { startsAt: number | undefined }) =>
	(one.startsAt ?? 0) - (other.startsAt ?? 0);

it('omits a session after a clock change if the service does not list it yet for the new GMT offset', async () => {
	const london = IANAZone.create('Europe/London');
	// 10:30 there; at the offset of winter it is 09:30, so that today's session is still to come.
	const now = DateTime.utc(2026, 10, 22, 9, 30);
	setNow(now);
	const { reader } = readerOf(sameInstant, (zone) => {
		const local = now.setZone(zone);
		const today = local.startOf('day').plus({ hours: 10 });
		const first = today > local ? 0 : 1;
		return [0, 1, 2, 3, 4].map((days) => today.plus({ days: first + days }));
	});
	const dates = ['2026-10-23', '2026-10-24', '2026-10-25', '2026-10-26'].map((day) => `${day} 10:00`);
	expect((await sessionsIn(reader, london)).map(({ date }) => date)).toEqual(dates);
	for (const date of dates) expect(await find(reader, london, `5|${date}`)).toMatchObject({ date });
	await expect(find(reader, london, '5|2026-10-27 10:00')).rejects.toThrow(
		'Schedule 5 has no session on 2026-10-27 10:00',
	);
});

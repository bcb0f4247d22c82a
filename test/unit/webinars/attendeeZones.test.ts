import fc from 'fast-check';
import { DateTime, IANAZone, Settings, type Zone } from 'luxon';

import { products } from '../../../nodes/WebinarAccount/service/products';
import { findSession, readSessionChoice } from '../../../nodes/WebinarAccount/webinars/chooseSession';
import { WebinarReader } from '../../../nodes/WebinarAccount/webinars/webinarReader';
import type { Session } from '../../../nodes/WebinarAccount/webinars/webinar';
import {
	DATE_FORMAT as FORMAT,
	EST,
	gmtOffset,
	HOUR_MS,
	MINUTE_MS,
	readTimezone,
} from '../../../nodes/WebinarAccount/webinars/dates';
import { answeringClient } from '../../support/answeringClient';

const { automated } = products;

/** How a webinar shows a session that starts at a moment. @param zone the one that was passed, or else EST */
interface Shows {
	states: string;
	date: (start: DateTime, zone: Zone) => DateTime;
}

const showing = (states: string, zoneOfDates: (passed: Zone) => Zone): Shows => ({
	states,
	date: (start, passed) => start.setZone(zoneOfDates(passed)),
});
const webinars = {
	'one instant to everybody': () => showing('auto-detect', (passed) => passed),
	'the same local time to everybody': (attendee) => showing('auto-detect', () => attendee),
	'the time of a region': (_attendee, region) => showing(region.name, () => region),
	'one instant to everybody, although it states a region': (_attendee, region) =>
		showing(region.name, (passed) => passed),
} satisfies Record<string, (attendee: Zone, region: Zone) => Shows>;

/** Sessions as a service shows them. @param startsIn those on offer for the zone that is passed */
function serving({ states, date }: Shows, startsIn: (zone: Zone) => DateTime[]) {
	const asked: unknown[] = [];
	const service = answeringClient(({ timezone }) => {
		asked.push(timezone);
		const zone = readTimezone(String(timezone ?? '')) ?? EST;
		const schedules = startsIn(zone).map((start) => ({
			schedule: 5,
			comment: 'Every day',
			date: date(start, zone).toFormat(FORMAT),
		}));
		return { webinar: { webinar_id: 1, timezone: states, schedules } };
	});
	const reader = new WebinarReader(service, { now: () => Settings.now(), displayedSince: 0 });
	return { reader, asked };
}

const instant = webinars['one instant to everybody']();

const shown = ({ date, timezone, startsAt }: Session) => ({ date, timezone, startsAt });

async function sessionsIn(reader: WebinarReader, zone: Zone) {
	const { sessions } = await reader.forDisplay().webinar(automated, { id: '1' }, zone);
	return sessions.map(shown);
}

async function find(reader: WebinarReader, zone: Zone, value: string) {
	const query = { product: automated, reference: { id: '1' }, zone, choice: readSessionChoice(value) };
	return shown((await findSession(reader, query)).session);
}

const at = (now: DateTime) => (Settings.now = () => now.toMillis());
afterAll(() => void (Settings.now = () => Date.now()));

const zones = Intl.supportedValuesOf('timeZone')
	.filter((name) => name.includes('/'))
	.map((name) => IANAZone.create(name));
const anyZone = fc.constantFrom(...zones);
const anyMoment = fc
	.integer({ min: Date.UTC(2025, 0) / MINUTE_MS, max: Date.UTC(2027, 0) / MINUTE_MS })
	.map((minute) => minute * MINUTE_MS);

const QUARTER_MS = HOUR_MS / 4;
/** A power of two of them, so that it can be halved. */
const SPAN_MS = 1024 * QUARTER_MS;
const SPANS = Array.from({ length: 34 }, (_, index) => Date.UTC(2026, 0) + index * SPAN_MS);

/** The moments at which the offset of a zone changes, to the quarter of an hour. */
function changesOf(zone: Zone, from: number, until: number): number[] {
	if (zone.offset(from) === zone.offset(until)) return [];
	if (until - from === QUARTER_MS) return [until];
	const middle = (from + until) / 2;
	return [...changesOf(zone, from, middle), ...changesOf(zone, middle, until)];
}

/** Sessions, mostly within some days of a change of the attendee's clocks, and a time before them. */
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

describe.each(Object.entries(webinars))('a webinar that shows %s', (_what, showsTo) => {
	it('has each session once, at its true start, with the GMT form of the attendee there', async () => {
		const plans = anyZone.chain((zone) => fc.tuple(fc.constant(zone), anyZone, listIn(zone)));
		const property = fc.asyncProperty(plans, async ([zone, region, { starts, now }]) => {
			const shows: Shows = showsTo(zone, region);
			const moments = starts.map((start) => DateTime.fromMillis(start, { zone: 'utc' }));
			// A local time that is there twice, when clocks are set back, does not say which of the two it means.
			const says = (moment: DateTime) => !moment.isValid || moment.getPossibleOffsets().length === 1;
			const isClear = (moment: DateTime) =>
				says(shows.date(moment, EST)) && (zone !== region || says(moment.setZone(zone)));
			fc.pre(moments.every(isClear));
			at(DateTime.fromMillis(now));
			const { reader, asked } = serving(shows, () => moments);
			const expected = moments.map((moment) => {
				const [startsAt, timezone] = [moment.toMillis(), gmtOffset(zone, moment.toMillis())];
				const date = shows.date(moment, readTimezone(timezone) ?? EST).toFormat(FORMAT);
				return { date, timezone, startsAt };
			});
			expect((await sessionsIn(reader, zone)).sort(byStart)).toEqual(expected.sort(byStart));
			expect(await find(reader, zone, 'next')).toEqual(expected[0]);
			for (const session of expected) {
				const sameDate = expected.filter(({ date }) => date === session.date);
				if (sameDate.length === 1) expect(await find(reader, zone, `5|${session.date}`)).toEqual(session);
			}
			// One for today's offset, one for each other, one without a zone and one to compare with.
			expect(asked.length).toBeLessThanOrEqual(new Set(expected.map(({ timezone }) => timezone)).size + 3);
		});
		await fc.assert(property, { numRuns: 60 });
	});
});

const byStart = (one: { startsAt: number | undefined }, other: { startsAt: number | undefined }) =>
	(one.startsAt ?? 0) - (other.startsAt ?? 0);

it('leaves out a session beyond a change of clocks that is not on offer yet at its own offset', async () => {
	const zone = IANAZone.create('Europe/London');
	// 10:30 there; at the offset of winter it is 09:30, so that today's session is still to come.
	const now = DateTime.utc(2026, 10, 22, 9, 30);
	at(now);
	const { reader } = serving(instant, (asked) => {
		const local = now.setZone(asked);
		const today = local.startOf('day').plus({ hours: 10 });
		const first = today > local ? 0 : 1;
		return [0, 1, 2, 3, 4].map((days) => today.plus({ days: first + days }));
	});
	const dates = ['2026-10-23', '2026-10-24', '2026-10-25', '2026-10-26'].map((day) => `${day} 10:00`);
	expect((await sessionsIn(reader, zone)).map(({ date }) => date)).toEqual(dates);
	for (const date of dates) expect(await find(reader, zone, `5|${date}`)).toMatchObject({ date });
	await expect(find(reader, zone, '5|2026-10-27 10:00')).rejects.toThrow(
		'The schedule 5 has no session on 2026-10-27 10:00',
	);
});

it('a webinar with many sessions is read without comparing each with all others', async () => {
	const COUNT = 600;
	const now = DateTime.utc(2026);
	at(now);
	// Twice a day, so that half a year of them is at another offset.
	const starts = Array.from({ length: COUNT }, (_, index) => now.plus({ hours: (index + 1) * 12 }));
	const { reader } = serving(instant, () => starts);
	const london = IANAZone.create('Europe/London');
	const last = now.plus({ hours: COUNT * 12 }).setZone(london);
	const before = process.cpuUsage();
	const value = `5|${last.toFormat(FORMAT)}`;
	expect(await find(reader, london, value)).toMatchObject({ startsAt: last.toMillis() });
	expect(await sessionsIn(reader, london)).toHaveLength(COUNT);
	// With every session compared with all others, this takes eight seconds.
	expect(process.cpuUsage(before).user / 1e6).toBeLessThan(4);
});

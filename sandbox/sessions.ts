import { DateTime } from 'luxon';
import { displayZone, zoneNamed, type DisplayZone } from './timezones';
import type { SessionRule, Webinar } from './types';

const DATE_FORMAT = 'yyyy-LL-dd HH:mm';
const TIME_FORMATS = { 12: 'hh:mm a', 24: 'HH:mm' } as const;
const MINUTE = 60_000;
const LAST_WEEKDAY = 5;
const SESSIONS_OF_A_LIVE_RULE = 10;

/** How long a date from a detail call stays valid; rolling sessions change every minute. */
const MINUTES_A_SHOWN_DATE_IS_GOOD = 15;

export interface Session {
	schedule: number;
	kind: SessionRule['kind'];
	start: DateTime;
	comment: string;
}

/** All sessions of the detail, earliest first. @param zone in which they are shown */
export function upcomingSessions(webinar: Webinar, now: number, zone = displayZone(webinar)): Session[] {
	const count = webinar.product === 'automated' ? webinar.displayedSchedules : SESSIONS_OF_A_LIVE_RULE;
	const sessions = webinar.sessions
		.flatMap((rule) => sessionsOf(rule, webinar, { now, zone, count }))
		.sort((one, other) => one.start.toMillis() - other.start.toMillis());
	return webinar.product === 'automated' ? sessions.slice(0, count) : sessions;
}

/** The schedule descriptions of the list; an automated right-now webinar has none. */
export function schedulePhrases(webinar: Webinar, now: number): string[] {
	const phrases = webinar.sessions
		.filter(({ kind }) => webinar.product === 'live' || kind !== 'rightNow')
		.flatMap((rule) => sessionsOf(rule, webinar, { now, zone: displayZone(webinar), count: 1 }))
		.map(({ comment }) => comment);
	return [...new Set(phrases)];
}

/** The session of a schedule on a date of the detail in the same zone. */
export function findSession(
	webinar: Webinar,
	wanted: { schedule: number; date: string; zone: DisplayZone },
	now: number,
): Session | undefined {
	for (let minutes = 0; minutes <= MINUTES_A_SHOWN_DATE_IS_GOOD; minutes++) {
		const found = upcomingSessions(webinar, now - minutes * MINUTE, wanted.zone).find(
			(session) => session.schedule === wanted.schedule && dateOf(session, wanted.zone) === wanted.date,
		);
		if (found) return found;
	}
	return undefined;
}

export function dateOf(session: Session, { zone }: DisplayZone): string {
	return session.start.setZone(zone).toFormat(DATE_FORMAT);
}

export function dayAfter(date: string): string {
	return DateTime.fromFormat(date, DATE_FORMAT, { zone: 'utc' }).plus({ days: 1 }).toFormat(DATE_FORMAT);
}

/** The moment of a date in the zone with this name. */
export function moment(date: string, timezone: string): number {
	return DateTime.fromFormat(date, DATE_FORMAT, { zone: zoneNamed(timezone) }).toMillis();
}

/** A moment in the service's format, e.g. "Fri, 31 Oct 2025, 12:00 PM", or with 24 hours. */
export function phrase(moment: number, webinar: Webinar): string {
	const time = DateTime.fromMillis(moment, { zone: webinar.timezone, locale: 'en' });
	return `${time.toFormat('ccc, d LLL yyyy')}, ${timeOfDay(time, webinar)}`;
}

function timeOfDay(time: DateTime, { hours24 }: Webinar): string {
	return time.toFormat(TIME_FORMATS[hours24 ? 24 : 12]);
}

export function isDate(text: string): boolean {
	return DateTime.fromFormat(text, DATE_FORMAT, { zone: 'utc' }).isValid;
}

function sessionsOf(
	rule: SessionRule,
	webinar: Webinar,
	{ now, zone, count }: { now: number; zone: DisplayZone; count: number },
): Session[] {
	const isLocal = webinar.product === 'automated' && webinar.sameLocalTime;
	const there = DateTime.fromMillis(now, { zone: isLocal ? zone.zone : webinar.timezone, locale: 'en' });
	return starts(rule, there, count).map((start) => ({
		schedule: rule.schedule,
		kind: rule.kind,
		start,
		comment: describe(rule, start, webinar),
	}));
}

function starts(rule: SessionRule, now: DateTime, count: number): DateTime[] {
	switch (rule.kind) {
		case 'once':
			return [atTime(now.plus({ days: rule.daysAhead }), rule.time)];
		case 'weekly':
			return recurring(now, rule.time, rule.count, (day) => day.weekday === rule.weekday);
		case 'everyDay':
			return recurring(now, rule.time, count, () => true);
		case 'everyWeekday':
			return recurring(now, rule.time, count, (day) => day.weekday <= LAST_WEEKDAY);
		case 'justInTime':
			return [now.startOf('hour').plus({ minutes: (Math.floor(now.minute / 15) + 1) * 15 })];
		default:
			return [now.startOf('minute')];
	}
}

const undatedComments = {
	justInTime: 'Just in time',
	instantReplay: 'Instant replay',
	alwaysOn: 'Always on',
	rightNow: 'Right now',
} as const;

function describe(rule: SessionRule, start: DateTime, webinar: Webinar): string {
	switch (rule.kind) {
		case 'once':
		case 'weekly':
			return phrase(start.toMillis(), webinar);
		case 'everyDay':
			return `Every day, ${timeOfDay(start, webinar)}`;
		case 'everyWeekday':
			return `Every weekday, ${timeOfDay(start, webinar)}`;
		default:
			return undatedComments[rule.kind];
	}
}

function recurring(now: DateTime, time: string, count: number, on: (day: DateTime) => boolean): DateTime[] {
	const found: DateTime[] = [];
	for (let ahead = 0; found.length < count && ahead <= 7 * count; ahead++) {
		const day = now.plus({ days: ahead });
		const start = on(day) ? atTime(day, time) : now;
		if (start > now) found.push(start);
	}
	return found;
}

function atTime(day: DateTime, time: string): DateTime {
	const [hour = 0, minute = 0] = time.split(':').map(Number);
	return day.set({ hour, minute, second: 0, millisecond: 0 });
}

import { DateTime } from 'luxon';
import { displayZone, zoneNamed, type DisplayZone } from './timezones';
import type { SessionKind, SessionRule, Webinar } from './types';

const DATE_FORMAT = 'yyyy-LL-dd HH:mm';
const TIME_FORMATS = { 12: 'hh:mm a', 24: 'HH:mm' } as const;
const MINUTE_MS = 60_000;
const LAST_WEEKDAY = 5;
/** Maximum sessions of a rule that a live webinar lists. */
const MAX_LIVE_SESSIONS = 10;

/** Time for which a date from a detail response stays valid. A just-in-time date changes every 15 minutes. */
const DATE_VALID_MINUTES = 15;

export interface Session {
	schedule: number;
	kind: SessionKind;
	start: DateTime;
	/** The description that people see, e.g. "Every day, 01:00 PM". */
	comment: string;
}

/**
 * Returns the sessions that the detail lists, earliest first. Single dates stay listed when they are over (service: V, C).
 * An automated webinar lists as many sessions as its setting "Displayed schedules" (service: D).
 *
 * @param zone the time zone in which dates are shown
 */
export function listedSessions(webinar: Webinar, now: number, zone = displayZone(webinar)): Session[] {
	const count = webinar.product === 'automated' ? webinar.displayedSchedules : MAX_LIVE_SESSIONS;
	const sessions = webinar.sessions
		.flatMap((rule) => sessionsOf(rule, webinar, { now, zone, count }))
		.sort((one, other) => one.start.toMillis() - other.start.toMillis());
	return webinar.product === 'automated' ? sessions.slice(0, count) : sessions;
}

/** Returns the listed sessions that are not over, which are the ones that people can register for. */
export function upcomingSessions(webinar: Webinar, now: number, zone = displayZone(webinar)): Session[] {
	return listedSessions(webinar, now, zone).filter(
		({ kind, start }) => !hasFixedStart(kind) || start.toMillis() >= now,
	);
}

/** Returns the next session with a fixed start or, if there is none, the first listed session. */
export function nextSession(webinar: Webinar, now: number): Session | undefined {
	const upcoming = upcomingSessions(webinar, now);
	return upcoming.find(({ kind }) => hasFixedStart(kind)) ?? upcoming[0] ?? listedSessions(webinar, now)[0];
}

/** Whether sessions of this kind start at a fixed time, and not when an attendee comes. */
function hasFixedStart(kind: SessionKind): boolean {
	return !(kind in undatedComments);
}

/** Whether sessions of this kind vanish from a detail that is requested with a time zone (service: V). */
export function vanishesWithTimezone(kind: SessionKind): boolean {
	return kind === 'justInTime' || kind === 'instantReplay';
}

/** Whether the webinar has no session but just in time. The detail then has no date and no ID (service: V). */
export function isJustInTimeOnly({ sessions }: Webinar): boolean {
	return sessions.length > 0 && sessions.every(({ kind }) => kind === 'justInTime');
}

/**
 * Returns the schedule descriptions of the webinar list, e.g. "Sun, 7 Jun 2026, 06:00 PM", past ones included
 * (service: C). An automated right-now webinar has none.
 */
export function scheduleDescriptions(webinar: Webinar, now: number): string[] {
	const descriptions = webinar.sessions
		.filter(({ kind }) => webinar.product === 'live' || kind !== 'rightNow')
		.flatMap((rule) => sessionsOf(rule, webinar, { now, zone: displayZone(webinar), count: 1 }))
		.map(({ comment }) => comment);
	return [...new Set(descriptions)];
}

/** Finds the session of a schedule by the date that a recent detail response showed in the same time zone. */
export function findSession(
	webinar: Webinar,
	wanted: { schedule: number; date: string; zone: DisplayZone },
	now: number,
): Session | undefined {
	for (let minutes = 0; minutes <= DATE_VALID_MINUTES; minutes++) {
		const found = upcomingSessions(webinar, now - minutes * MINUTE_MS, wanted.zone).find(
			(session) => session.schedule === wanted.schedule && dateOf(session, wanted.zone) === wanted.date,
		);
		if (found) return found;
	}
	return undefined;
}

/** Returns the start of a session in the service's format, such as "2026-03-02 14:00". */
export function dateOf(session: Session, { zone }: DisplayZone): string {
	return session.start.setZone(zone).toFormat(DATE_FORMAT);
}

export function dayAfter(date: string): string {
	return DateTime.fromFormat(date, DATE_FORMAT, { zone: 'utc' }).plus({ days: 1 }).toFormat(DATE_FORMAT);
}

/** Returns a date in the named time zone as epoch milliseconds. */
export function toEpochMs(date: string, timezone: string): number {
	return DateTime.fromFormat(date, DATE_FORMAT, { zone: zoneNamed(timezone) }).toMillis();
}

/** Writes a time in the service's format, e.g. "Fri, 31 Oct 2025, 12:00 PM", or with 24 hours (service: V, D). */
export function formatTime(epochMs: number, webinar: Webinar): string {
	return formatDateTime(inZoneOf(webinar, epochMs), webinar);
}

/** Returns the description of a session of this kind, as the list, the detail and the registrants show it. */
export function describeSession(kind: SessionKind, startsAt: number, webinar: Webinar): string {
	return describe(kind, inZoneOf(webinar, startsAt), webinar);
}

export function isDate(text: string): boolean {
	return DateTime.fromFormat(text, DATE_FORMAT, { zone: 'utc' }).isValid;
}

function inZoneOf({ timezone }: Webinar, epochMs: number): DateTime {
	return DateTime.fromMillis(epochMs, { zone: timezone, locale: 'en' });
}

function formatDateTime(time: DateTime, webinar: Webinar): string {
	return `${time.toFormat('ccc, d LLL yyyy')}, ${timeOfDay(time, webinar)}`;
}

function timeOfDay(time: DateTime, { hours24 }: Webinar): string {
	return time.toFormat(TIME_FORMATS[hours24 ? 24 : 12]);
}

/** The latest result of `sessionsOf` for each rule. Many requests need the same sessions, and luxon takes long for them. */
const latestSessions = new WeakMap<SessionRule, { key: string; sessions: Session[] }>();

function sessionsOf(
	rule: SessionRule,
	webinar: Webinar,
	{ now, zone, count }: { now: number; zone: DisplayZone; count: number },
): Session[] {
	const isAtLocalTime = webinar.product === 'automated' && webinar.sameLocalTime;
	const ruleZone = isAtLocalTime ? zone.zone : webinar.timezone;
	const localNow = DateTime.fromMillis(now, { zone: ruleZone, locale: 'en' });
	// Sessions start at full minutes, so they stay the same within a minute.
	const key = JSON.stringify([Math.floor(now / MINUTE_MS), localNow.zoneName, webinar.hours24, count]);
	const latest = latestSessions.get(rule);
	if (latest?.key === key) return latest.sessions;
	const sessions = startsOf(rule, localNow, count).map((start) => ({
		schedule: rule.schedule,
		kind: rule.kind,
		start,
		comment: describe(rule.kind, start, webinar),
	}));
	latestSessions.set(rule, { key, sessions });
	return sessions;
}

function startsOf(rule: SessionRule, now: DateTime, count: number): DateTime[] {
	switch (rule.kind) {
		case 'once':
			return 'startsAt' in rule
				? [DateTime.fromMillis(rule.startsAt, { zone: now.zone, locale: 'en' })]
				: [atTime(now.plus({ days: rule.daysAhead }), rule.time)];
		case 'weekly':
			return recurringStarts(now, rule.time, rule.count, (day) => day.weekday === rule.weekday);
		case 'everyDay':
			return recurringStarts(now, rule.time, count, () => true);
		case 'everyWeekday':
			return recurringStarts(now, rule.time, count, (day) => day.weekday <= LAST_WEEKDAY);
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

function describe(kind: SessionKind, start: DateTime, webinar: Webinar): string {
	switch (kind) {
		case 'once':
		case 'weekly':
			return formatDateTime(start, webinar);
		case 'everyDay':
			return `Every day, ${timeOfDay(start, webinar)}`;
		case 'everyWeekday':
			return `Every weekday, ${timeOfDay(start, webinar)}`;
		default:
			return undatedComments[kind];
	}
}

/** Returns the next `count` starts at a time of day, on the days that `isOn` selects. */
function recurringStarts(
	now: DateTime,
	time: string,
	count: number,
	isOn: (day: DateTime) => boolean,
): DateTime[] {
	const found: DateTime[] = [];
	for (let ahead = 0; found.length < count && ahead <= 7 * count; ahead++) {
		const day = now.plus({ days: ahead });
		const start = isOn(day) ? atTime(day, time) : now;
		if (start > now) found.push(start);
	}
	return found;
}

function atTime(day: DateTime, time: string): DateTime {
	const [hour = 0, minute = 0] = time.split(':').map(Number);
	return day.set({ hour, minute, second: 0, millisecond: 0 });
}

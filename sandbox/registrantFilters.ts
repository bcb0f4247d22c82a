import { DateTime, Interval } from 'luxon';
import { scheduleIdOf } from './registrantRow';
import { rooms, type Parameters, type Registrant, type Room, type Webinar } from './types';
import { given } from './validation';

type Filter = (registrant: Registrant) => boolean;

/** The values 0 to 4 of `attended_live` and `attended_replay` (service: D). 0 filters nothing. */
const attendance: ReadonlyArray<((leftAt: number | undefined, limit: number) => boolean) | undefined> = [
	undefined,
	(leftAt) => leftAt !== undefined,
	(leftAt) => leftAt === undefined,
	(leftAt, limit) => leftAt !== undefined && leftAt < limit,
	(leftAt, limit) => leftAt !== undefined && leftAt >= limit,
];
/** The values that need a timestamp. */
const valuesWithTimestamp = [3, 4];

/** The values 0 to 2 of `purchased` (service: D). */
const purchase: ReadonlyArray<Filter | undefined> = [undefined, hasPurchased, (who) => !hasPurchased(who)];

/**
 * The values 0 to 8 of `date_range` as intervals (service: D), from the start of today. They select by sign-up date
 * (service: C). That weeks begin on Monday is assumed.
 */
const dateRanges: ReadonlyArray<((today: DateTime) => Interval) | undefined> = [
	undefined,
	(today) => Interval.after(today, { days: 1 }),
	(today) => Interval.after(today.minus({ days: 1 }), { days: 1 }),
	(today) => Interval.after(today.startOf('week'), { weeks: 1 }),
	(today) => Interval.after(today.startOf('week').minus({ weeks: 1 }), { weeks: 1 }),
	(today) => Interval.after(today.minus({ days: 6 }), { days: 7 }),
	(today) => Interval.after(today.startOf('month'), { months: 1 }),
	(today) => Interval.after(today.startOf('month').minus({ months: 1 }), { months: 1 }),
	(today) => Interval.after(today.minus({ days: 29 }), { days: 30 }),
];

/** Returns the filters that well-formed parameters ask for. */
export function registrantFilters(parameters: Parameters, webinar: Webinar, now: number): Filter[] {
	const schedule = given(parameters, 'schedule_id');
	return [
		schedule === undefined ? undefined : (who: Registrant) => scheduleIdOf(who) === Number(schedule),
		...rooms.map((room) => byAttendance(parameters, room)),
		purchase[chosen(parameters, 'purchased')],
		bySignupDate(chosen(parameters, 'date_range'), DateTime.fromMillis(now, { zone: webinar.timezone })),
		bySearch(given(parameters, 'search')),
	].filter((filter) => filter !== undefined);
}

/** Returns the parameters that the chosen values of other parameters require. */
export function timestampsRequiredBy(parameters: Parameters): string[] {
	return rooms
		.filter((room) => valuesWithTimestamp.includes(chosen(parameters, `attended_${room}`)))
		.map((room) => `attended_${room}_timestamp`);
}

function chosen(parameters: Parameters, field: string): number {
	return Number(given(parameters, field) ?? 0);
}

function byAttendance(parameters: Parameters, room: Room): Filter | undefined {
	const test = attendance[chosen(parameters, `attended_${room}`)];
	const limit = chosen(parameters, `attended_${room}_timestamp`);
	return test && ((who) => test(secondOfLeaving(who, room), limit));
}

/** Returns the second of the session at which a person left a room; undefined if the person did not open it. */
function secondOfLeaving({ attended, enteredLiveAfter }: Registrant, room: Room): number | undefined {
	const seconds = attended[room];
	if (seconds === undefined || room === 'replay') return seconds;
	return enteredLiveAfter + seconds;
}

function bySignupDate(range: number, now: DateTime): Filter | undefined {
	const interval = dateRanges[range]?.(now.startOf('day'));
	return interval && (({ registeredAt }) => interval.contains(DateTime.fromMillis(registeredAt)));
}

function bySearch(text: string | undefined): Filter | undefined {
	// What the service matches is unknown.
	const wanted = text?.toLowerCase();
	if (wanted === undefined) return undefined;
	return ({ firstName, lastName = '', email }) =>
		[`${firstName} ${lastName}`, email].some((value) => value.toLowerCase().includes(wanted));
}

function hasPurchased({ purchased }: Registrant): boolean {
	return rooms.some((room) => purchased[room] !== undefined);
}

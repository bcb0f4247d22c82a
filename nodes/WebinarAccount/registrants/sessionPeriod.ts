import { DateTime, type Zone } from 'luxon';

import type { Registrant } from '../service/schemas';
import { normalizedDate } from '../webinars/dates';

/** A period from the first to the last calendar day, both included, as YYYY-MM-DD. */
interface SessionPeriod {
	firstDay: string;
	lastDay: string;
}

type DayRange = readonly [firstDay: DateTime, lastDay: DateTime];

/**
 * The periods that users can choose. Each is calculated from today. "Last 7 Days" means today and the six days before.
 */
const periods = {
	today: (today): DayRange => [today, today],
	yesterday: (today): DayRange => [today.minus({ days: 1 }), today.minus({ days: 1 })],
	last7Days: (today): DayRange => [today.minus({ days: 6 }), today],
	last30Days: (today): DayRange => [today.minus({ days: 29 }), today],
	thisMonth: (today): DayRange => [today.startOf('month'), today.endOf('month')],
	lastMonth: (today): DayRange => {
		const lastMonth = today.minus({ months: 1 });
		return [lastMonth.startOf('month'), lastMonth.endOf('month')];
	},
} satisfies Record<string, (today: DateTime) => DayRange>;

export type PeriodName = keyof typeof periods;

/**
 * Returns the first and the last day of a period.
 * @param now milliseconds since 1970
 * @param zone the time zone that determines which day is today
 */
export function sessionPeriod(name: PeriodName, now: number, zone: Zone): SessionPeriod {
	const [firstDay, lastDay] = periods[name](DateTime.fromMillis(now, { zone }));
	return { firstDay: firstDay.toFormat('yyyy-MM-dd'), lastDay: lastDay.toFormat('yyyy-MM-dd') };
}

/**
 * Whether the session of a row is on a day in the period. Compares the day as it is written in the row, without
 * converting it to another time zone.
 * @returns undefined if the row has no readable date, e.g. for a just-in-time session
 */
export function isInPeriod({ event, schedule }: Registrant, period: SessionPeriod): boolean | undefined {
	const date = normalizedDate(event) ?? normalizedDate(schedule);
	if (date === undefined) return undefined;
	const day = date.slice(0, 'yyyy-MM-dd'.length);
	return period.firstDay <= day && day <= period.lastDay;
}

import { DateTime, type Zone } from 'luxon';

import type { Registrant } from '../service/schemas';
import { normalizedDate } from '../webinars/dates';

/** The first and the last calendar day of a period, both included, as YYYY-MM-DD. */
interface SessionPeriod {
	firstDay: string;
	lastDay: string;
}

type DayRange = readonly [firstDay: DateTime, lastDay: DateTime];

/** Periods by name, in the order of time. "Last 7 Days" means today and the six days before. */
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

/** Returns the days of a period. @param now milliseconds since 1970 @param zone decides which day is today */
export function sessionPeriod(name: PeriodName, now: number, zone: Zone): SessionPeriod {
	const [firstDay, lastDay] = periods[name](DateTime.fromMillis(now, { zone }));
	return { firstDay: firstDay.toFormat('yyyy-MM-dd'), lastDay: lastDay.toFormat('yyyy-MM-dd') };
}

/**
 * Whether the session of a row is in the period; undefined if the row has no readable date, as with just in time. The
 * dates of rows are in the webinar's zone, so their calendar days are compared without a conversion.
 */
export function isInPeriod({ event, schedule }: Registrant, period: SessionPeriod): boolean | undefined {
	const date = normalizedDate(event) ?? normalizedDate(schedule);
	if (date === undefined) return undefined;
	const day = date.slice(0, 'yyyy-MM-dd'.length);
	return period.firstDay <= day && day <= period.lastDay;
}

import { DateTime, type Zone } from 'luxon';

/** The periods of past sessions. "Last 7 Days" means today and the six days before. */
export type PastPeriod = 'today' | 'yesterday' | 'last7Days' | 'last30Days' | 'thisMonth' | 'lastMonth';

/** The periods of sessions to come. "Next 7 Days" means today and the six days after. */
export type ComingPeriod = 'today' | 'tomorrow' | 'next7Days' | 'thisMonth';

/**
 * Returns a function that says whether a date is on a day in the period. The date begins with YYYY-MM-DD, and is compared as
 * written, without converting it to another time zone.
 * @param now milliseconds since 1970
 * @param zone the time zone that determines which day is today
 */
export function sessionPeriod(name: PastPeriod | ComingPeriod, now: number, zone: Zone) {
	const today = DateTime.fromMillis(now, { zone });
	const yesterday = today.minus({ days: 1 });
	const tomorrow = today.plus({ days: 1 });
	const inLastMonth = today.minus({ months: 1 });
	const periods: Record<PastPeriod | ComingPeriod, [firstDay: DateTime, lastDay: DateTime]> = {
		today: [today, today],
		yesterday: [yesterday, yesterday],
		tomorrow: [tomorrow, tomorrow],
		last7Days: [today.minus({ days: 6 }), today],
		next7Days: [today, today.plus({ days: 6 })],
		last30Days: [today.minus({ days: 29 }), today],
		thisMonth: [today.startOf('month'), today.endOf('month')],
		lastMonth: [inLastMonth.startOf('month'), inLastMonth.endOf('month')],
	};
	const [firstDay, lastDay] = periods[name];
	const first = firstDay.toFormat(DAY_FORMAT);
	const last = lastDay.toFormat(DAY_FORMAT);
	return (date: string) => {
		const day = date.slice(0, DAY_FORMAT.length);
		return day >= first && day <= last;
	};
}

const DAY_FORMAT = 'yyyy-MM-dd';

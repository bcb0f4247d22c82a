import { DateTime, type Zone } from 'luxon';

import type { Registrant } from '../service/schemas';
import { normalizedDate } from '../webinars/dates';

/** The periods that users can choose. "Last 7 Days" means today and the six days before. */
export type PeriodName = 'today' | 'yesterday' | 'last7Days' | 'last30Days' | 'thisMonth' | 'lastMonth';

/**
 * Returns a function that says whether the session of a row is on a day in the period. It compares the day
 * that is written in the row, without converting it to another time zone. It returns undefined if the row has no readable
 * date, e.g. for a just-in-time session.
 * @param now milliseconds since 1970
 * @param zone the time zone that determines which day is today
 */
export function sessionPeriod(name: PeriodName, now: number, zone: Zone) {
	const today = DateTime.fromMillis(now, { zone });
	const yesterday = today.minus({ days: 1 });
	const inLastMonth = today.minus({ months: 1 });
	const periods: Record<PeriodName, [firstDay: DateTime, lastDay: DateTime]> = {
		today: [today, today],
		yesterday: [yesterday, yesterday],
		last7Days: [today.minus({ days: 6 }), today],
		last30Days: [today.minus({ days: 29 }), today],
		thisMonth: [today.startOf('month'), today.endOf('month')],
		lastMonth: [inLastMonth.startOf('month'), inLastMonth.endOf('month')],
	};
	const [firstDay, lastDay] = periods[name];
	const first = firstDay.toFormat(DAY_FORMAT);
	const last = lastDay.toFormat(DAY_FORMAT);
	return ({ event, schedule }: Registrant) => {
		const date = normalizedDate(event) ?? normalizedDate(schedule);
		if (date === undefined) return undefined;
		const day = date.slice(0, DAY_FORMAT.length);
		return day >= first && day <= last;
	};
}

const DAY_FORMAT = 'yyyy-MM-dd';

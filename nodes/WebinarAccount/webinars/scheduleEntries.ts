import type { Zone } from 'luxon';

import type { Product } from '../service/products';
import { type Json, readScheduleObject, type ScheduleObject, type WebinarDetail } from '../service/schemas';
import { momentOf } from './dates';
import { isRecurring, type SessionKind, sessionKind } from './sessionKind';
import { readEntryWithoutId } from './unusableEntries';
import { isJustInTimeOrReplay, type Session, type Webinar } from './webinar';

/** An entry in the `schedules` of a webinar's details. */
export interface Entry {
	/** The entry as the service returned it. */
	original: Json;
	/** The entry's fields; undefined if the entry has no numeric ID. */
	listed: ScheduleObject | undefined;
	kind: SessionKind;
	/** The start in milliseconds since 1970; undefined without a readable date, and for sessions that are always open. */
	startsAt: number | undefined;
	/** The GMT offset sent in the request, e.g. "GMT+5:30"; undefined if the request had no `timezone`. */
	offset: string | undefined;
}

/**
 * Reads the entries in the `schedules` of a webinar's details.
 * @param offset the value of `timezone` in the request
 * @param zone the time zone of the dates in the response
 */
export function readEntries(
	{ schedules, type }: WebinarDetail,
	offset: string | undefined,
	zone: Zone,
): Entry[] {
	return (schedules ?? []).map((original) => {
		const listed = readScheduleObject(original);
		const { comment } = listed ?? readEntryWithoutId(original);
		const kind = sessionKind(comment, type);
		const startsAt = listed && kind !== 'anyTime' ? momentOf(listed.date, zone) : undefined;
		return { original, listed, kind, startsAt, offset };
	});
}

/** Converts the entries that have an ID to sessions, and returns the other entries separately as `unbookable`. */
export function readSchedule(
	product: Product,
	type: WebinarDetail['type'],
	entries: readonly Entry[],
): Pick<Webinar, 'sessions' | 'unbookable'> {
	const bookable = entries.flatMap((entry) => (entry.listed ? [{ ...entry, listed: entry.listed }] : []));
	const unbookable = entries.filter(({ listed }) => !listed).map(({ original }) => original);
	const entriesPerId = countById(bookable.map(({ listed }) => listed.schedule));
	const seriesLength = bookable.filter((entry) => !isJustInTimeOrReplay(entry)).length;
	const sessions = bookable.map((entry): Session => {
		const { listed, kind, startsAt, offset } = entry;
		const { schedule, date, comment = null } = listed;
		const isPartOfSeries = type === 'Series of presentations' && !isJustInTimeOrReplay(entry);
		const isIdShared = (entriesPerId.get(schedule) ?? 0) > 1;
		return {
			schedule,
			kind,
			date,
			comment,
			startsAt,
			timezone: isJustInTimeOrReplay(entry) ? undefined : offset,
			isSeries: isIdShared || isRecurring(comment) || (isPartOfSeries && seriesLength > 1),
			coversWebinar: isPartOfSeries && product.registersWholeSeries,
			listed,
		};
	});
	return { sessions, unbookable };
}

/** Counts how often each ID occurs. */
function countById(ids: readonly number[]): Map<number, number> {
	const counts = new Map<number, number>();
	for (const id of ids) counts.set(id, (counts.get(id) ?? 0) + 1);
	return counts;
}

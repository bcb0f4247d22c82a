import type { Zone } from 'luxon';

import type { Product } from '../service/products';
import { type Json, readScheduleObject, type ScheduleObject, type WebinarDetail } from '../service/schemas';
import { momentOf } from './dates';
import { isRecurring, type SessionKind, sessionKind } from './sessionKind';
import { readEntryWithoutId } from './unusableEntries';
import { isJustInTimeOrReplay, type Session, type Webinar } from './webinar';

/** An entry of a schedule, with what the request that it came from says about it. */
export interface Entry {
	/** As the service wrote it. */
	written: Json;
	/** Undefined for an entry without a numeric ID. */
	listed: ScheduleObject | undefined;
	kind: SessionKind;
	/** Milliseconds since 1970. */
	startsAt: number | undefined;
	/** The GMT form that was passed in the request. */
	offset: string | undefined;
}

/** @param offset the one that was passed @param zone the zone of the dates */
export function readEntries(
	{ schedules, type }: WebinarDetail,
	offset: string | undefined,
	zone: Zone,
): Entry[] {
	return (schedules ?? []).map((written) => {
		const listed = readScheduleObject(written);
		const { comment } = listed ?? readEntryWithoutId(written);
		const kind = sessionKind(comment, type);
		const startsAt = listed && kind !== 'anyTime' ? momentOf(listed.date, zone) : undefined;
		return { written, listed, kind, startsAt, offset };
	});
}

/** Turns the entries of a schedule into sessions. */
export function readSchedule(
	product: Product,
	type: WebinarDetail['type'],
	entries: readonly Entry[],
): Pick<Webinar, 'sessions' | 'unbookable'> {
	const bookable = entries.flatMap((entry) => (entry.listed ? [{ ...entry, listed: entry.listed }] : []));
	const entriesOf = new Map<number, number>();
	for (const { listed } of bookable)
		entriesOf.set(listed.schedule, (entriesOf.get(listed.schedule) ?? 0) + 1);
	const numbered = bookable.filter((entry) => !isJustInTimeOrReplay(entry)).length;
	const sessions = bookable.map((entry): Session => {
		const { listed, kind, startsAt, offset } = entry;
		const { schedule, date, comment = null } = listed;
		const sharesId = (entriesOf.get(schedule) ?? 0) > 1;
		const isInSeries = type === 'Series of presentations' && !isJustInTimeOrReplay(entry);
		return {
			schedule,
			kind,
			date,
			comment,
			startsAt,
			timezone: isJustInTimeOrReplay(entry) ? undefined : offset,
			isSeries: sharesId || isRecurring(comment) || (isInSeries && numbered > 1),
			coversWebinar: isInSeries && product.registersWholeSeries,
			listed,
		};
	});
	return { sessions, unbookable: entries.filter(({ listed }) => !listed).map(({ written }) => written) };
}

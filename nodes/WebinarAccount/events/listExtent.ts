import { z } from 'zod/v4';

import type { ListReading } from '../service/registrants';
import type { Registrant, RegistrantsPage } from '../service/registrantsSchema';
import { keyOf } from './rowKey';

/**
 * How far a list reached when it was last known to the end. Kept only of a list that was seen as a whole; with it, a
 * later poll tells from one page whether anything changed.
 */
export const listExtent = z.object({
	/** Number of rows. */
	total: z.int(),
	pages: z.int(),
	perPage: z.int(),
	/** Whether the host says the total; else it follows from the last page. */
	stated: z.boolean(),
	/** Where new rows appear: at the end, at the front, or anywhere. */
	order: z.enum(['ascending', 'descending', 'any']),
});

export type ListExtent = z.output<typeof listExtent>;

/** What a whole reading says of the list; null when rows may have moved meanwhile, or the host counts nothing. */
export function extentOf({ rows, first, last, pages }: ListReading): ListExtent | null {
	const perPage = first.rows.length;
	const total = totalOf(last, pages, perPage);
	if (total === undefined || total !== rows.length) return null;
	return { total, pages, perPage, stated: first.total !== undefined, order: orderOf(rows) };
}

/** Number of all rows, as one page tells it; undefined when it does not. */
export function totalOf(page: RegistrantsPage, number: number, perPage: number): number | undefined {
	if (page.total !== undefined) return page.total;
	const isLast = page.lastPage !== undefined && Math.max(1, page.lastPage) === number;
	return isLast ? (number - 1) * perPage + page.rows.length : undefined;
}

/** How rows follow each other by their keys. The service does not state it, so it is looked at. */
function orderOf(rows: readonly Registrant[]): ListExtent['order'] {
	const keys = rows.map(keyOf);
	const follow = (is: (key: number, before: number) => boolean) =>
		keys.length > 1 && keys.every((key, place) => place === 0 || is(key, keys[place - 1] ?? key));
	if (follow((key, before) => key > before)) return 'ascending';
	return follow((key, before) => key < before) ? 'descending' : 'any';
}

/**
 * The page that shows whether a list changed. Where new rows can appear anywhere the total shows it, and each poll
 * looks at another page, in case as many rows went as came.
 */
export function pageToProbe({ pages, order, stated }: ListExtent, now: number): number {
	if (order === 'descending') return 1;
	if (order === 'ascending' || !stated) return pages;
	return 1 + (scattered(now) % pages);
}

/** Multiplication by the golden ratio spreads moments that lie a fixed interval apart. */
function scattered(now: number): number {
	return Math.imul(Math.floor(now / 1000), 0x9e3779b1) >>> 8;
}

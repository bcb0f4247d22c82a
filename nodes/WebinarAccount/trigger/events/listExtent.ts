import { z } from 'zod/v4';

import { registrationNumber } from '../../service/registrants/identity';
import type { ListReading } from '../../service/registrants/registrants';
import type { Registrant, RegistrantsPage } from '../../service/registrants/schema';

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
export function extentOf({ rows, first, pages }: ListReading): ListExtent | null {
	const perPage = first.rows.length;
	const total = totalOf(pages.at(-1) ?? first, pages.length, perPage);
	if (total === undefined || total !== rows.length || !pages.every((page) => saysTheSame(page, first)))
		return null;
	return { total, pages: pages.length, perPage, stated: first.total !== undefined, order: orderOf(rows) };
}

/** Whether two pages say the same of the length of the list. */
export function saysTheSame(one: RegistrantsPage, other: RegistrantsPage): boolean {
	return one.total === other.total && one.lastPage === other.lastPage;
}

/** Number of all rows, as one page tells it; undefined when it does not. */
export function totalOf(page: RegistrantsPage, number: number, perPage: number): number | undefined {
	if (page.total !== undefined) return page.total;
	const isLast = page.lastPage !== undefined && Math.max(1, page.lastPage) === number;
	return isLast ? (number - 1) * perPage + page.rows.length : undefined;
}

/** Number of the last page, as the first one tells it; 1 when it does not. */
export function lastPageOf({ lastPage, total, rows }: RegistrantsPage): number {
	return Math.max(1, lastPage ?? Math.ceil((total ?? 0) / Math.max(1, rows.length)));
}

/** How rows follow each other by their numbers. The service does not state it, so it is looked at. */
export function orderOf(rows: readonly Registrant[], numberOf = registrationNumber): ListExtent['order'] {
	const numbers = rows.map((row) => numberOf(row) ?? NaN);
	const follow = (is: (number: number, before: number) => boolean) =>
		numbers.length > 1 &&
		numbers.every((number, place) => place === 0 || is(number, numbers[place - 1] ?? NaN));
	if (follow((number, before) => number > before)) return 'ascending';
	return follow((number, before) => number < before) ? 'descending' : 'any';
}

/**
 * Whether the counts alone show that a row slipped from a page still to be read to one read before, because another was
 * removed. At the end of an ascending list a new row can make up for the removed one.
 */
export function countsShowMoves({ stated, order }: Pick<ListExtent, 'stated' | 'order'>): boolean {
	return stated && order !== 'ascending';
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

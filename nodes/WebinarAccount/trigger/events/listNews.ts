import { type PageReader, readPages } from '../../service/registrants/registrants';
import type { Registrant, RegistrantsPage } from '../../service/registrants/schema';
import { HeldPages } from './heldPages';
import { countsShowMoves, type ListExtent, pageToProbe, saysTheSame, totalOf } from './listExtent';
import { keyOf } from './rowKey';
import { readWholeList, type WholeList } from './wholeList';

/** One list of registrants, as a poll looks at it. */
export interface WatchedList {
	readPage: PageReader;
	/** Whether rows only join it when they are registered, so that new ones have the highest ids. */
	growsByRegistration: boolean;
	/** Whether a row belongs in it: a host may ignore the filters it was asked with. */
	holds: (row: Registrant) => boolean;
}

/** The same with what is known of it. */
interface ComparedList extends WatchedList {
	isKnown: (row: Registrant) => boolean;
}

interface ListNews {
	/** Rows not known before. */
	rows: Registrant[];
	/** Null when the list has to be read whole the next time. */
	extent: ListExtent | null;
}

/**
 * Finds the rows of a list that are not known yet, with as few calls as the host's answers allow: one when nothing
 * changed. Order, totals and pages only save calls; whatever does not fit together ends in reading the whole list.
 * @param before how far the list reached at the last poll
 * @param now milliseconds since 1970
 */
export async function readNews(
	list: ComparedList,
	before: ListExtent | null,
	now: number,
): Promise<ListNews> {
	if (before === null) return await readWhole(list);
	const probe = await readProbe(list, before, now);
	if (probe.total === before.total && !probe.page.rows.some((row) => isNew(row, list))) {
		return { rows: [], extent: before };
	}
	return (await readNewEnd(list, before, probe)) ?? (await readWhole(list));
}

async function readWhole(list: ComparedList): Promise<ListNews> {
	const whole = await readWholeList(list.readPage);
	return { rows: whole.rows.filter((row) => isNew(row, list)), extent: settledExtent(list, whole) };
}

/** A list with rows that do not belong there can change without its total; then only reading it shows. */
export function settledExtent(
	{ growsByRegistration, holds }: WatchedList,
	{ extent, rows }: WholeList,
): ListExtent | null {
	if (extent === null || growsByRegistration) return extent;
	return rows.every(holds) ? { ...extent, order: 'any' } : null;
}

interface Probe {
	pages: HeldPages;
	number: number;
	page: RegistrantsPage;
	perPage: number;
	/** Undefined when it could not be learned. */
	total: number | undefined;
}

async function readProbe({ readPage }: ComparedList, before: ListExtent, now: number): Promise<Probe> {
	const pages = new HeldPages(readPage);
	const number = pageToProbe(before, now);
	const page = await pages.hold(number);
	// While there is but one page, how many rows it can hold is not known.
	const perPage = number === 1 ? page.rows.length : before.perPage;
	const total = totalOf(page, number, perPage);
	const { lastPage } = page;
	const probe = { pages, number, page, perPage };
	if (total !== undefined || lastPage === undefined) return { ...probe, total };
	return { ...probe, total: totalOf(await pages.hold(lastPage), lastPage, perPage) };
}

/**
 * Where rows are in the order of their ids, new ones are at one end. The pages read there reach to the first known
 * row; when they hold just as many new ones as the list grew by, these are all.
 */
async function readNewEnd(
	list: ComparedList,
	before: ListExtent,
	{ pages, number: from, page, perPage, total }: Probe,
): Promise<ListNews | undefined> {
	const grownBy = (total ?? 0) - before.total;
	if (before.order === 'any' || total === undefined || grownBy <= 0 || perPage === 0) return undefined;
	const isAscending = before.order === 'ascending';
	const last = page.lastPage ?? Math.ceil(total / perPage);
	const to = isAscending ? last : Math.min(last, Math.ceil((grownBy + 1) / perPage));
	await pages.hold(to);
	const answers = await readPages(pages.read, from, to);
	const rows = answers.flatMap((answer) => answer.rows);
	const innermost = isAscending ? rows[0] : rows.at(-1);
	if (!innermost || isNew(innermost, list)) return undefined;
	// Rows that move while pages are read come twice.
	const distinct = new Map(rows.filter((row) => isNew(row, list)).map((row) => [keyOf(row), row]));
	const isSteady = answers.every((answer) => saysTheSame(answer, page));
	if (!isSteady || distinct.size !== grownBy) return undefined;
	if (!countsShowMoves(before) && !(await pages.areSame(from, to))) return undefined;
	return { rows: [...distinct.values()], extent: { ...before, total, pages: last, perPage } };
}

function isNew(row: Registrant, { holds, isKnown }: ComparedList): boolean {
	return holds(row) && !isKnown(row);
}

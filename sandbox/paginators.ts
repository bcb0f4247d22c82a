import type { Paginator, Registrant } from './types';

const PER_PAGE = 25;

interface RowList {
	registrants: readonly Registrant[];
	toRow: (registrant: Registrant) => object;
	/** Starts at 1. */
	page: number;
	/** Address of the operation. */
	url: string;
}

/**
 * The shapes of a list of rows: the members of the answer besides `status`. The first is the most common; older client
 * code reads the others.
 */
export const paginators = {
	paginator: (list: RowList) => ({
		registrants: {
			...onePage(list),
			last_page: lastPage(list),
			per_page: PER_PAGE,
			total: list.registrants.length,
			next_page_url: list.page < lastPage(list) ? `${list.url}?page=${list.page + 1}` : null,
		},
	}),
	/** Like the next two, returns all rows in one answer and ignores the page. */
	bareArray: (list: RowList) => ({ registrants: allRows(list) }),
	users: (list: RowList) => ({ users: allRows(list) }),
	user: (list: RowList) => ({ user: allRows(list) }),
	minimal: (list: RowList) => ({ registrants: { ...onePage(list), last_page: lastPage(list) } }),
	/** Returns the first page for every page number. */
	repeating: (list: RowList) => ({ registrants: onePage({ ...list, page: 1 }) }),
	withoutLastPage: (list: RowList) => ({ registrants: onePage(list) }),
} satisfies Record<Paginator, (list: RowList) => object>;

function onePage({ registrants, toRow, page }: RowList) {
	const data = registrants.slice((page - 1) * PER_PAGE, page * PER_PAGE).map(toRow);
	return { current_page: page, data };
}

function lastPage({ registrants }: RowList): number {
	return Math.max(1, Math.ceil(registrants.length / PER_PAGE));
}

function allRows({ registrants, toRow }: RowList): object[] {
	return registrants.map(toRow);
}

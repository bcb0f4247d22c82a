import { inOrder } from '../service/inOrder';
import type { Registrant } from '../service/registrantsSchema';
import type { WatchedList } from './listNews';
import { inOrderOfRegistration } from './registrantPoll';
import { keyOf } from './rowKey';

/** Calls for examples. */
const MAX_CALLS = 2;

/** Rows for building a workflow, the newest first as far as two pages show them. */
export async function readRecentRows(
	lists: ReadonlyArray<Pick<WatchedList, 'readPage' | 'holds'>>,
): Promise<Registrant[]> {
	const rowsOf = await inOrder(lists, lists.length, async ({ readPage, holds }) => {
		const { rows, lastPage = 1 } = await readPage(1);
		// New rows are on the first page or on the last.
		const isWorthMore = lists.length < MAX_CALLS && lastPage > 1;
		return [...rows, ...(isWorthMore ? (await readPage(lastPage)).rows : [])].filter(holds);
	});
	const rows = new Map(rowsOf.flat().map((row) => [keyOf(row), row]));
	return inOrderOfRegistration(rows.values()).reverse();
}

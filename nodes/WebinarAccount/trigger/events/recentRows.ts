import { mapConcurrent } from '../../utils/mapConcurrent';
import { registrationNumber } from '../../service/registrants/identity';
import type { Registrant } from '../../service/registrants/schema';
import { lastPageOf } from './listExtent';
import type { WatchedList } from './listNews';
import { inOrderOfRegistration } from './registrantPoll';
import { keyOf } from './rowKey';

/** A last page with fewer rows is read with the one before. */
const ENOUGH = 3;

/** Rows for building a workflow, the newest first as far as the ends of the lists show them. */
export async function readRecentRows(lists: ReadonlyArray<WatchedList>): Promise<Registrant[]> {
	const rowsOf = await mapConcurrent(lists, lists.length, readEnds);
	const rows = new Map(rowsOf.flat().map((row) => [keyOf(row), row]));
	return inOrderOfRegistration(rows.values()).reverse();
}

/** New rows are on the first page or on the last; three calls at most. */
async function readEnds({ readPage, holds }: WatchedList): Promise<Registrant[]> {
	const first = await readPage(1);
	const { rows: front } = first;
	const lastPage = lastPageOf(first);
	const end = lastPage > 1 ? (await readPage(lastPage)).rows : [];
	const isEndNewer = newestOf(end) > newestOf(front);
	const before = isEndNewer && end.length < ENOUGH && lastPage > 2 ? (await readPage(lastPage - 1)).rows : [];
	return [...front, ...before, ...end].filter(holds);
}

function newestOf(rows: readonly Registrant[]): number {
	return Math.max(...rows.map((row) => registrationNumber(row) ?? -1));
}

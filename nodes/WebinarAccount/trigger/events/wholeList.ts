import { type ListReading, type PageReader, readList } from '../../service/registrants/registrants';
import { HeldPages } from './heldPages';
import { countsShowMoves, extentOf, lastPageOf, type ListExtent } from './listExtent';

export interface WholeList extends ListReading {
	/** Null when rows may have moved meanwhile, or the host counts nothing. */
	extent: ListExtent | null;
}

/** Reads all rows, and whether these are all. */
export async function readWholeList(readPage: PageReader): Promise<WholeList> {
	const held = new HeldPages(readPage);
	const first = await held.hold(1);
	await held.hold(lastPageOf(first));
	const reading = await readList(held.read);
	const extent = extentOf(reading);
	const isWhole = extent === null || countsShowMoves(extent) || (await held.areSame(1, extent.pages));
	return { ...reading, extent: isWhole ? extent : null };
}

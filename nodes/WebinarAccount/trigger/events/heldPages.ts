import { mapConcurrent } from '../../utils/mapConcurrent';
import type { PageReader } from '../../service/registrants/registrants';
import type { RegistrantsPage } from '../../service/registrants/schema';
import { keyOf } from './rowKey';

/**
 * Pages of which some are read ahead of the others, and looked at again after them. When the first and the last page
 * of a range were read before those between and show the same rows afterwards, no row left the range meanwhile, and
 * so none slipped from page to page unread.
 */
export class HeldPages {
	private readonly held = new Map<number, RegistrantsPage>();

	constructor(private readonly readPage: PageReader) {}

	/** Reads a page, those held only once. */
	readonly read: PageReader = async (number) => this.held.get(number) ?? (await this.readPage(number));

	async hold(number: number): Promise<RegistrantsPage> {
		const page = await this.read(number);
		this.held.set(number, page);
		return page;
	}

	/** Whether the ends of a range, which are held, are still the same; of two neighbours, the first one tells. */
	async areSame(from: number, to: number): Promise<boolean> {
		const ends = [from, to].slice(0, Math.min(2, to - from));
		const again = await mapConcurrent(ends, ends.length, async (number) => {
			return isSame(this.held.get(number), await this.readPage(number));
		});
		return !again.includes(false);
	}
}

function isSame(one: RegistrantsPage | undefined, other: RegistrantsPage): boolean {
	const keys = other.rows.map(keyOf);
	return one?.rows.length === keys.length && one.rows.every((row, place) => keyOf(row) === keys[place]);
}

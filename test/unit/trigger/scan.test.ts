import type { Registrant } from '../../../nodes/WebinarAccount/service/schemas';
import { dedupeKey, scan, type WatchedList } from '../../../nodes/WebinarAccount/trigger/scan';
import type { RegistrantMemory } from '../../../nodes/WebinarAccount/trigger/store';

const PER_PAGE = 5;
const HOUR_MS = 3_600_000;
const NOW = Date.UTC(2026, 2, 2, 12);
/** The trigger's options, as the trigger stores them. */
const OPTIONS = '[]';

/** Simulates a paged list of the service, and records the numbers of the pages that were read. */
class PagedList {
	readonly pagesRead: number[] = [];
	/** Called before each page. */
	beforePage: () => void = () => {};

	constructor(
		public rows: Registrant[],
		private readonly options = { appendOnly: true },
	) {}

	get list(): WatchedList {
		return {
			appendOnly: this.options.appendOnly,
			matches: (row) => row.matches !== false,
			readPage: (number) => {
				this.beforePage();
				this.pagesRead.push(number);
				const rows = this.rows.slice((number - 1) * PER_PAGE, number * PER_PAGE);
				const lastPage = Math.max(1, Math.ceil(this.rows.length / PER_PAGE));
				return Promise.resolve({ rows, lastPage, total: this.rows.length });
			},
		};
	}
}

/** Returns rows with consecutive IDs. */
const people = (count: number, firstId = 1): Registrant[] =>
	Array.from({ length: count }, (_, index) => ({ id: firstId + index, schedule_id: 7 }));

/** Scans the list for the first time, and returns the memory that the trigger then stores. */
async function memoryOf(list: PagedList): Promise<RegistrantMemory> {
	const { rows, checkpoints } = await scan([list.list], undefined, OPTIONS, NOW);
	list.pagesRead.length = 0;
	return {
		known: new Set(rows.keys()),
		waiting: new Map(),
		presentAtFirst: new Set(),
		checkpoints,
		fullScanAt: NOW,
		options: OPTIONS,
	};
}

/** Returns the IDs of the rows that a scan finds and that were not known. */
async function newIds(list: PagedList, memory: RegistrantMemory, now = NOW) {
	const { rows } = await scan([list.list], memory, OPTIONS, now);
	return [...rows].filter(([key]) => !memory.known.has(key)).map(([, row]) => row.id);
}

describe('scan', () => {
	it('reads only one page if nothing has changed', async () => {
		const list = new PagedList(people(20));
		const memory = await memoryOf(list);
		expect(await newIds(list, memory)).toEqual([]);
		expect(list.pagesRead).toEqual([4]);
	});

	it('reads only the last pages if new rows are at the end of the list', async () => {
		const list = new PagedList(people(20));
		const memory = await memoryOf(list);
		list.rows.push(...people(7, 21));
		expect(await newIds(list, memory)).toEqual([21, 22, 23, 24, 25, 26, 27]);
		expect(list.pagesRead).toEqual([4, 5, 6]);
	});

	it('reads only the first pages if new rows are at the beginning of the list', async () => {
		const list = new PagedList(people(20).reverse());
		const memory = await memoryOf(list);
		list.rows.unshift(...people(7, 21).reverse());
		expect(await newIds(list, memory)).toEqual([27, 26, 25, 24, 23, 22, 21]);
		expect(list.pagesRead).toEqual([1, 2]);
	});

	it('reads all pages if rows were removed', async () => {
		const list = new PagedList(people(20));
		const memory = await memoryOf(list);
		list.rows.splice(0, 2);
		list.rows.push(...people(1, 21));
		expect(await newIds(list, memory)).toEqual([21]);
		expect(new Set(list.pagesRead)).toEqual(new Set([1, 2, 3, 4]));
	});

	it('finds a new row in the middle of the list', async () => {
		const list = new PagedList(people(20), { appendOnly: false });
		const memory = await memoryOf(list);
		list.rows.splice(12, 0, ...people(1, 21));
		expect(await newIds(list, memory)).toEqual([21]);
	});

	it('finds a new row after six hours if another row was removed, so that the total is unchanged', async () => {
		const list = new PagedList(people(20), { appendOnly: false });
		const memory = await memoryOf(list);
		list.rows.splice(12, 1, ...people(1, 21));
		expect(await newIds(list, memory)).toEqual([]);
		expect(await newIds(list, memory, NOW + 6 * HOUR_MS)).toEqual([21]);
	});

	it('reads all pages of all lists once a waiting registrant is due', async () => {
		const first = new PagedList(people(20));
		const second = new PagedList(people(10, 101));
		const lists = [first.list, second.list];
		const { rows, checkpoints } = await scan(lists, undefined, OPTIONS, NOW);
		const [waitingKey = '', ...knownKeys] = rows.keys();
		const memory: RegistrantMemory = {
			known: new Set(knownKeys),
			waiting: new Map([[waitingKey, NOW + HOUR_MS]]),
			presentAtFirst: new Set(),
			checkpoints,
			fullScanAt: NOW,
			options: OPTIONS,
		};
		expect(await scan(lists, memory, OPTIONS, NOW)).toMatchObject({ isFull: false });
		const later = await scan(lists, memory, OPTIONS, NOW + HOUR_MS);
		expect(later.isFull).toBe(true);
		expect(later.rows.size).toBe(30);
	});

	it("reads all pages if the trigger's options were changed", async () => {
		const list = new PagedList(people(20));
		const memory = await memoryOf(list);
		expect(await scan([list.list], memory, '[1]', NOW)).toMatchObject({ isFull: true });
	});

	it('reads all pages again as long as the list has rows that do not match its filter', async () => {
		const list = new PagedList([...people(7), { id: 8, matches: false }]);
		const memory = await memoryOf(list);
		expect(memory.checkpoints).toEqual([null]);
		expect(await scan([list.list], memory, OPTIONS, NOW)).toMatchObject({ isFull: true });
	});

	it('reads each page only once in the first scan, even if some rows do not match the filter', async () => {
		const list = new PagedList([...people(7), { id: 8, matches: false }]);
		await scan([list.list], undefined, OPTIONS, NOW);
		expect(list.pagesRead).toEqual([1, 2]);
	});

	it('restarts the first scan at most twice if people keep registering', async () => {
		const list = new PagedList(people(50).reverse());
		list.beforePage = () => list.rows.unshift(...people(1, list.rows.length + 1));
		await scan([list.list], undefined, OPTIONS, NOW);
		expect(list.pagesRead.filter((page) => page === 1)).toHaveLength(3);
	});
});

describe('dedupeKey', () => {
	it.each([
		{ what: 'consecutive numbers', idOf: (index: number) => 48_000_000 + index },
		{
			what: 'UUIDs',
			idOf: (index: number) => `9f1c${index.toString(16).padStart(8, '0')}-77aa-4e0b-9d1e-0242ac120002`,
		},
		{ what: '64-bit numbers', idOf: (index: number) => `${2n ** 56n + BigInt(index) * 2n ** 32n}` },
	])('returns a different key for each of 20,000 rows whose IDs are $what', ({ idOf }) => {
		const rows = Array.from({ length: 20_000 }, (_, index) => ({ id: idOf(index), schedule_id: 7 }));
		expect(new Set(rows.map(dedupeKey)).size).toBe(20_000);
	});

	it('returns the same key for a row with an ID after its email address and date have changed', () => {
		const row = { id: 1, lead_id: 2, schedule_id: 7, email: 'ann@exmaple.com', event: 'today' };
		expect(dedupeKey({ ...row, email: 'ann@example.com', event: 'tomorrow' })).toBe(dedupeKey(row));
	});

	it('returns different keys for two sessions of the same person', () => {
		expect(dedupeKey({ id: 1, schedule_id: 7 })).not.toBe(dedupeKey({ id: 1, schedule_id: 8 }));
	});

	it('distinguishes rows without an ID by email address, ignoring case and spaces', () => {
		expect(dedupeKey({ email: 'ann@example.com' })).toBe(dedupeKey({ email: ' Ann@Example.com' }));
		expect(dedupeKey({ email: 'ann@example.com' })).not.toBe(dedupeKey({ email: 'ben@example.com' }));
	});

	it('returns a key of at most 11 characters even for an email address of 10,000 characters', () => {
		expect(dedupeKey({ email: `${'x'.repeat(10_000)}@example.com` })).toMatch(/^[0-9a-z]{1,11}$/);
	});
});

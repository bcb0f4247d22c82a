import type { Registrant } from '../../../nodes/WebinarAccount/service/endpoints';
import {
	type DedupeKey,
	dedupeKey,
	emptyMemory,
	isKnown,
	type RegistrantMemory,
} from '../../../nodes/WebinarAccount/trigger/state';
import { scan, type WatchedList } from '../../../nodes/WebinarAccount/trigger/scan';

const PER_PAGE = 5;
const HOUR_MS = 3_600_000;
const NOW = Date.UTC(2026, 2, 2, 12);

/** Simulates a paged list of the service, and records the numbers of the pages that were read. */
class PagedList {
	readonly pagesRead: number[] = [];
	/** Called before each page. */
	beforePage: () => void = () => {};

	constructor(
		public rows: Registrant[],
		private readonly maxPages = 20,
	) {}

	get list(): WatchedList {
		return {
			maxPages: this.maxPages,
			fetchPage: (number) => {
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

/** Returns the decisions of a trigger to which all rows with these keys are old. */
const allDone = (keys: Iterable<DedupeKey>) =>
	new Map([...keys].map((key) => [key, { kind: 'done' as const }]));

/** Scans lists for the first time, and returns the memory that the trigger then stores. */
async function memoryOf(...lists: PagedList[]): Promise<RegistrantMemory> {
	const scanned = await scan(
		lists.map(({ list }) => list),
		emptyMemory,
		NOW,
	);
	for (const list of lists) list.pagesRead.length = 0;
	return {
		decisions: allDone(scanned.rows.keys()),
		doneUpToId: 0,
		lists: scanned.lists,
	};
}

/** Scans a list again, updates the memory, and returns the IDs of the rows that were not known. */
async function newIds(list: PagedList, memory: RegistrantMemory, now = NOW) {
	list.pagesRead.length = 0;
	const { rows, lists } = await scan([list.list], memory, now);
	const unknown = [...rows].filter(([key]) => !isKnown(key, memory));
	Object.assign(memory, {
		decisions: new Map([...memory.decisions, ...allDone(rows.keys())]),
		lists,
	});
	return unknown.map(([, { id }]) => id);
}

describe('scan', () => {
	it('reads only the last pages if new rows are at the end of the list', async () => {
		const list = new PagedList(people(20));
		const memory = await memoryOf(list);
		list.rows.push(...people(7, 21));
		expect(await newIds(list, memory)).toEqual([26, 27, 21, 22, 23, 24, 25]);
		expect(list.pagesRead).toEqual([4, 6, 5]);
	});

	it('reads only the first pages if new rows are at the beginning of the list', async () => {
		const list = new PagedList(people(20).reverse());
		const memory = await memoryOf(list);
		list.rows.unshift(...people(7, 21).reverse());
		expect(await newIds(list, memory)).toEqual([27, 26, 25, 24, 23, 22, 21]);
		expect(list.pagesRead).toEqual([1, 2]);
		list.rows.unshift(...people(1, 28));
		expect(await newIds(list, memory)).toEqual([28]);
		expect(list.pagesRead).toEqual([1]);
	});

	it('reads only the newest page if two rows were removed and one was added there', async () => {
		const list = new PagedList(people(20));
		const memory = await memoryOf(list);
		list.rows.splice(0, 2);
		list.rows.push(...people(1, 21));
		expect(await newIds(list, memory)).toEqual([21]);
		expect(list.pagesRead).toEqual([4]);
	});

	it.each([
		{ order: 'oldest first', newestFirst: false, pagesRead: [4, 3] },
		{ order: 'newest first', newestFirst: true, pagesRead: [1] },
	])(
		'reads only the newest page, at its old and its new place, if rows were removed: $order',
		async ({ newestFirst, pagesRead }) => {
			const rows = people(20);
			const list = new PagedList(newestFirst ? rows.reverse() : rows);
			const memory = await memoryOf(list);
			list.rows.splice(2, 6);
			expect(await newIds(list, memory)).toEqual([]);
			expect(list.pagesRead).toEqual(pagesRead);
			expect(await newIds(list, memory)).toEqual([]);
			expect(list.pagesRead).toHaveLength(1);
		},
	);

	it('finds a row that was added far from the newest end of the list, as after a late confirmation', async () => {
		const list = new PagedList(people(40).filter(({ id }) => id !== 3));
		const memory = await memoryOf(list);
		list.rows.splice(2, 0, ...people(1, 3));
		expect(await newIds(list, memory)).toEqual([3]);
	});

	it('finds a new row in the middle of a list to which rows can be added anywhere', async () => {
		const list = new PagedList(people(20), 1);
		const memory = await memoryOf(list);
		list.rows.splice(12, 0, ...people(1, 21));
		expect(await newIds(list, memory)).toEqual([21]);
	});

	it('finds a new row of a list that is not in order', async () => {
		const list = new PagedList([...people(10, 11), ...people(10), ...people(5, 31)].reverse());
		list.rows.push(...people(5, 41));
		const memory = await memoryOf(list);
		list.rows.splice(12, 0, ...people(1, 99));
		expect(await newIds(list, memory)).toEqual([99]);
	});

	it('finds a new row at the newest end although another row was removed, so that the total is unchanged', async () => {
		const list = new PagedList(people(20), 1);
		const memory = await memoryOf(list);
		list.rows.splice(12, 1);
		list.rows.push(...people(1, 21));
		expect(await newIds(list, memory)).toEqual([21]);
	});

	it('reads the rows down to the oldest one that is due', async () => {
		const list = new PagedList(people(40));
		const memory = await memoryOf(list);
		const decisions = new Map([
			...memory.decisions,
			[28, { kind: 'waiting' as const, dueAt: NOW }],
			[23, { kind: 'waiting' as const, dueAt: NOW }],
			[3, { kind: 'waiting' as const, dueAt: NOW + 1 }],
		]);
		const { rows } = await scan([list.list], { ...memory, decisions }, NOW);
		expect(rows.has(23) && rows.has(28)).toBe(true);
		expect(list.pagesRead).toEqual([8, 7, 6, 5]);
	});

	it('reads all pages if a due row cannot be found by its ID, because the list is in another order', async () => {
		const pairs = Array.from({ length: 10 }, (_, index) => people(2, 2 * index + 1).reverse());
		const list = new PagedList([...pairs.flat(), { id: 21 }]);
		const memory = await memoryOf(list);
		const decisions = new Map([...memory.decisions, [5, { kind: 'waiting' as const, dueAt: NOW }]]);
		const { rows } = await scan([list.list], { ...memory, decisions }, NOW);
		expect(rows.has(5)).toBe(true);
	});

	it('knows registrants without an entry up to the ID to which all are done', async () => {
		const list = new PagedList(people(20));
		const memory = { ...(await memoryOf(list)), decisions: allDone([20]), doneUpToId: 19 };
		list.rows.push({ id: 21 });
		expect(await newIds(list, memory)).toEqual([21]);
	});

	it.each([
		{ order: 'oldest first', newestFirst: false },
		{ order: 'newest first', newestFirst: true },
	])(
		'checks each page once in each six hours, and finds a change that leaves the number of rows: $order',
		async ({ newestFirst }) => {
			const rows = people(30);
			const list = new PagedList(newestFirst ? rows.reverse() : rows);
			const memory = await memoryOf(list);
			list.rows[7] = { id: 99 };
			const found: unknown[] = [];
			const pagesRead: number[] = [];
			for (let minutes = 10; minutes <= 720; minutes += 10) {
				if (minutes === 370) list.rows[7] = { id: 98 };
				found.push(...(await newIds(list, memory, NOW + minutes * 60_000)));
				expect(list.pagesRead.length).toBeLessThanOrEqual(2);
				pagesRead.push(...list.pagesRead);
			}
			expect(found).toEqual([99, 98]);
			expect(new Set(pagesRead)).toEqual(new Set([1, 2, 3, 4, 5, 6]));
		},
	);

	it('checks each page only once in a poll that is a month late', async () => {
		const list = new PagedList(people(30));
		const memory = await memoryOf(list);
		expect(await newIds(list, memory, NOW + 30 * 24 * HOUR_MS)).toEqual([]);
		expect(list.pagesRead).toHaveLength(6);
	});

	it.each([
		{ order: 'oldest first', newestFirst: false },
		{ order: 'newest first', newestFirst: true },
	])(
		'finds all rows although one is removed and one is added while the list is read: $order',
		async ({ newestFirst }) => {
			const list = new PagedList(newestFirst ? people(50).reverse() : people(50));
			let pages = 0;
			list.beforePage = () => {
				if (++pages === 2) list.rows.shift();
				if (pages === 4) list.rows.splice(newestFirst ? 0 : list.rows.length, 0, ...people(1, 51));
			};
			const memory = await memoryOf(list);
			list.beforePage = () => {};
			const missed = await newIds(list, memory, NOW + 6 * HOUR_MS);
			expect(missed.filter((id) => id !== 51)).toEqual([]);
		},
	);
});

describe('dedupeKey', () => {
	it.each([
		{
			what: 'UUIDs',
			idOf: (index: number) => `9f1c${index.toString(16).padStart(8, '0')}-77aa-4e0b-9d1e-0242ac120002`,
		},
		{ what: '64-bit numbers', idOf: (index: number) => `${2n ** 56n + BigInt(index) * 2n ** 32n}` },
	])('returns a different key for each of 2,000 rows whose IDs are $what', ({ idOf }) => {
		const rows = Array.from({ length: 2000 }, (_, index) => ({ id: idOf(index), schedule_id: 7 }));
		expect(new Set(rows.map(dedupeKey)).size).toBe(2000);
	});

	it('returns different keys for two sessions of the same person if the rows have no ID', () => {
		expect(dedupeKey({ lead_id: 1, schedule_id: 7 })).not.toBe(dedupeKey({ lead_id: 1, schedule_id: 8 }));
	});

	it('returns a key of at most 11 characters even for an email address of 10,000 characters', () => {
		expect(dedupeKey({ email: `${'x'.repeat(10_000)}@example.com` })).toMatch(/^[\w-]{1,11}$/);
	});
});

import { dedupeKey } from '../../../nodes/WebinarAccount/trigger/rows';
import { MAX_KEYS, readKeys, storeKeys } from '../../../nodes/WebinarAccount/trigger/state';

const none: ReadonlySet<string> = new Set();
const keys = (count: number, from = 0) =>
	new Set(Array.from({ length: count }, (_, place) => `${from + place}`));

describe('the key of a row', () => {
	it.each([
		['growing numbers', (place: number) => 48_000_000 + place],
		['UUIDs', (place: number) => `9f1c${place.toString(16).padStart(8, '0')}-77aa-4e0b-9d1e-0242ac120002`],
		[
			'numbers of 64 bits',
			(place: number) => `${9_007_199_254_740_993n * 7n + BigInt(place) * 4_294_967_296n}`,
		],
	])('is another one for each of 15,000 %s, and none of them for 5,000 more', (_what, idOf) => {
		const found = new Set<string>();
		const keyOf = (place: number) => dedupeKey({ id: idOf(place), schedule_id: 7 });
		for (let place = 0; place < 15_000; place++) found.add(keyOf(place));
		expect(found.size).toBe(15_000);
		const known = readKeys(storeKeys(none, found));
		const added = Array.from({ length: 5_000 }, (_, place) => keyOf(15_000 + place));
		expect(added.filter((key) => known.has(key))).toEqual([]);
	});

	it('is short, whatever the row is made of', () => {
		expect(dedupeKey({ email: `${'x'.repeat(10_000)}@example.com` })).toMatch(/^[0-9a-z]{1,11}$/);
	});
});

describe('the keys that are kept', () => {
	it('are read as they were stored', () => {
		expect(readKeys(storeKeys(none, none))).toEqual(none);
		expect(readKeys(storeKeys(keys(3), keys(4, 2)))).toEqual(keys(6));
	});

	it('are the most recently seen when there are too many, and no other key counts as known', () => {
		const stored = storeKeys(keys(MAX_KEYS), new Set(['0', 'new']));
		const read = readKeys(stored);
		expect(read.size).toBe(MAX_KEYS);
		const kept = ['0', 'new', '2', '1', '-1'].filter((key) => read.has(key));
		expect(kept).toEqual(['0', 'new', '2']);
	});

	it('are all those that were just seen, however many', () => {
		const seen = keys(MAX_KEYS + 5);
		const read = readKeys(storeKeys(new Set(['old']), seen));
		expect([...read].join(' ')).toBe([...seen].join(' '));
	});
});

import { dedupeKey } from '../../../nodes/WebinarAccount/trigger/incrementalScan';
import { MAX_KEYS, readKeys, storeKeys } from '../../../nodes/WebinarAccount/trigger/state';

const none: ReadonlySet<string> = new Set();
const keys = (count: number, from = 0) =>
	new Set(Array.from({ length: count }, (_, place) => `${from + place}`));

describe('the key of a row', () => {
	it.each([
		['growing numbers', (place: number) => 48_000_000 + place],
		['UUIDs', (place: number) => `9f1c${place.toString(16).padStart(8, '0')}-77aa-4e0b-9d1e-0242ac120002`],
		['numbers of 64 bits', (place: number) => `${2n ** 56n + BigInt(place) * 2n ** 32n}`],
	])('is another one for each of 20,000 %s', (_what, idOf) => {
		const rows = Array.from({ length: 20_000 }, (_, place) => ({ id: idOf(place), schedule_id: 7 }));
		expect(new Set(rows.map(dedupeKey)).size).toBe(20_000);
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

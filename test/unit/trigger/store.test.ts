import {
	MAX_KEYS,
	parseKeys,
	parseRegistrantMemory,
	readState,
	type RegistrantMemory,
	serializeKeys,
	serializeRegistrantMemory,
} from '../../../nodes/WebinarAccount/trigger/store';

const none: ReadonlySet<string> = new Set();
/** Returns consecutive numbers as keys. */
const keys = (count: number, first = 0) =>
	new Set(Array.from({ length: count }, (_, index) => `${first + index}`));

describe('serializeKeys', () => {
	it('stores keys in the format that parseKeys reads', () => {
		expect(parseKeys(serializeKeys(none, none))).toEqual(none);
		const known = new Set(['a', 'b', 'c']);
		const seen = new Set(['c', 'd']);
		expect(parseKeys(serializeKeys(known, seen))).toEqual(new Set(['a', 'b', 'c', 'd']));
	});

	it('drops the keys that were seen longest ago if there are more keys than the maximum', () => {
		const known = keys(MAX_KEYS);
		const seen = new Set(['0', 'new']);
		const stored = parseKeys(serializeKeys(known, seen));
		expect(stored.size).toBe(MAX_KEYS);
		// 0 was seen again, so that 1 is the key that was seen longest ago.
		for (const key of ['0', 'new', '2']) expect(stored).toContain(key);
		expect(stored).not.toContain('1');
	});

	it('keeps all keys that the current poll saw, even more than the maximum', () => {
		const seen = keys(MAX_KEYS + 5);
		const stored = parseKeys(serializeKeys(new Set(['old']), seen));
		expect([...stored]).toEqual([...seen]);
	});
});

describe('the stored memory of registrants', () => {
	const memory: RegistrantMemory = {
		known: new Set(['a', 'b']),
		waiting: new Map([
			['c', Date.UTC(2026, 2, 2, 12, 7)],
			['d', Infinity],
		]),
		sizes: [{ total: 4, page: 1 }, null],
		wholeAt: 5,
	};

	it('restores the stored memory of registrants after a round trip through JSON', () => {
		const stored: unknown = JSON.parse(JSON.stringify(serializeRegistrantMemory(memory, new Set())));
		expect(parseRegistrantMemory(stored)).toEqual(memory);
	});

	it.each([undefined, null, {}, { known: 'a', waiting: '', checkpoints: [], fullScanAt: 5, options: '' }])(
		'returns undefined for stored data in another format: %j',
		(stored) => {
			expect(parseRegistrantMemory(stored)).toBeUndefined();
		},
	);
});

describe('readState', () => {
	const state = {
		watchKey: 'one',
		keyDigest: 'digest',
		startedAt: 5,
		webinars: { 6: { isFromFirstPoll: true, triedAt: 0, hash: 'uvw1234' } },
	};

	it('returns a stored state only if the key matches the key with which it was stored', () => {
		expect(readState(state, 'one')).toEqual(state);
		expect(readState(state, 'other')).toBeUndefined();
	});

	it.each([{}, { watchKey: 'one', startedAt: 5, listedIds: '', webinars: { 6: { triedAt: 5, event: {} } } }])(
		'returns undefined for a state in another format: %j',
		(stored) => {
			expect(readState(stored, 'one')).toBeUndefined();
		},
	);
});

import {
	MAX_KEYS,
	parseRegistrantMemory,
	readState,
	type RegistrantMemory,
	serializeRegistrantMemory,
} from '../../../nodes/WebinarAccount/trigger/store';

/** Returns consecutive numbers as keys. */
const keys = (count: number, first = 0) =>
	new Set(Array.from({ length: count }, (_, index) => `${first + index}`));

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

	/** Stores a memory as JSON, and reads it. */
	const roundTrip = (stored: RegistrantMemory, rowKeys: Iterable<string>) =>
		parseRegistrantMemory(JSON.parse(JSON.stringify(serializeRegistrantMemory(stored, rowKeys))) as unknown);

	it('restores the stored memory of registrants after a round trip through JSON', () => {
		expect(roundTrip(memory, [])).toEqual(memory);
		const empty = { known: new Set<string>(), waiting: new Map<string, number>(), sizes: [], wholeAt: 5 };
		expect(roundTrip(empty, [])).toEqual(empty);
	});

	it('drops the keys that were seen longest ago if there are more keys than the maximum', () => {
		const known = keys(MAX_KEYS + 1);
		const stored = roundTrip({ ...memory, known }, ['0', 'waiting'])?.known;
		expect(stored?.size).toBe(MAX_KEYS);
		// 0 was seen again, so that 1 is the key that was seen longest ago.
		for (const key of ['0', '2']) expect(stored).toContain(key);
		for (const key of ['1', 'waiting']) expect(stored).not.toContain(key);
	});

	it('keeps all keys that the current poll saw, even more than the maximum', () => {
		const seen = keys(MAX_KEYS + 5);
		const stored = roundTrip({ ...memory, known: new Set(['old', ...seen]) }, seen)?.known;
		expect([...(stored ?? [])].join()).toBe([...seen].join());
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

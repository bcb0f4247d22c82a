import {
	parseRegistrantMemory,
	readState,
	type RegistrantMemory,
	serializeRegistrantMemory,
} from '../../../nodes/WebinarAccount/trigger/store';

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
	const roundTrip = (stored: RegistrantMemory) =>
		parseRegistrantMemory(JSON.parse(JSON.stringify(serializeRegistrantMemory(stored))) as unknown);

	it('restores the stored memory of registrants after a round trip through JSON', () => {
		expect(roundTrip(memory)).toEqual(memory);
		const empty = { known: new Set<string>(), waiting: new Map<string, number>(), sizes: [], wholeAt: 5 };
		expect(roundTrip(empty)).toEqual(empty);
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

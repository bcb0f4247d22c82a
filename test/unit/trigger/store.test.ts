import {
	parseRegistrantMemory,
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
});

import {
	parseRegistrantMemory,
	raiseFloor,
	type RegistrantMemory,
	serializeRegistrantMemory,
} from '../../../nodes/WebinarAccount/trigger/store';

const noLists: RegistrantMemory = { done: new Set(), undecided: new Map(), floor: 0, lists: [] };

describe('the stored memory of registrants', () => {
	const memory: RegistrantMemory = {
		done: new Set(['a', 'b']),
		undecided: new Map([
			['c', { state: 'waiting', until: Date.UTC(2026, 2, 2, 12, 7) }],
			['d', { state: 'unreadable' }],
			['e', { state: 'notYet' }],
			['f', { state: 'notYet', until: Date.UTC(2026, 2, 2, 12, 9) }],
		]),
		floor: 17,
		lists: [{ total: 4, newest: 'last', page: 1, checkedPage: 3, checkedAt: 5 }, null],
	};

	/** Stores a memory as JSON, and reads it. */
	const roundTrip = (stored: RegistrantMemory) =>
		parseRegistrantMemory(JSON.parse(JSON.stringify(serializeRegistrantMemory(stored))) as unknown);

	it('restores the stored memory of registrants after a round trip through JSON', () => {
		expect(roundTrip(memory)).toEqual(memory);
		expect(roundTrip(noLists)).toEqual(noLists);
	});
});

describe('raiseFloor', () => {
	const ids = (first: number, last: number) =>
		Array.from({ length: last - first + 1 }, (_, index) => String(first + index));

	it('keeps the 10,000 highest IDs and all keys without an ID if more than 20,000 registrants are done', () => {
		const done = new Set([...ids(101, 20_100), 'digest-of-1'].reverse());
		const raised = raiseFloor({ ...noLists, done });
		expect(raised.floor).toBe(10_100);
		expect([...raised.done].sort()).toEqual([...ids(10_101, 20_100), 'digest-of-1'].sort());
	});

	it('keeps all of 20,000 registrants', () => {
		const memory = { ...noLists, done: new Set(ids(1, 20_000)) };
		expect(raiseFloor(memory)).toBe(memory);
	});
});

import {
	type Decision,
	type DedupeKey,
	dedupeKey,
	emptyMemory,
	isKnown,
	parseMemory,
	dropLowestDone,
	type RegistrantMemory,
	serializeMemory,
} from '../../../nodes/WebinarAccount/trigger/state';

/** Stores a memory as JSON, and reads it. */
const roundTrip = (memory: RegistrantMemory) =>
	parseMemory(JSON.parse(JSON.stringify(serializeMemory(memory))) as unknown);

describe('the stored memory of registrants', () => {
	const memory: RegistrantMemory = {
		decisions: new Map<DedupeKey, Decision>([
			['a', { kind: 'done' }],
			[18, { kind: 'done' }],
			['c', { kind: 'waiting', dueAt: Date.UTC(2026, 2, 2, 12, 7) }],
			['d', { kind: 'unreadable' }],
			['e', { kind: 'notYet' }],
			['f', { kind: 'notYet', dueAt: Date.UTC(2026, 2, 2, 12, 9) }],
		]),
		doneUpToId: 17,
		lists: [{ total: 4, isNewestFirst: false, lastPage: 1, checkedPage: 3, checkedPageDueAt: 5 }, null],
	};

	it('restores the stored memory of registrants after a round trip through JSON', () => {
		expect(roundTrip(memory)).toEqual(memory);
		expect(roundTrip(emptyMemory)).toEqual(emptyMemory);
	});

	it('remembers a registrant who was reported as done', () => {
		const decisions = new Map([['a', { kind: 'reported' as const }]]);
		expect([...roundTrip({ ...emptyMemory, decisions }).decisions]).toEqual([['a', { kind: 'done' }]]);
	});

	it.each([81, 1_234_567_890_123_456, 0, -3, 1.5])('recognizes a row with the ID %d', (id) => {
		const key = dedupeKey({ id });
		expect(isKnown(key, emptyMemory)).toBe(false);
		const decisions = new Map([[key, { kind: 'done' as const }]]);
		expect(isKnown(dedupeKey({ id }), roundTrip({ ...emptyMemory, decisions }))).toBe(true);
	});
});

describe('dropLowestDone', () => {
	const ids = (first: number, last: number) =>
		Array.from({ length: last - first + 1 }, (_, index) => first + index);
	const allDone = (keys: readonly DedupeKey[]): RegistrantMemory => ({
		...emptyMemory,
		decisions: new Map(keys.map((key) => [key, { kind: 'done' }])),
	});

	it('keeps the 10,000 highest IDs and all keys without an ID if more than 20,000 registrants are done', () => {
		const memory = allDone([...ids(101, 20_102), 'digest-of-1'].reverse());
		const limited = dropLowestDone(memory);
		expect(limited.doneUpToId).toBe(10_102);
		expect([...limited.decisions.keys()].sort()).toEqual([...ids(10_103, 20_102), 'digest-of-1'].sort());
	});

	it('keeps all of 20,000 registrants', () => {
		const memory = allDone(ids(1, 20_000));
		expect(dropLowestDone(memory)).toBe(memory);
	});
});

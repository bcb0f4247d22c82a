import {
	firstState,
	MAX_KEYS,
	readKeys,
	readRegistrantMemory,
	readState,
	type RegistrantMemory,
	storeKeys,
	storeRegistrantMemory,
} from '../../../nodes/WebinarAccount/trigger/store';

const none: ReadonlySet<string> = new Set();
const keys = (count: number, from = 0) =>
	new Set(Array.from({ length: count }, (_, index) => `${from + index}`));

describe('storeKeys', () => {
	it('stores keys in a form that readKeys reads', () => {
		expect(readKeys(storeKeys(none, none))).toEqual(none);
		expect(readKeys(storeKeys(keys(3), keys(4, 2)))).toEqual(keys(6));
	});

	it('drops the keys that were seen longest ago when there are more than the maximum', () => {
		const stored = storeKeys(keys(MAX_KEYS), new Set(['0', 'new']));
		const read = readKeys(stored);
		expect(read.size).toBe(MAX_KEYS);
		const kept = ['0', 'new', '2', '1', '-1'].filter((key) => read.has(key));
		expect(kept).toEqual(['0', 'new', '2']);
	});

	it('keeps every key of the current poll, even beyond the maximum', () => {
		const seen = keys(MAX_KEYS + 5);
		const read = readKeys(storeKeys(new Set(['old']), seen));
		expect([...read].join(' ')).toBe([...seen].join(' '));
	});
});

describe('storeRegistrantMemory and readRegistrantMemory', () => {
	const memory: RegistrantMemory = {
		known: new Set(['a', 'b']),
		waiting: new Map([
			['c', Date.UTC(2026, 2, 2, 12, 7)],
			['d', Infinity],
		]),
		presentAtFirst: new Set(['d']),
		checkpoints: [{ total: 4, lastPage: 1, newest: 'anywhere' }, null],
		fullScanAt: 5,
		options: '[180,0]',
	};

	it('restore the memory of registrants from JSON', () => {
		const stored: unknown = JSON.parse(JSON.stringify(storeRegistrantMemory(memory, new Set())));
		expect(readRegistrantMemory(stored)).toEqual(memory);
	});

	it.each([undefined, null, {}, { known: 'a', waiting: '', undated: '', nextStart: null, checkpoints: [] }])(
		'read no memory from stored data of another form: %j',
		(stored) => {
			expect(readRegistrantMemory(stored)).toBeUndefined();
		},
	);
});

describe('readState', () => {
	it('returns a stored state only for the watch that stored it', () => {
		const state = firstState('one', 5);
		expect(readState(state, 'one')).toEqual(state);
		expect(readState(state, 'other')).toBeUndefined();
		expect(readState({}, 'one')).toBeUndefined();
	});
});

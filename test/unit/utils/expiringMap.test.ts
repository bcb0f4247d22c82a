import { ExpiringMap } from '../../../nodes/WebinarAccount/utils/sharedReads';
import { HandClock } from '../../support/handClock';

const LIFETIME_MS = 1000;

describe('an entry of a map that forgets', () => {
	let clock: HandClock;
	const map = (maxEntries = 10) => new ExpiringMap<number>(LIFETIME_MS, maxEntries);
	const valuesOf = (entries: ExpiringMap<number>, keys: string[]) => keys.map((key) => entries.get(key));

	beforeEach(() => (clock = new HandClock()));
	afterEach(() => clock.end());

	it('is there until its time is over, and takes a new value', () => {
		const entries = map();
		entries.set('one', 1);
		entries.set('one', 2);
		clock.pass(LIFETIME_MS - 1);
		expect(entries.get('one')).toBe(2);
		expect(entries.get('two')).toBeUndefined();
	});

	it('ends some time after its last use, by whichever way it was used', () => {
		const entries = map();
		for (const key of ['unused', 'read', 'written']) entries.set(key, 1);
		clock.pass(600);
		entries.get('read');
		entries.set('written', 2);
		clock.pass(600);
		expect(valuesOf(entries, ['unused', 'read', 'written'])).toEqual([undefined, 1, 2]);
	});

	it('ends also when nothing else happens, and then nothing is waited for any more', () => {
		const entries = map();
		const sizes = () => Object.values(entries).flatMap((each) => (each instanceof Map ? [each.size] : []));
		entries.set('one', 1);
		clock.pass(500);
		entries.set('two', 2);
		expect(sizes()).toEqual([2]);
		clock.pass(500);
		expect(sizes()).toEqual([1]);
		clock.pass(500);
		expect(sizes()).toEqual([0]);
		expect(clock.pending).toBe(0);
	});

	it('is forgotten at once when there are too many, the one used longest ago first', () => {
		const entries = map(2);
		entries.set('one', 1);
		entries.set('two', 2);
		entries.get('one');
		entries.set('three', 3);
		expect(valuesOf(entries, ['one', 'two', 'three'])).toEqual([1, undefined, 3]);
	});

	it('can be taken out, and does not depend on the clock on the wall', () => {
		const entries = map();
		entries.set('one', 1);
		entries.set('two', 2);
		entries.delete('one');
		clock.wall -= 1_000_000_000;
		expect(valuesOf(entries, ['one', 'two'])).toEqual([undefined, 2]);
	});
});

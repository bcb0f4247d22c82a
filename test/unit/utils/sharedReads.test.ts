import { CancelledError } from '../../../nodes/WebinarAccount/utils/async';
import { SharedReads } from '../../../nodes/WebinarAccount/utils/sharedReads';
import { deferred, settled } from '../../support/deferred';
import { HandClock } from '../../support/handClock';

const LIFETIME_MS = 60_000;

describe('what several executions read', () => {
	let clock: HandClock;
	beforeEach(() => (clock = new HandClock()));
	afterEach(() => clock.end());

	/** Reads whose results are numbered as they begin. */
	function numbered(maxEntries = 10) {
		const reads = new SharedReads<number>(LIFETIME_MS, maxEntries);
		let count = 0;
		const get = (key: string, since = 0) => reads.get(key, { since }, () => Promise.resolve(++count));
		return { reads, get };
	}

	it('is read once for each key, by the first who asks', async () => {
		const { reads, get } = numbered();
		await expect(Promise.all([get('one'), get('one'), get('two')])).resolves.toEqual([1, 1, 2]);
		await expect(get('one')).resolves.toBe(1);
		await expect(reads.known('one', 0)).resolves.toBe(1);
		expect(reads.known('three', 0)).toBeUndefined();
	});

	it('is as old as the begin of the read, and read again for who wants it younger', async () => {
		const { reads, get } = numbered();
		clock.pass(1000);
		await get('one', 1000);
		clock.pass(4000);
		await expect(get('one', 1000)).resolves.toBe(1);
		expect(reads.known('one', 1001)).toBeUndefined();
		await expect(get('one', 1001)).resolves.toBe(2);
		await expect(get('one', 5000)).resolves.toBe(2);
		await expect(get('one', Infinity)).resolves.toBe(3);
	});

	it('does not stay young because the clock on the wall was ahead', async () => {
		const { get } = numbered();
		clock.wall += 3_600_000;
		await get('one');
		clock.wall -= 3_600_000;
		clock.pass(60_000);
		await expect(get('one', 1)).resolves.toBe(2);
	});

	it('is shared while it is on its way, however young it must be', async () => {
		const { get } = numbered();
		await expect(Promise.all([get('one', Infinity), get('one', Infinity)])).resolves.toEqual([1, 1]);
	});

	it('ends some time after its last use', async () => {
		const { get } = numbered();
		await get('one');
		clock.pass(LIFETIME_MS - 1);
		await expect(get('one')).resolves.toBe(1);
		clock.pass(LIFETIME_MS);
		await expect(get('one')).resolves.toBe(2);
	});

	it('is bounded: what was used longest ago is read again', async () => {
		const { get } = numbered(2);
		for (const key of ['one', 'two', 'one', 'three']) await get(key);
		await expect(get('one')).resolves.toBe(1);
		await expect(get('two')).resolves.toBe(4);
	});

	it('fails for all who wait, and is read again for who comes later', async () => {
		const reads = new SharedReads<string>(LIFETIME_MS, 10);
		const fail = jest.fn(() => Promise.reject(new Error('busy')));
		const results = await Promise.allSettled([1, 2].map(() => reads.get('one', { since: 0 }, fail)));
		const failed = { status: 'rejected', reason: new Error('busy') };
		expect(results).toEqual([failed, failed]);
		expect(fail).toHaveBeenCalledTimes(1);
		await expect(reads.get('one', { since: 0 }, () => Promise.resolve('read'))).resolves.toBe('read');
	});

	/** Executions that ask for the same; a cancelled one ends its own calls too. */
	function executions(count: number) {
		const reads = new SharedReads<string>(LIFETIME_MS, 10);
		return Array.from({ length: count }, () => {
			const { promise, resolve, reject } = deferred<string>();
			const controller = new AbortController();
			const { signal } = controller;
			signal.addEventListener('abort', () => reject(new CancelledError()));
			promise.catch(() => {});
			const read = jest.fn(() => promise);
			const result = reads.get('one', { since: 0, signal }, read);
			result.catch(() => {});
			return { result, resolve, cancel: () => controller.abort(), reads: () => read.mock.calls.length };
		});
	}

	it('is read anew by one of the others when the one that reads is cancelled', async () => {
		const all = executions(3);
		const [first, second, third] = all;
		first?.cancel();
		await expect(first?.result).rejects.toThrow('The execution was canceled');
		await settled();
		second?.resolve('read');
		await expect(Promise.all([second?.result, third?.result])).resolves.toEqual(['read', 'read']);
		expect(all.map(({ reads }) => reads())).toEqual([1, 1, 0]);
	});

	it('is no longer waited for by one that is cancelled, and reaches the others', async () => {
		const all = executions(3);
		const [first, second, third] = all;
		second?.cancel();
		await expect(second?.result).rejects.toThrow('The execution was canceled');
		first?.resolve('read');
		await expect(Promise.all([first?.result, third?.result])).resolves.toEqual(['read', 'read']);
		expect(all.map(({ reads }) => reads())).toEqual([1, 0, 0]);
	});

	it('is not read for the cancelled when the one that reads is cancelled too', async () => {
		const all = executions(3);
		all.forEach(({ cancel }) => cancel());
		const results = await Promise.allSettled(all.map(({ result }) => result));
		expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
		expect(all.map(({ reads }) => reads())).toEqual([1, 0, 0]);
	});
});

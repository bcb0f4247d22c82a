import { CancelledError } from '../../../nodes/WebinarAccount/utils/async';
import { SharedReads } from '../../../nodes/WebinarAccount/utils/sharedReads';

/** Returns shared reads whose requests stay pending until the test settles them. */
function pendingReads() {
	const reads = new SharedReads<number>(60_000, 10);
	const pending: Array<{ resolve: (value: number) => void; reject: (error: Error) => void }> = [];
	const read = () => new Promise<number>((resolve, reject) => pending.push({ resolve, reject }));
	const get = (since: number, signal?: AbortSignal) => reads.get('key', { since, signal }, read);
	return { get, pending };
}

const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

it('shares a pending read among earlier callers, and the next read among later callers', async () => {
	const { get, pending } = pendingReads();
	const first = get(0);
	await nextTurn();
	const early = get(0);
	const late = get(performance.now());
	const later = get(performance.now());
	pending[0]?.resolve(1);
	expect(await Promise.all([first, early])).toEqual([1, 1]);
	await nextTurn();
	expect(pending).toHaveLength(2);
	pending[1]?.resolve(2);
	expect(await Promise.all([late, later, get(0)])).toEqual([2, 2, 2]);
});

it('rejects all callers of a failed read, and reads again for the next caller', async () => {
	const { get, pending } = pendingReads();
	const both = Promise.allSettled([get(0), get(0)]);
	pending[0]?.reject(new Error('failed'));
	expect((await both).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
	const again = get(0);
	expect(pending).toHaveLength(2);
	pending[1]?.resolve(2);
	await expect(again).resolves.toBe(2);
});

it('reads again for the other callers if the caller who started the read cancels', async () => {
	const { get, pending } = pendingReads();
	const cancel = new AbortController();
	const cancelled = get(0, cancel.signal);
	const other = get(0);
	cancel.abort();
	await expect(cancelled).rejects.toThrow(CancelledError);
	pending[0]?.reject(new CancelledError());
	await nextTurn();
	pending[1]?.resolve(2);
	await expect(other).resolves.toBe(2);
});

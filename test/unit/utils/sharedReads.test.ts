import { CancelledError } from '../../../nodes/WebinarAccount/utils/async';
import { SharedReads } from '../../../nodes/WebinarAccount/utils/sharedReads';

/** Reads that end when the test says so. */
function reading() {
	const reads = new SharedReads<number>(60_000, 10);
	const pending: Array<{ resolve: (value: number) => void; reject: (error: Error) => void }> = [];
	const read = () => new Promise<number>((resolve, reject) => pending.push({ resolve, reject }));
	const get = (since: number, signal?: AbortSignal) => reads.get('key', { since, signal }, read);
	return { get, pending };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

it('a pending read answers only who asked before it began; the others share the next one', async () => {
	const { get, pending } = reading();
	const first = get(0);
	await turn();
	const [early, late, later] = [get(0), get(performance.now()), get(performance.now())];
	pending[0]?.resolve(1);
	expect(await Promise.all([first, early])).toEqual([1, 1]);
	await turn();
	expect(pending).toHaveLength(2);
	pending[1]?.resolve(2);
	expect(await Promise.all([late, later, get(0)])).toEqual([2, 2, 2]);
});

it('a failed read reaches those who wait for it, and is forgotten', async () => {
	const { get, pending } = reading();
	const both = Promise.allSettled([get(0), get(0)]);
	pending[0]?.reject(new Error('failed'));
	expect((await both).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
	const again = get(0);
	expect(pending).toHaveLength(2);
	pending[1]?.resolve(2);
	await expect(again).resolves.toBe(2);
});

it('a read whose own caller was cancelled is made again, and nobody waits for longer than they want', async () => {
	const { get, pending } = reading();
	const cancel = new AbortController();
	const cancelled = get(0, cancel.signal);
	const other = get(0);
	cancel.abort();
	await expect(cancelled).rejects.toThrow(CancelledError);
	pending[0]?.reject(new CancelledError());
	await turn();
	pending[1]?.resolve(2);
	await expect(other).resolves.toBe(2);
});

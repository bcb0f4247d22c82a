import { CancelledError } from '../../../nodes/WebinarAccount/utils/async';
import { SharedReads } from '../../../nodes/WebinarAccount/utils/sharedReads';

/** A request that stays pending until the test settles it. */
interface PendingRequest {
	resolve: (value: number) => void;
	reject: (error: Error) => void;
}

/** Returns shared reads, and the requests that they have sent. */
function useSharedReads() {
	const reads = new SharedReads<number>(60_000, 10);
	const requests: PendingRequest[] = [];
	const send = () => new Promise<number>((resolve, reject) => requests.push({ resolve, reject }));
	/** Reads a value. @param since the earliest time at which the request may have been sent */
	const read = ({ since, signal }: { since: number; signal?: AbortSignal }) =>
		reads.get('key', { since, signal }, send);
	return { read, requests };
}

const ANY_TIME = 0;
const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

describe('SharedReads', () => {
	it('shares a pending request among all readers that accept a value of any age', async () => {
		const { read, requests } = useSharedReads();
		const first = read({ since: ANY_TIME });
		const second = read({ since: ANY_TIME });
		expect(requests).toHaveLength(1);
		requests[0]?.resolve(1);
		expect(await Promise.all([first, second])).toEqual([1, 1]);
	});

	it('sends one more request for all readers that need a newer value than the pending request returns', async () => {
		const { read, requests } = useSharedReads();
		const old = read({ since: ANY_TIME });
		await nextTurn();
		const newer = read({ since: performance.now() });
		const alsoNewer = read({ since: performance.now() });
		requests[0]?.resolve(1);
		expect(await old).toBe(1);
		await nextTurn();
		expect(requests).toHaveLength(2);
		requests[1]?.resolve(2);
		expect(await Promise.all([newer, alsoNewer, read({ since: ANY_TIME })])).toEqual([2, 2, 2]);
	});

	it('rejects all readers of a failed request, and sends another request for the next reader', async () => {
		const { read, requests } = useSharedReads();
		const failing = Promise.allSettled([read({ since: ANY_TIME }), read({ since: ANY_TIME })]);
		requests[0]?.reject(new Error('failed'));
		expect((await failing).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
		const next = read({ since: ANY_TIME });
		expect(requests).toHaveLength(2);
		requests[1]?.resolve(2);
		await expect(next).resolves.toBe(2);
	});

	it('sends another request for the other reader if the first reader cancels its request', async () => {
		const { read, requests } = useSharedReads();
		const controller = new AbortController();
		const canceled = read({ since: ANY_TIME, signal: controller.signal });
		const other = read({ since: ANY_TIME });
		controller.abort();
		await expect(canceled).rejects.toThrow(CancelledError);
		requests[0]?.reject(new CancelledError());
		await nextTurn();
		requests[1]?.resolve(2);
		await expect(other).resolves.toBe(2);
	});
});

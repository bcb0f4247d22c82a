import { FairQueue } from '../../../nodes/WebinarAccount/service/limiter/fairQueue';

function dequeueAll(queue: FairQueue<string>): string[] {
	const order: string[] = [];
	for (let next = queue.dequeue(); next !== undefined; next = queue.dequeue()) order.push(next);
	return order;
}

describe('FairQueue', () => {
	const longRun = {};
	const shortRun = {};

	it('alternates between runs, and keeps the order within each run', () => {
		const queue = new FairQueue<string>();
		for (const entry of ['long 1', 'long 2', 'long 3']) queue.enqueue(entry, longRun);
		for (const entry of ['short 1', 'short 2']) queue.enqueue(entry, shortRun);
		expect(dequeueAll(queue)).toEqual(['long 1', 'short 1', 'long 2', 'short 2', 'long 3']);
	});

	it('gives a new run no extra turns to make up for the time before the run started', () => {
		const queue = new FairQueue<string>();
		for (const entry of ['long 1', 'long 2', 'long 3', 'long 4']) queue.enqueue(entry, longRun);
		queue.dequeue();
		queue.dequeue();
		for (const entry of ['short 1', 'short 2']) queue.enqueue(entry, shortRun);
		expect(dequeueAll(queue)).toEqual(['long 3', 'short 1', 'long 4', 'short 2']);
	});

	it('returns urgent entries before all others, in the order in which they were added', () => {
		const queue = new FairQueue<string>();
		queue.enqueue('long 1', longRun);
		queue.enqueueFirst('urgent 1');
		queue.enqueueFirst('urgent 2');
		expect(queue.first).toBe('urgent 1');
		expect(dequeueAll(queue)).toEqual(['urgent 1', 'urgent 2', 'long 1']);
	});

	it('returns a deferred entry after the waiting entries and before entries that are added later', () => {
		const queue = new FairQueue<string>();
		queue.enqueue('long 1', longRun);
		queue.enqueue('long 2', longRun);
		queue.enqueueLast('deferred');
		queue.enqueue('long 3', longRun);
		expect(dequeueAll(queue)).toEqual(['long 1', 'long 2', 'deferred', 'long 3']);
	});
});

import { FairQueue } from '../../../nodes/WebinarAccount/service/limiter/fairQueue';

function dequeueAll(queue: FairQueue<string>): string[] {
	const order: string[] = [];
	for (let next = queue.dequeue(); next !== undefined; next = queue.dequeue()) order.push(next);
	return order;
}

describe('the fair queue', () => {
	const [long, short] = [{}, {}];

	it('keeps the order within a run and takes turns by run', () => {
		const queue = new FairQueue<string>();
		for (const entry of ['long 1', 'long 2', 'long 3']) queue.enqueue(entry, long);
		for (const entry of ['short 1', 'short 2']) queue.enqueue(entry, short);
		expect(dequeueAll(queue)).toEqual(['long 1', 'short 1', 'long 2', 'short 2', 'long 3']);
	});

	it('gives a run no credit for the turns before it began', () => {
		const queue = new FairQueue<string>();
		for (const entry of ['long 1', 'long 2', 'long 3', 'long 4']) queue.enqueue(entry, long);
		queue.dequeue();
		queue.dequeue();
		for (const entry of ['short 1', 'short 2']) queue.enqueue(entry, short);
		expect(dequeueAll(queue)).toEqual(['long 3', 'short 1', 'long 4', 'short 2']);
	});

	it('puts urgent entries before all runs, in their own order', () => {
		const queue = new FairQueue<string>();
		queue.enqueue('long 1', long);
		queue.enqueueFirst('urgent 1');
		queue.enqueueFirst('urgent 2');
		expect(queue.first).toBe('urgent 1');
		expect(dequeueAll(queue)).toEqual(['urgent 1', 'urgent 2', 'long 1']);
	});

	it('puts deferred entries behind those that wait, and before those that come later', () => {
		const queue = new FairQueue<string>();
		queue.enqueue('long 1', long);
		queue.enqueue('long 2', long);
		queue.enqueueLast('deferred');
		queue.enqueue('long 3', long);
		expect(dequeueAll(queue)).toEqual(['long 1', 'long 2', 'deferred', 'long 3']);
	});
});

import { setImmediate as nextTurn } from 'node:timers/promises';

import { CancelledError, oneAtATime } from '../../../nodes/WebinarAccount/utils/async';

describe('oneAtATime', () => {
	it('starts work when earlier work has ended, even if work between them was canceled', async () => {
		const started: string[] = [];
		let endLatest = () => {};
		const add = (name: string, signal = new AbortController().signal) =>
			oneAtATime('key', signal, async () => {
				started.push(name);
				await new Promise<void>((resolve) => (endLatest = resolve));
			});

		const first = add('first');
		const canceled = add('canceled', AbortSignal.abort());
		const second = add('second');
		await expect(canceled).rejects.toThrow(CancelledError);
		// In one turn of the event loop, everything starts that waits for nothing else.
		await nextTurn();
		expect(started).toEqual(['first']);

		endLatest();
		await first;
		await nextTurn();
		const third = add('third');
		await nextTurn();
		expect(started).toEqual(['first', 'second']);

		endLatest();
		await second;
		await nextTurn();
		expect(started).toEqual(['first', 'second', 'third']);
		endLatest();
		await third;
	});
});

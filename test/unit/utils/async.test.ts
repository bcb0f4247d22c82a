import { CancelledError, oneAtATime } from '../../../nodes/WebinarAccount/utils/async';

describe('oneAtATime', () => {
	it('starts no work while earlier work is in progress, even after work between them was canceled', async () => {
		const never = new AbortController().signal;
		const events: string[] = [];
		let endFirst = () => {};
		const first = oneAtATime('key', never, () => new Promise<void>((resolve) => (endFirst = resolve)));
		const canceled = oneAtATime('key', AbortSignal.abort(), async () => events.push('canceled work started'));
		const last = oneAtATime('key', never, async () => events.push('last work started'));

		await expect(canceled).rejects.toThrow(CancelledError);
		// All promises that are ready have been handled when the event loop goes on.
		await new Promise(setImmediate);
		events.push('first work ended');
		endFirst();
		await Promise.all([first, last]);
		expect(events).toEqual(['first work ended', 'last work started']);
	});
});

import { oneAtATime } from '../../../nodes/WebinarAccount/utils/async';
import { deferred, settled } from '../../support/deferred';

/** Work for one key, which begins when it is its turn and ends when it is let. */
function work(key: string) {
	const { promise, resolve, reject } = deferred<string>();
	const controller = new AbortController();
	const begin = jest.fn(() => promise);
	const result = oneAtATime(key, controller.signal, begin);
	result.catch(() => {});
	return {
		result,
		resolve,
		reject,
		cancel: () => controller.abort(),
		hasBegun: () => begin.mock.calls.length > 0,
	};
}

const begun = async (...works: Array<ReturnType<typeof work>>) => {
	await settled();
	return works.map(({ hasBegun }) => hasBegun());
};

describe('work with the same key', () => {
	it('is done one after the other, in the order in which it came; other keys do not wait', async () => {
		const [first, second, third, other] = [work('a'), work('a'), work('a'), work('b')];
		expect(await begun(first, second, third, other)).toEqual([true, false, false, true]);
		first.resolve('done');
		await expect(first.result).resolves.toBe('done');
		expect(await begun(second, third)).toEqual([true, false]);
		second.resolve('');
		expect(await begun(third)).toEqual([true]);
		third.resolve('');
	});

	it('begins at once when the last one is over', async () => {
		const first = work('over');
		first.resolve('');
		await first.result;
		expect(await begun(work('over'))).toEqual([true]);
	});

	it('does not get the failure of the one before', async () => {
		const [first, second] = [work('c'), work('c')];
		first.reject(new Error('broken'));
		await expect(first.result).rejects.toThrow('broken');
		second.resolve('done');
		await expect(second.result).resolves.toBe('done');
	});

	it('is given up at once when cancelled before its turn, and the next one has its turn all the same', async () => {
		const [first, second, third] = [work('d'), work('d'), work('d')];
		second.cancel();
		await expect(second.result).rejects.toThrow('The execution was canceled');
		expect(await begun(second, third)).toEqual([false, false]);
		first.resolve('');
		expect(await begun(second, third)).toEqual([false, true]);
	});

	it('is not begun beside another by a newcomer after the last one that waited was cancelled', async () => {
		const [first, second] = [work('e'), work('e')];
		second.cancel();
		await expect(second.result).rejects.toThrow('canceled');
		const third = work('e');
		expect(await begun(first, third)).toEqual([true, false]);
		first.resolve('');
		expect(await begun(third)).toEqual([true]);
	});

	it('goes on when it is cancelled after its begin', async () => {
		const [first, second] = [work('f'), work('f')];
		await settled();
		first.cancel();
		expect(await begun(second)).toEqual([false]);
		first.resolve('done');
		await expect(first.result).resolves.toBe('done');
		expect(await begun(second)).toEqual([true]);
	});
});

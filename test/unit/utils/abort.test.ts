import { getEventListeners } from 'node:events';

import { unlessAborted } from '../../../nodes/WebinarAccount/utils/async';

const late = () => new Error('too late');
const endless = new Promise<never>(() => {});

describe('work that is waited for until a signal is aborted', () => {
	it('gives its result, and leaves no listener at the signal', async () => {
		const { signal } = new AbortController();
		await expect(unlessAborted(Promise.resolve(5), signal, late)).resolves.toBe(5);
		expect(getEventListeners(signal, 'abort')).toEqual([]);
	});

	it('fails as it fails, with a signal or without', async () => {
		for (const signal of [undefined, new AbortController().signal]) {
			const work = unlessAborted(Promise.reject(new Error('broken')), signal, late);
			await expect(work).rejects.toThrow('broken');
		}
	});

	it.each([false, true])('is given up when the signal is aborted (before the work: %s)', async (before) => {
		const controller = new AbortController();
		if (before) controller.abort();
		const error = jest.fn(late);
		const work = unlessAborted(endless, controller.signal, error);
		controller.abort();
		await expect(work).rejects.toThrow('too late');
		expect(error).toHaveBeenCalledTimes(1);
	});

	it('can be waited for by a thousand with one signal, without a warning', async () => {
		const warned = jest.spyOn(process, 'emitWarning').mockImplementation();
		const controller = new AbortController();
		const waiting = Array.from({ length: 1000 }, () => unlessAborted(endless, controller.signal, late));
		controller.abort();
		const results = await Promise.allSettled(waiting);
		expect(new Set(results.map(({ status }) => status))).toEqual(new Set(['rejected']));
		expect(warned).not.toHaveBeenCalled();
		warned.mockRestore();
	});
});

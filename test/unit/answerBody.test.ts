import { Readable } from 'node:stream';

import { isByteStream, readBody } from '../../nodes/WebinarAccount/transport/answerBody';

const never = new AbortController().signal;
const MEGABYTE = new Uint8Array(1024 * 1024);

describe('the body of an answer', () => {
	it('is read as UTF-8, also where a character is split over two chunks', async () => {
		const bytes = Buffer.from('{"name":"Zoë 李"}');
		const chunks = [...bytes].map((byte) => Uint8Array.of(byte));
		await expect(readBody(Readable.from(chunks), 'webinars', never)).resolves.toBe('{"name":"Zoë 李"}');
	});

	it('is not read any further than 10 MB', async () => {
		let asked = 0;
		const endless = Readable.from(
			(function* () {
				for (;;) {
					asked++;
					yield MEGABYTE;
				}
			})(),
			{ highWaterMark: 1 },
		);
		await expect(readBody(endless, 'webinars', never)).rejects.toThrow('larger than 10 MB');
		expect(asked).toBeLessThan(20);
		expect(endless.destroyed).toBe(true);
	});

	it.each([false, true])(
		'ends at the deadline, also on a stream that does not close (past: %s)',
		async (past) => {
			const deadline = new AbortController();
			if (past) deadline.abort();
			const silent = {
				destroy: jest.fn(),
				[Symbol.asyncIterator]: () => ({ next: () => new Promise<never>(() => {}) }),
			};
			const reading = readBody(silent, 'webinars', deadline.signal);
			deadline.abort();
			await expect(reading).rejects.toThrow('not complete in time');
			expect(silent.destroy).toHaveBeenCalledTimes(1);
		},
	);

	it.each([null, undefined, 'text', {}, []])('is not %j', (value) => {
		expect(isByteStream(value)).toBe(false);
	});
});

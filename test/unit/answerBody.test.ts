import { Readable } from 'node:stream';

import { isByteStream, readBody } from '../../nodes/WebinarAccount/client/answerBody';

const MEGABYTE = new Uint8Array(1024 * 1024);

describe('the body of an answer', () => {
	it('is read as UTF-8, also where a character is split over two chunks', async () => {
		const bytes = Buffer.from('{"name":"Zoë 李"}');
		const chunks = [...bytes].map((byte) => Uint8Array.of(byte));
		await expect(readBody(Readable.from(chunks), 'webinars')).resolves.toBe('{"name":"Zoë 李"}');
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
		await expect(readBody(endless, 'webinars')).rejects.toThrow('larger than 10 MB');
		expect(asked).toBeLessThan(20);
		expect(endless.destroyed).toBe(true);
	});

	it.each([null, undefined, 'text', {}, []])('is not %j', (value) => {
		expect(isByteStream(value)).toBe(false);
	});
});

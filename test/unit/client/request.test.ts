import { Readable } from 'node:stream';

import { formOf, readBody } from '../../../nodes/WebinarAccount/client/request';

describe('the fields of a call', () => {
	it('have several values of one parameter in both ways in which they can be read', () => {
		const parameters = {
			email: 'ann@example.com',
			topics: ['Sales', 'Support & success'],
			source: ['Friends'],
		};
		expect(formOf(parameters)).toEqual({ ...parameters, 'topics[]': ['Sales', 'Support & success'] });
	});
});

describe('the body of an answer', () => {
	it('is read as UTF-8, also where a character is split over two chunks', async () => {
		const chunks = [...Buffer.from('{"name":"Zoë 李"}')].map((byte) => Uint8Array.of(byte));
		await expect(readBody(Readable.from(chunks), 10)).resolves.toBe('{"name":"Zoë 李"}');
	});

	it('is not read any further than 10 MB, and the connection is closed', async () => {
		let asked = 0;
		const endless = Readable.from(
			(function* () {
				for (;;) {
					asked++;
					yield new Uint8Array(1024 * 1024);
				}
			})(),
			{ highWaterMark: 1 },
		);
		await expect(readBody(endless, 10)).resolves.toBeUndefined();
		expect(asked).toBeLessThan(20);
		expect(endless.destroyed).toBe(true);
	});
});

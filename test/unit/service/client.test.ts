import { Readable } from 'node:stream';

import { readBody, retryAfterMs } from '../../../nodes/WebinarAccount/service/client';

describe('the body of an answer', () => {
	it('is read as UTF-8, also where a character is split over two chunks', async () => {
		const chunks = [...Buffer.from('{"name":"Zoë 李"}')].map((byte) => Uint8Array.of(byte));
		await expect(readBody(Readable.from(chunks))).resolves.toBe('{"name":"Zoë 李"}');
	});

	it('is not read any further than 4 MB, and the connection is closed', async () => {
		let asked = 0;
		const endless = new Readable({
			read() {
				asked++;
				this.push(Buffer.alloc(1024 * 1024));
			},
		});
		await expect(readBody(endless)).resolves.toBeUndefined();
		expect(asked).toBeLessThan(10);
		expect(endless.destroyed).toBe(true);
	});
});

it.each([
	[undefined, 1000],
	[' 3 ', 3000],
	['0', 1000],
	['301', 300_000],
	['5e1', 1000],
	['Thu, 01 Jan 2026 00:00:07 GMT', 7000],
	['Wed, 31 Dec 2025 23:59:00 GMT', 1000],
	[['7'], 1000],
])('takes Retry-After %j for a wait of %d ms', (header, expected) => {
	expect(retryAfterMs(header, Date.UTC(2026, 0, 1))).toBe(expected);
});

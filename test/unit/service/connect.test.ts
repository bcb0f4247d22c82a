import { Readable } from 'node:stream';

import { readAccount } from '../../../nodes/WebinarAccount/service/account';
import { callOnce, readBody, retryAfterMs } from '../../../nodes/WebinarAccount/service/connect';

describe('the body of an answer', () => {
	it('is read as UTF-8, also where a character is split over two chunks', async () => {
		const chunks = [...Buffer.from('{"name":"Zoë 李"}')].map((byte) => Uint8Array.of(byte));
		await expect(readBody(Readable.from(chunks))).resolves.toBe('{"name":"Zoë 李"}');
	});

	it('is closed after a 429, where it may never end', async () => {
		const endless = new Readable({ read: () => undefined });
		const success = Readable.from([Buffer.from('{"status":"success","webinars":[]}')]);
		const answers = [
			{ statusCode: 429, headers: {}, body: endless },
			{ statusCode: 200, headers: {}, body: success },
		];
		const post = () => Promise.resolve(answers.shift());
		const account = readAccount({ apiKey: 'of an account of its own'.replaceAll(' ', '-') });
		await expect(callOnce({ account, post, run: {} }, 'live', 'webinars')).resolves.toEqual({ webinars: [] });
		expect(endless.destroyed).toBe(true);
	});

	it('is not read any further than 4 MB, and the connection is closed', async () => {
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
		await expect(readBody(endless)).resolves.toBeUndefined();
		expect(asked).toBeLessThan(10);
		expect(endless.destroyed).toBe(true);
	});
});

it.each([
	[undefined, 1000],
	['', 1000],
	['3', 3000],
	[' 3 ', 3000],
	['0', 1000],
	['-5', 1000],
	['301', 300_000],
	['in 5', 1000],
	['5 apples', 1000],
	['5e1', 1000],
	['Thu Jan  1 00:00:07 2026', 7000],
	['Thu, 01 Jan 2026 00:00:07 GMT', 7000],
	['Wed, 31 Dec 2025 23:59:00 GMT', 1000],
	[['7'], 1000],
])('takes Retry-After %j for a wait of %d ms', (header, expected) => {
	expect(retryAfterMs(header, Date.UTC(2026, 0, 1))).toBe(expected);
});

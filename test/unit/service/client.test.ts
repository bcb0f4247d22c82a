import { Settings } from 'luxon';

import { readAccount } from '../../../nodes/WebinarAccount/service/account';
import { connectWith, readRetryAfter } from '../../../nodes/WebinarAccount/service/client';
import { products } from '../../../nodes/WebinarAccount/service/products';

describe('readRetryAfter', () => {
	beforeAll(() => (Settings.now = () => Date.UTC(2026, 0, 1)));
	afterAll(() => (Settings.now = () => Date.now()));

	it.each([
		{ header: undefined, expected: 1000 },
		{ header: ' 3 ', expected: 3000 },
		{ header: '0', expected: 1000 },
		{ header: '301', expected: 300_000 },
		{ header: '5e1', expected: 1000 },
		{ header: 'Thu, 01 Jan 2026 00:00:07 GMT', expected: 7000 },
		{ header: 'Wed, 31 Dec 2025 23:59:00 GMT', expected: 1000 },
		{ header: ['7'], expected: 1000 },
	])('reads the Retry-After header "$header" as a cooldown of $expected ms', ({ header, expected }) => {
		expect(readRetryAfter(header)).toBe(expected);
	});
});

it.each([
	{
		what: 'a request that cannot be sent',
		post: () => Promise.reject(new TypeError('options is undefined')),
	},
	{ what: 'a response that cannot be read', post: () => Promise.resolve({ body: 'status is missing' }) },
])('throws a bug under its own name, not as a broken connection: $what', async ({ post }) => {
	const account = readAccount({ apiKey: 'x'.repeat(36) });
	const connection = connectWith(post, account, {});
	const error = connection.client(products.live).call('register');
	await expect(error).rejects.toMatchObject({ name: expect.stringMatching(/^(?:Type|Zod)Error$/) as string });
});

import { readAccount } from '../../../nodes/WebinarAccount/service/account';
import { HttpClient, readRetryAfter } from '../../../nodes/WebinarAccount/service/client';
import { products } from '../../../nodes/WebinarAccount/service/products';

describe('readRetryAfter', () => {
	it.each([
		{ header: undefined, expected: 1000 },
		{ header: ' 3 ', expected: 3000 },
		{ header: '0', expected: 1000 },
		{ header: '301', expected: 300_000 },
		{ header: 'Thu, 01 Jan 2026 00:00:07 GMT', expected: 1000 },
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
	const client = new HttpClient(account, products.live, post, {});
	const error = client.call('register');
	await expect(error).rejects.toMatchObject({ name: expect.stringMatching(/^(?:Type|Zod)Error$/) as string });
});

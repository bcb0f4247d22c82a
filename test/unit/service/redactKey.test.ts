import fc from 'fast-check';

import { redactKey } from '../../../nodes/WebinarAccount/service/response';

const key = 'a/b+c=D&?>~"0123456789';
const encoded = 'a%2Fb%2Bc%3DD%26%3F%3E~%220123456789';

describe('redactKey', () => {
	it.each([
		{
			where: 'everywhere in plain text',
			text: `${key}, ${key} is unknown`,
			expected: '[redacted], [redacted] is unknown',
		},
		{ where: 'in JSON', text: JSON.stringify({ key }), expected: '{"key":"[redacted]"}' },
		{
			where: 'in JSON with slashes that PHP escaped',
			text: JSON.stringify({ key }).replace('/', '\\/'),
			expected: '{"key":"[redacted]"}',
		},
		{ where: 'as the name of a field', text: JSON.stringify({ [key]: 1 }), expected: '{"[redacted]":1}' },
		{ where: 'in a URL', text: `?key=${encoded}&page=2`, expected: '?key=[redacted]&page=2' },
		{
			where: 'in a form',
			text: new URLSearchParams({ key, page: '2' }).toString(),
			expected: 'key=[redacted]&page=2',
		},
	])('redacts the API key $where', ({ text, expected }) => {
		expect(redactKey(text, key)).toBe(expected);
	});

	it('does not change text that contains only part of the API key', () => {
		const text = `100 % of ${key.slice(0, 11)}`;
		expect(redactKey(text, key)).toBe(text);
	});

	it('redacts any API key that the credential accepts, both plain and URL-encoded', () => {
		const printable = fc.string({ unit: 'grapheme-ascii', minLength: 12, maxLength: 64 });
		const keys = printable.map((text) => text.replaceAll(' ', 'x'));
		const around = fc.string();
		fc.assert(
			fc.property(around, keys, around, (before, any, after) => {
				const texts = [any, encodeURIComponent(any), JSON.stringify(any)];
				for (const text of texts) {
					expect(redactKey(`${before}${text}${after}`, any)).not.toContain(any);
					expect(redactKey(`${before}${text}${after}`, any)).not.toContain(encodeURIComponent(any));
				}
			}),
		);
	});
});

import fc from 'fast-check';

import { redactKey } from '../../../nodes/WebinarAccount/service/redactKey';

const key = 'a/b+c=D&?>~"0123456789';
const encoded = 'a%2Fb%2Bc%3DD%26%3F%3E~%220123456789';

describe('redactKey', () => {
	it.each([
		['in plain text, at each occurrence', `${key}, ${key} is unknown`, '[redacted], [redacted] is unknown'],
		['in JSON', JSON.stringify({ key }), '{"key":"[redacted]"}'],
		[
			'in JSON with slashes that PHP escaped',
			JSON.stringify({ key }).replace('/', '\\/'),
			'{"key":"[redacted]"}',
		],
		['as the name of a field', JSON.stringify({ [key]: 1 }), '{"[redacted]":1}'],
		['in a URL', `?key=${encoded}&page=2`, '?key=[redacted]&page=2'],
		['in a form', new URLSearchParams({ key, page: '2' }).toString(), 'key=[redacted]&page=2'],
	])('replaces the key %s', (_where, text, expected) => {
		expect(redactKey(text, key)).toBe(expected);
	});

	it('does not change text that contains only part of the key', () => {
		const text = `100 % of ${key.slice(0, 11)}`;
		expect(redactKey(text, key)).toBe(text);
	});

	it('replaces any key that the credential accepts, plain and URL-encoded', () => {
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

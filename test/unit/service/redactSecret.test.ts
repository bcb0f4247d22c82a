import fc from 'fast-check';

import { redactSecret } from '../../../nodes/WebinarAccount/service/key';

const key = 'a/b+c=D&0123456789';
const base64 = (text: string) => Buffer.from(text).toString('base64');
const escaped = (text: string, each: (code: number) => string) =>
	[...text].map((character) => each(character.charCodeAt(0))).join('');

describe('the key in an answer', () => {
	it.each([
		['as it is', `${key} is unknown`, '(API key) is unknown'],
		['twice, in other letter case', `${key.toUpperCase()}, ${key.toLowerCase()}`, '(API key), (API key)'],
		['in an address', '?api_key=a%2Fb%2Bc%3DD%260123456789&page=2', '?api_key=(API key)&page=2'],
		['in an address in lower case', '?key=a%2fb%2bc%3dD%260123456789&page=2', '?key=(API key)&page=2'],
		['in hexadecimal', `0x${Buffer.from(key).toString('hex')}.`, '0x(API key).'],
		['in JSON within a text', JSON.stringify({ key }).replaceAll('/', '\\/'), '{"key":"(API key)"}'],
		['in JSON with a few \\u escapes', 'a\\u002fb\\u002Bc\\u003dD\\u00260123456789', '(API key)'],
		['with \\u escapes', escaped(key, (code) => `\\u00${code.toString(16)}`), '(API key)'],
		['all in percents', escaped(key, (code) => `%${code.toString(16)}`), '(API key)'],
		['nowhere', 'a sentence without it, of 100 %', 'a sentence without it, of 100 %'],
	])('is removed %s', (_how, text, expected) => {
		expect(redactSecret(text, key)).toBe(expected);
	});

	it.each(['', 'u', 'us', 'api_key:', '\u00fc'])('is removed from base64 after %j', (before) => {
		const text = `Basic ${base64(`${before}${key};more`)}`;
		for (const form of [text, text.replaceAll('+', '-').replaceAll('/', '_')]) {
			const rest = String(redactSecret(form, key));
			expect(rest).toContain('(API key)');
			expect(Buffer.from(rest.replace('(API key)', ''), 'base64').toString()).not.toContain(key.slice(2, -2));
		}
	});

	it('is removed from all texts and names of members, and nothing else is changed', () => {
		const unit = escaped(key, (code) => `\\u00${code.toString(16)}`);
		const answer: unknown = JSON.parse(
			`{"errors":{"${unit}":["${unit} is unknown",1,null,true,{}]},"a":[[]]}`,
		);
		expect(redactSecret(answer, key)).toEqual({
			errors: { '(API key)': ['(API key) is unknown', 1, null, true, {}] },
			a: [[]],
		});
		expect(redactSecret(undefined, key)).toBeUndefined();
	});

	it('is left where it is too short to be told from other text', () => {
		expect(redactSecret({ status: 'success' }, 'success')).toEqual({ status: 'success' });
	});

	it('is gone whatever it consists of and whatever is around it', () => {
		const around = fc.string();
		fc.assert(
			fc.property(around, fc.string({ minLength: 8, maxLength: 64 }), around, (before, secret, after) => {
				const text = JSON.stringify(redactSecret([before + secret + after], secret));
				// The replacement itself may contain a short secret of its letters.
				fc.pre(!'(API key)'.toLowerCase().includes(secret.toLowerCase()));
				expect(text).not.toContain(JSON.stringify(secret).slice(1, -1));
			}),
		);
	});
});

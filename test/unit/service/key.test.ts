import fc from 'fast-check';

import { keyRedactor, readKey } from '../../../nodes/WebinarAccount/service/key';
import { cpuMs } from '../../support/cpuTime';
import { failureOf } from '../../support/failure';

const key = 'k'.repeat(64);

describe('the API key', () => {
	it('may have 36 and 64 characters, and what a page or a mail added to its ends', () => {
		for (const each of ['123e4567-e89b-12d3-a456-426614174000', key])
			for (const added of ['', ' ', '\r\n\t ', '\u200b', '\ufeff\u00a0', '\u0000'])
				expect([`${added}${each}`, `${each}${added}`, `${added}${each}${added}`].map(readKey)).toEqual([
					each,
					each,
					each,
				]);
	});

	const BROKEN = 'contains a space, a line break or an invisible character';
	it.each([
		['is empty', ' \u200b\n'],
		...['abc def', ` ${key.slice(9)}\n${key.slice(60)} `, 'ab\u200bc', 'abc\u0000d'].map((text) => [
			BROKEN,
			text,
		]),
		['has 65 characters, but a key has at most 64', `${key}k `],
	])('is refused when it %s: %j', (fault, text) => {
		const { message, description } = failureOf(() => readKey(text));
		expect(message).toBe(`The API key ${fault}`);
		expect(description).toContain('Open the credential and paste the key again.');
	});

	it('is trimmed at once, however much is pasted', () => {
		const text = `${' '.repeat(200_000)}${`${' '.repeat(1000)}x`.repeat(200)}`;
		expect(cpuMs(() => expect(() => readKey(text)).toThrow('contains a space'))).toBeLessThan(200);
	});
});

const secret = 'a/b+c=D&?>~0123456789';
const encoded = 'a%2Fb%2Bc%3DD%26%3F%3E~0123456789';

describe('the key in an answer', () => {
	it.each([
		['as it is, and twice', `${secret}, ${secret} is unknown`, '(API key), (API key) is unknown'],
		['in capitals', secret.toUpperCase(), '(API key)'],
		['in an address', `?api_key=${encoded}&page=2`, '?api_key=(API key)&page=2'],
		['in an address in lower case', `?key=${encoded.toLowerCase()}&page=2`, '?key=(API key)&page=2'],
		['all special characters encoded', encoded.replace('~', '%7e'), '(API key)'],
		['cut at its end', `${secret.slice(0, 12)}…`, '(API key)…'],
		['cut at both ends', `x${secret.slice(3, 18)}|`, 'x(API key)|'],
		['cut and encoded', `${encoded.slice(0, -3)}.`, '(API key).'],
		['nowhere', `100 % of ${secret.slice(0, 11)}`, `100 % of ${secret.slice(0, 11)}`],
	])('is removed %s', (_how, text, expected) => {
		expect(keyRedactor(secret)(text)).toBe(expected);
	});

	it('is left where it is too short to be told from other text', () => {
		expect(keyRedactor('success')('success')).toBe('success');
	});

	it('has no twelve characters left, whatever it consists of and whatever is around it', () => {
		const around = fc.string();
		fc.assert(
			fc.property(around, fc.string({ minLength: 8, maxLength: 64 }), around, (before, random, after) => {
				const text = keyRedactor(random)(before + random + after).toLowerCase();
				// The replacement itself may contain a short secret of its letters.
				fc.pre(!'(api key)'.includes(random.toLowerCase()));
				for (let start = 0; start <= Math.max(0, random.length - 12); start++)
					expect(text).not.toContain(random.slice(start, start + 12).toLowerCase());
			}),
		);
	});
});

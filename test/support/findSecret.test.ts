import { findSecret } from './findSecret';

const secret = 'k3y/with+signs=0123456789?abcdef';
const bytes = Buffer.from(secret);

describe('findSecret', () => {
	const hidden = Object.defineProperty({}, 'hidden', { value: secret });
	const behindGetter = Object.defineProperty({}, 'config', { get: () => ({ data: secret }) });
	const form = new URLSearchParams({ api_key: secret });

	it.each<[string, unknown, string]>([
		['in plain text', { a: [`key is ${secret}!`] }, '$.a.0'],
		['percent-encoded', { url: `https://x/?k=${encodeURIComponent(secret)}` }, '$.url'],
		['in a form', form, '$.(entry 0).1'],
		['in JSON', JSON.stringify({ secret }), '$'],
		['as bytes', { chunk: new Uint8Array(bytes) }, '$.chunk'],
		['in a hidden property', hidden, '$.hidden'],
		['in the name of a property', { [secret]: 1 }, `$.(name ${secret})`],
		['behind a getter', behindGetter, '$.config.data'],
		['in a map', new Map([['a', { b: secret }]]), '$.(entry 0).1.b'],
		['in a cause', new Error('a', { cause: new Error('b', { cause: secret }) }), '$.cause.cause'],
	])('finds the secret %s', (_where, thing, path) => {
		expect(findSecret(thing, secret)).toContain(path);
	});

	it('finds nothing, even in circular objects, if the secret is absent', () => {
		const ring: { self?: unknown; text: string } = { text: 'no key' };
		ring.self = ring;
		const error = new Error('a');
		error.cause = error;
		expect(findSecret([ring, error, null, undefined, 1, Symbol('x')], secret)).toEqual([]);
		expect(findSecret(ring, '')).toEqual([]);
	});
});

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
		['in the text of a form', form.toString(), '$'],
		['in JSON', JSON.stringify({ secret }), '$'],
		['as bytes', { chunk: new Uint8Array(bytes) }, '$.chunk'],
		['in a hidden property', hidden, '$.hidden'],
		['under a symbol', { [Symbol('s')]: secret }, '$.Symbol(s)'],
		['in the name of a property', { [secret]: 1 }, `$.(name ${secret})`],
		['behind a getter', behindGetter, '$.config.data'],
		['in a map', new Map([['a', { b: secret }]]), '$.(entry 0).1.b'],
		['in headers', new Headers({ 'x-key': secret }), '$.(entry 0).1'],
		['in an inherited property', Object.create({ token: secret }), '$.(prototype).token'],
		['in a cause', new Error('a', { cause: new Error('b', { cause: secret }) }), '$.cause.cause'],
		["in a function's property", Object.assign(() => 0, { secret }), '$.secret'],
	])('finds the secret %s', (_where, thing, path) => {
		expect(findSecret(thing, secret)).toContain(path);
	});

	it('finds a secret that is split over a list, bytes or a chain of error causes', () => {
		const [head, tail] = [secret.slice(0, 11), secret.slice(11)];
		expect(findSecret([head, tail], secret)).toEqual(['$']);
		expect(findSecret([Buffer.from(head), Buffer.from(tail)], secret)).toEqual(['$']);
		const chain = new Error(`sent ${head}`, { cause: new Error(`${tail} to`) });
		expect(findSecret({ chain }, secret)).toEqual(['$.chain']);
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

import fc from 'fast-check';

import { readAccount } from '../../../nodes/WebinarAccount/service/account';
import type { EndpointName } from '../../../nodes/WebinarAccount/service/schemas';
import { ServiceError } from '../../../nodes/WebinarAccount/service/errors';
import { keyRedactor, readProblems, readResponse } from '../../../nodes/WebinarAccount/service/response';
import { cpuMs } from '../../support/cpuTime';
import { failureOf } from '../../support/failure';

const KEY = 'secret-key-of-36-characters-in-total';
const account = readAccount({ apiKey: KEY });

const read = (statusCode: number, body: unknown, name: EndpointName = 'webinars') => {
	const response = { statusCode, body: typeof body === 'string' ? body : JSON.stringify(body) };
	return readResponse(name, response, account, { webinar_id: '5' });
};
const failed = (...args: Parameters<typeof read>) => {
	const error = failureOf(() => read(...args));
	if (!(error instanceof ServiceError)) throw error;
	return error;
};

const UNEXPECTED = "Could not list the webinars: the service's answer has an unexpected form";
const NOT_JSON = "Could not list the webinars: the service's answer is not JSON";
const NO_REASON = 'Could not list the webinars: the service gave no reason';

// What a user reads of each failure, test/faults asserts for every operation.
describe('reading an answer', () => {
	it('takes an empty answer for a success where that is documented, and nowhere else', () => {
		expect(read(200, { status: 'Success', webinars: [] })).toEqual({ webinars: [] });
		expect(read(204, '', 'unsubscribe')).toBeUndefined();
		expect(failed(200, '', 'unsubscribe').message).toMatch(/is not JSON$/);
		expect(failed(204, '').message).toBe(NOT_JSON);
	});

	it('takes a 200 that reports an error for the error it is', () => {
		const error = { isTransient: false, problems: [{ text: '{"status":"failed","webinars":[]}' }] };
		expect(failed(200, { status: 'failed', webinars: [] })).toMatchObject(error);
		expect(failed(200, { message: 'Closed', webinars: [] }).problems).toEqual([{ text: 'Closed' }]);
	});

	it.each(['{"status":null,"webinars":[]}', '"success"', '[]'])(
		'believes no success that does not say so, and no failure either: %s',
		(body) => {
			expect(failed(200, body).message).toBe(UNEXPECTED);
			expect(failed(200, body, 'register').message).toMatch(/^The person may have been registered, but/);
		},
	);

	it.each([
		'You must specify a valid API key',
		{ email: 'Bad', api_key: ['Missing or invalid'] },
		['Unknown API-Key.'],
	])('explains a key that is not accepted, whatever the shape: %j', (errors) => {
		const { description } = failed(401, {});
		const message = 'The service does not accept the API key';
		for (const httpCode of [200, 400, 401, 422]) {
			const error = failed(httpCode, { status: 'error', errors });
			expect(error).toMatchObject({ message, description, httpCode, problems: [] });
			expect(JSON.stringify(error)).not.toContain('secret-key');
		}
	});

	it('does not take a key that did not arrive for a wrong one', () => {
		const { message } = failed(400, { status: 'error', errors: 'The api key field is required.' });
		expect(message).toBe('Could not list the webinars');
	});

	it('tells a missing path from a webinar', () => {
		expect(failed(404, '{"message":"No webinar"}', 'registrants').message).not.toContain('This host');
		expect(failed(400, '<h1>', 'unsubscribe').message).not.toContain('This host');
	});

	it.each([
		[299, '', NOT_JSON],
		[399, '', 'Could not list the webinars: the service answered with a redirect (HTTP 399)'],
		[400, '', `${NO_REASON} (HTTP 400)`],
		[500, '', 'Could not list the webinars: the service failed (HTTP 500)'],
	])('knows what HTTP %d means, and whether a write may be done: %s', (status, body, message) => {
		expect(failed(status, body)).toMatchObject({ message, httpCode: status, mayHaveActed: false });
		expect(failed(status, body).isTransient).toBe(status === 500);
		expect(failed(status, body, 'register').mayHaveActed).toBe(status < 400 || status === 500);
	});

	it.each(['[]', 'Blocked by policy'])(
		'does not tell the 403 of a proxy as a missing approval: %j',
		(text) => {
			expect(failed(403, text, 'register')).toMatchObject({
				message:
					'Could not register the person: something between n8n and the service refused the call (HTTP 403)',
				problems: text === '[]' ? [] : [{ text }],
			});
		},
	);

	const GONE = 'Webinar 5 is not in this account';
	it.each([
		[{ webinar_id: 'The selected webinar id is invalid.' }, GONE],
		['Webinar 5 was not found for your account', GONE],
		[{ schedule: 'The webinar was not found' }, 'Could not register the person'],
		['Webinar full', 'Could not register the person'],
	])('says whether the webinar is gone: %j', (errors, message) => {
		expect(failed(422, { errors }, 'register')).toMatchObject({ message, mayHaveActed: false });
	});

	it('judges a text before the key is taken out of it', () => {
		expect(failed(422, { message: `Webinar 7 is closed for ${KEY}` })).toMatchObject({
			message: 'Could not list the webinars',
			problems: [{ text: 'Webinar 7 is closed for (API key)' }],
		});
	});

	it.each([
		[`{"code":"${KEY}"}`, '{"code":"(API key)"}'],
		['<h1>Not\n here</h1>', '<h1>Not here</h1>'],
		[`{"a":"${'x'.repeat(400)}"}`, `{"a":"${'x'.repeat(294)}…`],
	])('tells a body of unknown form as it is, in one line: %j', (body, text) => {
		expect(failed(422, body)).toMatchObject({ message: 'Could not list the webinars', problems: [{ text }] });
	});
});

describe('what an error answer says', () => {
	const texts = (problems: ServiceError['problems']) =>
		problems.map(({ parameter, text }) => (parameter === undefined ? text : `${parameter}: ${text}`));

	// The forms that are known, test/faults asserts for every operation.
	it.each([
		[{ errors: { email: ['one', 'two'], phone: 'three' } }, ['email: one', 'email: two', 'phone: three']],
		[{ errors: { email: { required: 'Is required' } } }, ['email: Is required']],
		[{ error: true, message: 'Not now' }, ['Not now']],
		[{ errors: { email: ' ' }, message: ' Fallback ' }, ['Fallback']],
		[{ errors: { 1: { error: { email: ['Bad'] } } } }, ['email: Bad']],
		[{ errors: { 'topics.0': ['Bad'] } }, ['topics: Bad']],
		[{ errors: { a: null, b: 3, c: [] } }, []],
		[
			['one', { message: 'two\n  three' }],
			['one', 'two three'],
		],
	])('understands %j', (body, expected) => {
		expect(texts(readProblems(body))).toStrictEqual(expected);
	});

	it('is text that is no JSON', () => {
		expect(texts(failed(500, '  Quota exceeded\n').problems)).toEqual(['Quota exceeded']);
		for (const body of ['<h1>Not now</h1>', '["Not n', '\u001f\u008b\u0008', 'Not\ufffdnow'])
			expect(failed(500, body).problems).toEqual([]);
	});

	it('takes no longer for a name of 100 kB, or for a text of many blanks', () => {
		const name = `${'.1'.repeat(50_000)}x`;
		const body = { errors: { [name]: `${' '.repeat(5_000_000)}x` }, message: 'Not now.' };
		expect(cpuMs(() => expect(texts(readProblems(body))).toEqual(['Not now.']))).toBeLessThan(500);
		expect(readProblems({ errors: { [name]: 'Bad' } })[0]?.parameter).toHaveLength(101);
	});

	it('is the first ten problems of many', () => {
		expect(readProblems({ errors: new Array<string>(1000).fill('Problem') })).toHaveLength(10);
	});
});

describe('an answer', () => {
	it('loses the API key in all texts and names of members, and nothing else', () => {
		const escaped = '\\u0073' + KEY.slice(1);
		const members = `"webinar_id":1,"${escaped}":["${escaped} is unknown",1.5,null,true,{}],"a":[[]]`;
		expect(read(200, `{"status":"success","webinars":[{${members}}]}`)).toEqual({
			webinars: [{ webinar_id: 1, '(API key)': ['(API key) is unknown', 1.5, null, true, {}], a: [[]] }],
		});
	});

	it('is not read when it is nested too deeply for n8n', () => {
		const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;
		const answer = (depth: number) => `{"status":"success","webinars":[],"other":${nested(depth)}}`;
		expect(read(200, answer(49))).toEqual({ webinars: [] });
		for (const body of [answer(50), nested(500_000)])
			expect(failed(200, body)).toMatchObject({
				message: NOT_JSON,
				description: expect.stringContaining('It is cut off, damaged or nested too deeply.') as string,
			});
	});
});

const secret = 'a/b+c=D&?>~0123456789';
const encoded = 'a%2Fb%2Bc%3DD%26%3F%3E~0123456789';

describe('the key in an answer', () => {
	it.each([
		[
			'twice, also in capitals',
			`${secret}, ${secret.toUpperCase()} is unknown`,
			'(API key), (API key) is unknown',
		],
		['in an address', `?key=${encoded.toLowerCase()}&page=2`, '?key=(API key)&page=2'],
		['all special characters encoded', encoded.replace('~', '%7e'), '(API key)'],
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

import { readAccount } from '../../../nodes/WebinarAccount/service/account';
import type { EndpointName } from '../../../nodes/WebinarAccount/service/schemas';
import { ServiceError } from '../../../nodes/WebinarAccount/service/errors';
import { readPlainText, readProblems } from '../../../nodes/WebinarAccount/service/problems';
import { readResponse } from '../../../nodes/WebinarAccount/service/response';
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
	it.each(['success', 'Success'])('gives the members beside the status "%s"', (status) => {
		expect(read(200, { status, webinars: [] })).toEqual({ webinars: [] });
	});

	it('takes an empty answer for a success where that is documented, and nowhere else', () => {
		expect(read(204, '', 'unsubscribe')).toBeUndefined();
		expect(failed(200, '', 'unsubscribe').message).toMatch(/is not JSON$/);
		expect(failed(204, '').message).toBe(NOT_JSON);
	});

	it.each([
		[{ status: 'error', errors: { webinar_id: 'Unknown' } }, [{ parameter: 'webinar_id', text: 'Unknown' }]],
		[{ status: 'failed', webinars: [] }, [{ text: '{"status":"failed","webinars":[]}' }]],
		[{ message: 'Closed', webinars: [] }, [{ text: 'Closed' }]],
	])('takes a 200 that reports an error for the error it is: %j', (body, problems) => {
		expect(failed(200, body).problems).toStrictEqual(problems);
		expect(failed(200, body).isTransient).toBe(false);
	});

	it.each(['{"webinars":[]}', '{"status":null,"webinars":[]}', '{}', 'null', '"success"', '[]'])(
		'believes no success that does not say so, and no failure either: %s',
		(body) => {
			expect(failed(200, body).message).toBe(UNEXPECTED);
			expect(failed(200, body, 'register').message).toMatch(/^The person may have been registered, but/);
		},
	);

	it.each([
		'You must specify a valid API key',
		{ message: 'You must specify a valid API key' },
		{ api_key: ['Missing or invalid API key'] },
		{ email: 'Bad', api_key: { message: 'No' } },
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

	it.each(['The api key field is required.', { api_key: ['The api key is missing'] }])(
		'does not take a key that did not arrive for a wrong one: %j',
		(errors) => {
			expect(failed(400, { status: 'error', errors }).message).toBe('Could not list the webinars');
		},
	);

	it.each(['registrants', 'unsubscribe'] as const)('tells a missing path from a webinar: %s', (name) => {
		for (const [status, body] of [
			[404, '{"message":"No webinar"}'],
			[400, '<h1>'],
		] as const)
			expect(failed(status, body, name).message).not.toContain('This host');
	});

	it.each([
		[299, '', NOT_JSON],
		[300, '', 'Could not list the webinars: the service answered with a redirect (HTTP 300)'],
		[399, '', 'Could not list the webinars: the service answered with a redirect (HTTP 399)'],
		[400, '', `${NO_REASON} (HTTP 400)`],
		[499, '', `${NO_REASON} (HTTP 499)`],
		[500, '', 'Could not list the webinars: the service failed (HTTP 500)'],
	])('knows what HTTP %d means, and whether a write may be done: %s', (status, body, message) => {
		expect(failed(status, body)).toMatchObject({ message, httpCode: status, mayHaveActed: false });
		expect(failed(status, body).isTransient).toBe(status === 500);
		expect(failed(status, body, 'register').mayHaveActed).toBe(status < 400 || status === 500);
	});

	it.each([
		['<h1>Access denied</h1>', []],
		['', []],
		['[]', []],
		['Blocked by policy', [{ text: 'Blocked by policy' }]],
	])('does not tell the 403 of a proxy as a missing approval: %j', (body, problems) => {
		const { message, problems: found } = failed(403, body, 'register');
		expect(found).toEqual(problems);
		expect(message).toBe(
			'Could not register the person: something between n8n and the service refused the call (HTTP 403)',
		);
	});

	it.each([
		['The selected webinar id is invalid.', 'webinar_id'],
		['Webinar 5 was not found for your account', undefined],
		['Webinar not found', undefined],
	])('says of a webinar that is gone where it is not: %s', (text, parameter) => {
		const errors = parameter === undefined ? text : { [parameter]: text };
		for (const name of ['webinar', 'register', 'unsubscribe'] as const)
			expect(failed(422, { errors }, name)).toMatchObject({
				message: 'Webinar 5 is not in this account',
				description: 'Choose the webinar again: it may have been deleted, or belong to the other product.',
				mayHaveActed: false,
			});
	});

	it.each([
		{ webinar_id: 'The webinar is closed.' },
		{ schedule: 'The webinar was not found' },
		'Webinar full',
	])('says nothing of the kind of another rejection: %j', (errors) => {
		expect(failed(422, { errors }, 'register').message).toBe('Could not register the person');
	});

	it('judges a text before the key is taken out of it', () => {
		expect(failed(422, { message: `Webinar 7 is closed for ${KEY}` })).toMatchObject({
			message: 'Could not list the webinars',
			problems: [{ text: 'Webinar 7 is closed for (API key)' }],
		});
	});

	it.each([
		['{"code": 17,\n "hint": "Try later"}', '{"code":17,"hint":"Try later"}'],
		[`{"code":"${KEY}"}`, '{"code":"(API key)"}'],
		['{"message":"Not n', '{"message":"Not n'],
		['<h1>Not\n here</h1>', '<h1>Not here</h1>'],
		[`{"a":"${'x'.repeat(400)}"}`, `{"a":"${'x'.repeat(294)}…`],
	])('tells a body of unknown form as it is, in one line: %j', (body, text) => {
		expect(failed(422, body)).toMatchObject({ message: 'Could not list the webinars', problems: [{ text }] });
	});
});

describe('what an error answer says', () => {
	const texts = (problems: ReturnType<typeof readProblems>) =>
		problems.map(({ parameter, text }) => (parameter === undefined ? text : `${parameter}: ${text}`));

	// The forms that are known, test/faults asserts for every operation.
	it.each([
		[{ errors: { email: ['one', 'two'], phone: 'three' } }, ['email: one', 'email: two', 'phone: three']],
		[{ errors: { email: { message: 'Bad', code: 3 } } }, ['email: Bad']],
		[{ errors: { email: { required: 'Is required' } } }, ['email: Is required']],
		[{ error: true, message: 'Not now' }, ['Not now']],
		[{ errors: { email: ' ' }, message: ' Fallback ' }, ['Fallback']],
		[{ errors: { error: { 0: 'Too late' } } }, ['Too late']],
		[{ errors: { 1: { email: ['Bad'] } } }, ['email: Bad']],
		[{ errors: { 'topics.0': ['Bad'] } }, ['topics: Bad']],
		[{ errors: { a: null, b: 3, c: [] } }, []],
		[
			['one', { message: 'two\n  three' }],
			['one', 'two three'],
		],
		[null, []],
	])('understands %j', (body, expected) => {
		expect(texts(readProblems(body))).toStrictEqual(expected);
	});

	it.each([
		['  Quota exceeded\n', ['Quota exceeded']],
		...['<h1>Not now</h1>', '{"message":"Not n', '["Not n', '\u001f\u008b\u0008', 'Not\ufffdnow', ''].map(
			(body): [string, string[]] => [body, []],
		),
	])('as text that is no JSON: %j', (body, expected) => {
		expect(texts(readPlainText(body))).toEqual(expected);
	});

	it('takes no longer for a name of 100 kB, or for a text of many blanks', () => {
		const name = `${'.1'.repeat(50_000)}x`;
		const body = { errors: { [name]: `${' '.repeat(5_000_000)}x` }, message: 'Not now.' };
		expect(cpuMs(() => expect(texts(readProblems(body))).toEqual(['Not now.']))).toBeLessThan(500);
		expect(readProblems({ errors: { [name]: 'Bad' } })[0]?.parameter).toHaveLength(101);
	});

	it('is the first ten problems of many, and no more are read', () => {
		let count = 0;
		const errors = new Proxy(new Array<string>(1000).fill('Problem'), {
			get: (target, key) => {
				if (typeof key === 'string' && /^\d+$/.test(key)) count++;
				return Reflect.get(target, key) as unknown;
			},
		});
		expect(readProblems({ errors })).toHaveLength(10);
		expect(count).toBe(10);
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

	const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;

	it('is not read when it is nested too deeply for n8n', () => {
		const answer = (depth: number) => `{"status":"success","webinars":[],"other":${nested(depth)}}`;
		expect(read(200, answer(49))).toEqual({ webinars: [] });
		for (const body of [answer(50), nested(500_000)])
			expect(failed(200, body)).toMatchObject({
				message: NOT_JSON,
				description: expect.stringContaining('It is cut off, damaged or nested too deeply.') as string,
			});
	});
});

import fc from 'fast-check';

import { readAccount } from '../../../nodes/WebinarAccount/service/account';
import type { EndpointName } from '../../../nodes/WebinarAccount/service/endpoints';
import { ServiceError } from '../../../nodes/WebinarAccount/service/errors';
import {
	readResponse,
	readPlainText,
	readProblems,
	exceedsJsonBounds,
	MAX_DEPTH,
	MAX_ENTRIES,
	MAX_VALUES,
} from '../../../nodes/WebinarAccount/service/response';
import { cpuMs } from '../../support/cpuTime';
import { failureOf } from '../../support/failure';

const account = readAccount({ apiKey: 'secret-key-of-36-characters-in-total' });

const read = (statusCode: number, body: unknown, name: EndpointName = 'webinars') =>
	readResponse(name, { statusCode, body: typeof body === 'string' ? body : JSON.stringify(body) }, account);
const failed = (...args: Parameters<typeof read>) => {
	const error = failureOf(() => read(...args));
	if (!(error instanceof ServiceError)) throw error;
	return error;
};

const REJECTED_KEY = 'The service does not accept the API key';
const NOT_JSON = "Could not list the webinars: the service's answer is not JSON";
const UNEXPECTED = "Could not list the webinars: the service's answer has an unexpected form";

// What a user reads of each failure, test/faults asserts for every operation.
describe('reading an answer', () => {
	it.each(['success', 'Success'])('gives the members beside the status "%s"', (status) => {
		expect(read(200, { status, webinars: [] })).toEqual({ webinars: [] });
	});

	it('takes an empty answer for a success where that is documented, and nowhere else', () => {
		expect(read(204, '', 'unsubscribe')).toEqual({});
		expect(failed(200, '', 'unsubscribe').message).toMatch(/is not JSON$/);
		expect(failed(204, '').message).toBe(NOT_JSON);
	});

	it('believes no success under an HTTP error', () => {
		expect(failed(400, { status: 'success', webinars: [] })).toMatchObject({
			message: 'Could not list the webinars: the service gave no reason (HTTP 400)',
			httpCode: 400,
		});
	});

	it.each([
		[{ status: 'error', errors: { webinar_id: 'Unknown' } }, [{ parameter: 'webinar_id', text: 'Unknown' }]],
		[{ status: 'failed', webinars: [] }, []],
		[{ message: 'Closed', webinars: [] }, [{ text: 'Closed' }]],
	])('takes a 200 that reports an error for the error it is: %j', (body, problems) => {
		expect(failed(200, body)).toMatchObject({ problems, isTransient: false });
	});

	it.each([
		[{ webinars: [] }],
		[{ status: null, webinars: [] }],
		[{ ok: true }],
		[{}],
		[null],
		['"success"'],
		[[]],
	])('believes no success that does not say so, and no failure either: %j', (body) => {
		expect(failed(200, body ?? 'null').message).toBe(UNEXPECTED);
		expect(failed(200, body ?? 'null', 'register').message).toMatch(
			/^The person may have been registered, but/,
		);
	});

	it('names the member that is not as documented', () => {
		expect(failed(200, { status: 'success', webinars: [{ webinar_id: 'six' }] }).description).toMatch(
			/^"webinars\.0\.webinar_id" is not as documented\. /,
		);
		expect(failed(200, { status: 'success' }).description).toMatch(
			/^"webinars" is missing\. Expected: a list\. .* the probe .* \(docs\/probe\.md\)\.$/,
		);
		expect(failed(200, []).description).toMatch(/^It is not an object\. /);
	});

	it('gives up an answer that is nested without end', () => {
		const nested = (levels: number, member = 'other') =>
			`{"status":"success","webinars":[],"${member}":${'['.repeat(levels)}${']'.repeat(levels)}}`;
		for (const member of ['errors', 'webinars', 'other']) {
			for (const statusCode of [200, 400, 500])
				expect(failed(statusCode, nested(100_000, member)).message).toMatch(/^Could not list the webinars: /);
		}
		expect(read(200, nested(49))).toEqual({ webinars: [] });
		expect(failed(200, nested(50)).message).toBe(NOT_JSON);
	});

	it.each([
		'You must specify a valid API key',
		{ message: 'You must specify a valid API key' },
		{ api_key: ['Missing or invalid API key'] },
		{ email: 'Bad', api_key: { message: 'No' } },
		['Unknown API-Key.'],
	])('explains a key that is not accepted, whatever the shape: %j', (errors) => {
		const { description } = failed(401, {});
		for (const httpCode of [200, 400, 401, 422]) {
			const error = failed(httpCode, { status: 'error', errors });
			expect(error).toMatchObject({ message: REJECTED_KEY, description, httpCode, problems: [] });
			expect(JSON.stringify(error)).not.toContain('secret-key');
		}
	});

	it.each(['The api key field is required.', { api_key: ['The api key is missing'] }])(
		'does not take a key that did not arrive for a wrong one: %j',
		(errors) => {
			expect(failed(400, { status: 'error', errors }).message).toBe('Could not list the webinars');
		},
	);

	it('tells a host without an operation from one that does not know the webinar', () => {
		for (const name of ['registrants', 'unsubscribe'] as const) {
			expect(failed(404, '<h1>Not Found</h1>', name).message).toMatch(/^This host offers no /);
			const others = [
				failed(404, { message: 'No webinar' }, name),
				failed(400, '<h1>', name),
				failed(200, '<h1>', name),
			];
			for (const { message } of others) expect(message).not.toContain('This host');
		}
	});

	it.each([
		[299, NOT_JSON, false],
		[300, 'Could not list the webinars: the service answered with a redirect (HTTP 300)', false],
		[399, 'Could not list the webinars: the service answered with a redirect (HTTP 399)', false],
		[400, 'Could not list the webinars: the service gave no reason (HTTP 400)', false],
		[408, 'Could not list the webinars: the service did not receive the call in time (HTTP 408)', true],
		[499, 'Could not list the webinars: the service gave no reason (HTTP 499)', false],
		[500, 'Could not list the webinars: the service failed (HTTP 500)', true],
	])('knows whether HTTP %d may be over in a moment, and whether a write may be done', (...row) => {
		const [statusCode, message, isTransient] = row;
		expect(failed(statusCode, '')).toMatchObject({ message, isTransient, httpCode: statusCode });
		expect(failed(statusCode, '').mayHaveActed).toBe(false);
		const mayHaveActed = statusCode < 400 || isTransient;
		const start = mayHaveActed ? /^The person may have been registered, but / : /^Could not register /;
		expect(failed(statusCode, '', 'register')).toMatchObject({
			message: expect.stringMatching(start) as string,
			mayHaveActed,
		});
	});

	it.each([
		['<h1>Access denied</h1>', undefined],
		['', undefined],
		['[]', undefined],
		['Blocked by policy', 'Blocked by policy'],
	])('does not tell the 403 of a proxy as a missing approval: %j', (body, text) => {
		expect(failed(403, body, 'register')).toMatchObject({
			message:
				'Could not register the person: something between n8n and the service refused the call (HTTP 403)',
			description: expect.stringMatching(
				/^A proxy or a firewall answered in place of the service\. /,
			) as string,
			problems: text === undefined ? [] : [{ text }],
			mayHaveActed: false,
		});
	});
});

describe('what an error answer says', () => {
	it.each([
		[
			{ errors: { api_key: ['The api key field is required.'] } },
			[['api_key', 'The api key field is required.']],
		],
		[
			{ errors: { api_key: 'You must specify a valid API key' } },
			[['api_key', 'You must specify a valid API key']],
		],
		[
			{ errors: { email: ['one', 'two'], phone: 'three' } },
			[
				['email', 'one'],
				['email', 'two'],
				['phone', 'three'],
			],
		],
		[{ errors: 'All wrong' }, [[undefined, 'All wrong']]],
		[
			{ errors: ['one', 'two'] },
			[
				[undefined, 'one'],
				[undefined, 'two'],
			],
		],
		[{ errors: { message: 'Broken' } }, [[undefined, 'Broken']]],
		[{ errors: { email: { message: 'Bad', code: 3 } } }, [['email', 'Bad']]],
		[{ errors: { email: { required: 'Is required' } } }, [['email', 'Is required']]],
		[{ error: true, message: 'Not now' }, [[undefined, 'Not now']]],
		[{ message: 'Too many requests' }, [[undefined, 'Too many requests']]],
		[{ error: 'No' }, [[undefined, 'No']]],
		[{ errors: {}, message: 'Fallback' }, [[undefined, 'Fallback']]],
		[{ errors: { message: ['Too late'] } }, [[undefined, 'Too late']]],
		[{ errors: { error: { 0: 'Too late' } } }, [[undefined, 'Too late']]],
		[{ errors: { 1: { email: ['Bad'] } } }, [['email', 'Bad']]],
		[{ errors: { 'topics.0': ['Bad'] } }, [['topics', 'Bad']]],
		[{ errors: { a: null, b: 3, c: [] } }, []],
		[{ errors: { reason: ['Is required'] } }, [['reason', 'Is required']]],
		[
			['one', { message: 'two' }],
			[
				[undefined, 'one'],
				[undefined, 'two'],
			],
		],
		['text', [[undefined, 'text']]],
		[null, []],
		[[], []],
		[{ errors: { email: ' ' }, message: ' Fallback ' }, [[undefined, 'Fallback']]],
	])('understands %j', (body, expected) => {
		expect(readProblems(body)).toStrictEqual(
			expected.map(([parameter, text]) => (parameter === undefined ? { text } : { parameter, text })),
		);
	});

	it('cuts a text that is no sentence, and folds its lines', () => {
		const [problem] = readProblems({ message: `line\n  ${'x'.repeat(1000)}` });
		expect(problem?.text).toMatch(/^line x{295}…$/);
		const longest = 'x'.repeat(300);
		expect(readProblems({ message: longest })).toEqual([{ text: longest }]);
		expect(readProblems({ message: 'Not now.', trace: 'a.php:7' })).toEqual([{ text: 'Not now.' }]);
	});

	it.each([
		['Not now.\n', ['Not now.']],
		['  Quota exceeded for today', ['Quota exceeded for today']],
		['<h1>Not now</h1>', []],
		['{"message":"Not n', []],
		['["Not n', []],
		['\u001f\u008b\u0008', []],
		['Not\ufffdnow', []],
		['', []],
	])('as text that is no JSON: %j', (body, texts) => {
		expect(readPlainText(body)).toEqual(texts.map((text) => ({ text })));
	});

	it('takes no longer for a name of 100 kB, or for a text of many blanks', () => {
		const name = `${'.1'.repeat(50_000)}x`;
		const body = { errors: { [name]: `${' '.repeat(5_000_000)}x` }, message: 'Not now.' };
		const longest = cpuMs(() => expect(readProblems(body)).toEqual([{ text: 'Not now.' }]));
		expect(longest).toBeLessThan(500);
		expect(readProblems({ errors: { [name]: 'Bad' } })[0]?.parameter).toHaveLength(101);
	});

	it('is the first ten problems of many', () => {
		const errors = Array.from({ length: 1000 }, (_, index) => `Problem ${index}`);
		expect(readProblems({ errors })).toHaveLength(10);
		const read = { count: 0 };
		const counting = new Proxy(errors, {
			get: (target, key) => {
				if (typeof key === 'string' && /^\d+$/.test(key)) read.count++;
				return Reflect.get(target, key) as unknown;
			},
		});
		readProblems({ errors: counting });
		expect(read.count).toBe(10);
	});
});

const list = (count: number, entry = '1') => `[${new Array<string>(count).fill(entry).join(',')}]`;
const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;

describe('the bounds of an answer', () => {
	it.each([
		[nested(MAX_DEPTH), undefined],
		[nested(MAX_DEPTH + 1), 'depth'],
		['[{"a":'.repeat(MAX_DEPTH), 'depth'],
		[list(MAX_ENTRIES), undefined],
		[list(MAX_ENTRIES + 1), 'size'],
		[`{${list(MAX_ENTRIES + 1, '"a":1').slice(1, -1)}}`, 'size'],
		[list(50, list(MAX_VALUES / 50 - 1)), undefined],
		[list(50, list(MAX_VALUES / 50)), 'size'],
		[list(MAX_ENTRIES, '{}'), undefined],
		// None of these is JSON, which is seen later.
		['', undefined],
		[']'.repeat(200), undefined],
		[','.repeat(MAX_ENTRIES - 1), undefined],
		['"[', undefined],
		['"\\', undefined],
	])('%#', (text, excess) => {
		expect(exceedsJsonBounds(text)).toBe(excess);
	});

	it('count no character within a text', () => {
		const texts = fc.array(fc.oneof(fc.string(), fc.constantFrom('[', '{', '",', '\\', '\\"', '\\\\', '"[')));
		fc.assert(
			fc.property(texts, (parts) => {
				const text = parts.join('').repeat(3);
				expect(exceedsJsonBounds(`${JSON.stringify([text, { [text]: text }])}`)).toBeUndefined();
				const tooDeep = JSON.stringify([text]).slice(0, -1) + `,${nested(MAX_DEPTH)}]`;
				expect(exceedsJsonBounds(tooDeep)).toBe('depth');
			}),
		);
		expect(exceedsJsonBounds(JSON.stringify('[,{'.repeat(MAX_VALUES)))).toBeUndefined();
	});

	it.each(['\\', '\\"', '"', '"\\', ' ', '1'])('take linear time for %j', (part) => {
		expect(cpuMs(() => exceedsJsonBounds(`"${part.repeat(2_000_000)}`))).toBeLessThan(2000);
	});
});

import { readAccount } from '../../nodes/WebinarAccount/service/account';
import { readAnswer } from '../../nodes/WebinarAccount/service/answer';
import { readProblems } from '../../nodes/WebinarAccount/service/problems';
import { failureOf } from '../support/failure';

const account = readAccount({ apiKey: 'secret-key-of-36-characters-in-total', service: 'webinarJam' });
const answer = (statusCode: number, body: unknown) => ({
	statusCode,
	body: typeof body === 'string' ? body : JSON.stringify(body),
});
const read = (statusCode: number, body: unknown) => readAnswer('webinars', answer(statusCode, body), account);
const register = (statusCode: number, body: unknown) =>
	readAnswer('register', answer(statusCode, body), account);

describe('reading an error', () => {
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
				['', 'one'],
				['', 'two'],
			].map(([, text]) => [undefined, text]),
		],
		[{ errors: { message: 'Broken' } }, [[undefined, 'Broken']]],
		[{ errors: { email: { message: 'Bad', code: 3 } } }, [['email', 'Bad']]],
		[{ errors: { email: { required: 'Is required' } } }, [['email', 'Is required']]],
		[{ message: 'Too many requests' }, [[undefined, 'Too many requests']]],
		[{ error: 'No' }, [[undefined, 'No']]],
		[{ errors: {}, message: 'Fallback' }, [[undefined, 'Fallback']]],
		[{ errors: { message: ['Too late'] } }, [[undefined, 'Too late']]],
		[{ errors: { error: { 0: 'Too late' } } }, [[undefined, 'Too late']]],
		[{ errors: { 1: { email: ['Bad'] } } }, [['email', 'Bad']]],
		[{ errors: { 'topics.0': ['Bad'] } }, [['topics', 'Bad']]],
		[{ errors: { a: null, b: 3, c: [] } }, []],
		['text', []],
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
});

const CHECK_ADDRESSES =
	'If this happens every time, check the service and its paths in the credential. Otherwise try again later.';

describe('reading an answer', () => {
	it('gives the members beside the status', () => {
		expect(read(200, { status: 'success', webinars: [] })).toEqual({ webinars: [] });
	});

	it('takes an empty answer for a success where that is documented, and nowhere else', () => {
		expect(readAnswer('unsubscribe', answer(204, ''), account)).toEqual({});
		expect(failureOf(() => readAnswer('unsubscribe', answer(200, ''), account)).message).toBe(
			"The registrant may have been unsubscribed, but the service's answer is not JSON",
		);
		expect(failureOf(() => read(204, '')).message).toBe(
			"Could not list the webinars: the service's answer is not JSON",
		);
	});

	it.each(['registrants', 'unsubscribe'] as const)(
		'tells a host that has no %s from one that does not know the webinar',
		(name) => {
			const failed = (statusCode: number, body: unknown) =>
				failureOf(() => readAnswer(name, answer(statusCode, body), account));
			expect(failed(404, '<h1>Not Found</h1>')).toMatchObject({
				message: expect.stringMatching(/^This host offers no /) as string,
				httpCode: 404,
				description:
					"WebinarJam and EverWebinar have it. For another host, check its paths in the credential and ask the host's operator.",
			});
			const others = [failed(404, { message: 'No webinar' }), failed(400, '<h1>'), failed(200, '<h1>')];
			for (const { message } of others) expect(message).not.toContain('This host');
		},
	);

	it('has no such words for what every host has', () => {
		expect(failureOf(() => read(404, '<h1>Not Found</h1>'))).toMatchObject({
			message: 'Could not list the webinars: the service gave no reason (HTTP 404)',
			description: CHECK_ADDRESSES,
		});
	});

	it.each([
		[400, { message: 'No' }, 'Check the API key and the service in the credential.'],
		[
			403,
			{ message: 'No' },
			'API access must be approved first, in the Profile section of the account; trial accounts have none.',
		],
		[422, '<h1>', CHECK_ADDRESSES],
	])('says what to do after HTTP %d with %j', (statusCode, body, description) => {
		expect(failureOf(() => read(statusCode, body)).description).toBe(description);
	});

	it('believes no success under an HTTP error', () => {
		expect(failureOf(() => read(400, { status: 'success', webinars: [] }))).toMatchObject({
			message: 'Could not list the webinars: the service gave no reason (HTTP 400)',
			httpCode: 400,
		});
	});

	it.each(['null', '"success"', '[]'])('does not take %s for an answer', (body) => {
		expect(failureOf(() => read(200, body)).message).toBe(
			"Could not list the webinars: the service's answer has an unexpected form",
		);
	});

	it('gives up an answer that is nested without end', () => {
		const endless = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
		for (const member of ['errors', 'webinars', 'other']) {
			const body = `{"status":"success","webinars":[],"${member}":${endless}}`;
			for (const statusCode of [200, 400, 500])
				expect(failureOf(() => read(statusCode, body)).message).toMatch(/^Could not list the webinars: /);
		}
		const nestedIn = (levels: number) =>
			`{"status":"success","webinars":[],"other":${'['.repeat(levels)}${']'.repeat(levels)}}`;
		expect(read(200, nestedIn(49))).toEqual({ webinars: [] });
		expect(() => read(200, nestedIn(50))).toThrow("the service's answer is not JSON");
	});

	it('names the length of a key that is not accepted, and what else can be the cause', () => {
		const error = failureOf(() =>
			read(401, { status: 'error', errors: { api_key: 'You must specify a valid API key' } }),
		);
		expect(error).toMatchObject({ message: 'The service does not accept the API key', httpCode: 401 });
		expect(error).toHaveProperty('description', expect.stringContaining('36 characters (documented: 64)'));
		expect(error).toHaveProperty('description', expect.stringContaining('trial accounts have none'));
		expect(error).toHaveProperty(
			'description',
			expect.stringMatching(/under the Advanced link of any webinar; a new one ends the old one\.$/),
		);
		expect(JSON.stringify(error)).not.toContain('secret-key');
	});

	it.each([
		[200, { status: 'error', errors: { api_key: 'You must specify a valid API key' } }],
		[422, { status: 'error', errors: { api_key: ['The api key is invalid.'] } }],
		[400, { status: 'error', errors: { email: 'Bad', api_key: { message: 'No' } } }],
	])('says the same of a key that is refused by HTTP %d with %j', (statusCode, body) => {
		const { description } = failureOf(() => read(401, {}));
		expect(failureOf(() => read(statusCode, body))).toMatchObject({
			message: 'The service does not accept the API key',
			description,
			httpCode: statusCode,
			problems: [],
		});
	});

	it('takes a key that did not arrive for a missing value', () => {
		const errors = { api_key: ['The api key field is required.'] };
		expect(failureOf(() => read(400, { status: 'error', errors }))).toMatchObject({
			message: 'Could not list the webinars',
			problems: [{ parameter: 'api_key', text: 'The api key field is required.' }],
		});
	});

	it('takes a 200 that reports an error for the error it is', () => {
		expect(failureOf(() => read(200, { status: 'error', errors: { webinar_id: 'Unknown' } }))).toMatchObject({
			message: 'Could not list the webinars',
			problems: [{ parameter: 'webinar_id', text: 'Unknown' }],
		});
	});

	it('believes no success that says otherwise', () => {
		expect(failureOf(() => read(200, { status: 'failed', webinars: [] }))).toMatchObject({
			message: 'Could not list the webinars: the service gave no reason (HTTP 200)',
		});
		expect(failureOf(() => read(200, { message: 'Closed', webinars: [] }))).toMatchObject({
			message: 'Could not list the webinars',
			problems: [{ text: 'Closed' }],
		});
		expect(read(200, { status: 'Success', webinars: [] })).toEqual({ webinars: [] });
	});

	it.each([[{ webinars: [] }], [{ status: null, webinars: [] }], [{ ok: true }], [{}]])(
		'believes no success that does not say so, and no failure either: %j',
		(body) => {
			expect(failureOf(() => read(200, body))).toMatchObject({
				message: "Could not list the webinars: the service's answer has an unexpected form",
			});
			expect(
				failureOf(() => readAnswer('register', { statusCode: 200, body: JSON.stringify(body) }, account)),
			).toMatchObject({
				message: "The person may have been registered, but the service's answer has an unexpected form",
			});
		},
	);

	it.each([
		'You must specify a valid API key',
		{ message: 'You must specify a valid API key' },
		{ api_key: ['Missing or invalid API key'] },
		['Unknown API-Key.'],
	])('explains a key that is not accepted, whatever the shape: %j', (errors) => {
		for (const status of [200, 400, 422])
			expect(failureOf(() => read(status, { status: 'error', errors })).message).toBe(
				'The service does not accept the API key',
			);
	});

	it.each(['The api key field is required.', { api_key: ['The api key is missing'] }])(
		'does not take a key that did not arrive for a wrong one: %j',
		(errors) => {
			expect(failureOf(() => read(400, { status: 'error', errors })).message).toBe(
				'Could not list the webinars',
			);
		},
	);

	it.each([
		['', 'It is empty.'],
		[' \n', 'It is empty.'],
		['<!doctype html><p>Welcome', 'It is a web page.'],
		[' \n<p>Welcome', 'It is a web page.'],
		['x<', 'It is cut off or damaged.'],
		['{"status":"success","webinars":[{"webinar_id":1', 'It is cut off or damaged.'],
	])('says what came instead of JSON: %j', (body, what) => {
		const error = failureOf(() => read(200, body));
		expect(error).toMatchObject({ message: "Could not list the webinars: the service's answer is not JSON" });
		expect(error).toHaveProperty('description', `${what} ${CHECK_ADDRESSES}`);
	});

	it('names the member that is not as documented', () => {
		const error = failureOf(() => read(200, { status: 'success', webinars: [{ webinar_id: 'six' }] }));
		expect(error).toMatchObject({
			message: "Could not list the webinars: the service's answer has an unexpected form",
		});
		expect(error).toHaveProperty(
			'description',
			`"webinars.0.webinar_id" is not as documented. ${CHECK_ADDRESSES}`,
		);
		expect(failureOf(() => read(200, { status: 'success' }))).toHaveProperty(
			'description',
			`"webinars" is missing. ${CHECK_ADDRESSES}`,
		);
		expect(failureOf(() => read(200, []))).toHaveProperty(
			'description',
			`It is not an object. ${CHECK_ADDRESSES}`,
		);
	});

	it('does not follow a redirect', () => {
		for (const httpCode of [300, 302, 399]) {
			expect(failureOf(() => read(httpCode, ''))).toMatchObject({
				message: `Could not list the webinars: the service answered with a redirect (HTTP ${httpCode})`,
				httpCode,
				description: `A redirect is not followed, because the API key would go to another address. ${CHECK_ADDRESSES}`,
				repeat: 'never',
			});
		}
	});

	it('allows a list, but never a registration, to be repeated after a failure of the service', () => {
		expect(failureOf(() => read(500, 'oops'))).toMatchObject({
			message: 'Could not list the webinars: the service failed (HTTP 500)',
			description: 'The cause is on the side of the service. Try again later.',
			repeat: 'ifReadOnly',
		});
		expect(failureOf(() => register(503, ''))).toMatchObject({
			message: 'The person may have been registered, but the service failed (HTTP 503)',
			description:
				'Look it up in the webinar account before you run this item again. The cause is on the side of the service. Try again later.',
			repeat: 'ifReadOnly',
		});
	});

	it('says that a person may be registered when the answer to a registration cannot be read', () => {
		expect(failureOf(() => register(200, '<html>'))).toHaveProperty(
			'message',
			"The person may have been registered, but the service's answer is not JSON",
		);
	});

	it('keeps what the service said in a refusal', () => {
		expect(
			failureOf(() => register(400, { errors: { last_name: ['The last name field is required.'] } })),
		).toMatchObject({
			message: 'Could not register the person',
			problems: [{ parameter: 'last_name', text: 'The last name field is required.' }],
			repeat: 'never',
		});
	});
});

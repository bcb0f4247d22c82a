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
		[{ errors: { a: null, b: 3, c: [] } }, []],
		['text', []],
		[null, []],
		[[], []],
	])('understands %j', (body, expected) => {
		expect(readProblems(body).map(({ parameter, text }) => [parameter, text])).toEqual(expected);
	});

	it('cuts a text that is no sentence, and folds its lines', () => {
		const [problem] = readProblems({ message: `line\n  ${'x'.repeat(1000)}` });
		expect(problem?.text).toMatch(/^line x{295}…$/);
	});
});

describe('reading an answer', () => {
	it('names the length of a key that is not accepted, and what else can be the cause', () => {
		const error = failureOf(() =>
			read(401, { status: 'error', errors: { api_key: 'You must specify a valid API key' } }),
		);
		expect(error).toMatchObject({ message: 'The service does not accept the API key', httpCode: 401 });
		expect(error).toHaveProperty('description', expect.stringContaining('36 characters (documented: 64)'));
		expect(error).toHaveProperty('description', expect.stringContaining('trial accounts have none'));
		expect(JSON.stringify(error)).not.toContain('secret-key');
	});

	it('takes a 200 that reports an error for the error it is', () => {
		expect(failureOf(() => read(200, { status: 'error', errors: { webinar_id: 'Unknown' } }))).toMatchObject({
			message: 'Could not list the webinars',
			problems: [{ parameter: 'webinar_id', text: 'Unknown' }],
		});
	});

	it.each([[{ webinars: [] }], [{ status: 'failed', webinars: [] }], [{ status: null, webinars: [] }], [{}]])(
		'believes no success that does not say so: %j',
		(body) => {
			expect(failureOf(() => read(200, body))).toMatchObject({
				message: 'Could not list the webinars: the service gave no reason (HTTP 200)',
			});
		},
	);

	it.each([
		['', 'It is empty.'],
		['<!doctype html><p>Welcome', 'It is a web page.'],
		['{"status":"success","webinars":[{"webinar_id":1', 'It is cut off or damaged.'],
	])('says what came instead of JSON: %j', (body, what) => {
		const error = failureOf(() => read(200, body));
		expect(error).toMatchObject({ message: "Could not list the webinars: the service's answer is not JSON" });
		expect(error).toHaveProperty('description', expect.stringContaining(what));
	});

	it('names the member that is not as documented', () => {
		const error = failureOf(() => read(200, { status: 'success', webinars: [{ webinar_id: 'six' }] }));
		expect(error).toMatchObject({
			message: "Could not list the webinars: the service's answer has an unexpected form",
		});
		expect(error).toHaveProperty('description', expect.stringContaining('"webinars.0.webinar_id"'));
	});

	it('does not follow a redirect', () => {
		expect(failureOf(() => read(302, ''))).toMatchObject({
			message: 'Could not list the webinars: the service answered with a redirect (HTTP 302)',
			repeat: 'never',
		});
	});

	it('allows a list, but never a registration, to be repeated after a failure of the service', () => {
		expect(failureOf(() => read(500, 'oops'))).toMatchObject({
			message: 'Could not list the webinars: the service failed (HTTP 500)',
			repeat: 'ifReadOnly',
		});
		expect(failureOf(() => register(503, ''))).toMatchObject({
			message: 'The person may have been registered, but the service failed (HTTP 503)',
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

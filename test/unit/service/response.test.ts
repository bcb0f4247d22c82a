import { readAccount } from '../../../nodes/WebinarAccount/service/account';
import { ServiceError } from '../../../nodes/WebinarAccount/service/errors';
import { readResponse } from '../../../nodes/WebinarAccount/service/response';
import type { EndpointName } from '../../../nodes/WebinarAccount/service/schemas';
import { failureOf } from '../../support/failure';

const KEY = 'secret-key-of-36-characters-in-total';
const account = readAccount({ apiKey: KEY });

function read(statusCode: number, body: unknown, name: EndpointName = 'webinars') {
	const response = { statusCode, body: typeof body === 'string' ? body : JSON.stringify(body) };
	return readResponse(name, response, account, { webinar_id: '5' });
}

/** Returns the error with which the response is rejected. */
function failed(...args: Parameters<typeof read>): ServiceError {
	const error = failureOf(() => read(...args));
	if (!(error instanceof ServiceError)) throw error;
	return error;
}

const UNEXPECTED = "Could not list the webinars: the service's response has an unexpected form";
const NOT_JSON = "Could not list the webinars: the service's response is not JSON";
const NO_REASON = 'Could not list the webinars: the service gave no reason';
const REJECTED_KEY = 'The service rejected the API key';

// test/faults covers the error messages of each operation.
describe('readResponse', () => {
	it('accepts an empty response only with HTTP 204 from unsubscribe, as documented', () => {
		expect(read(200, { status: 'Success', webinars: [] })).toMatchObject({ webinars: [] });
		expect(read(204, '', 'unsubscribe')).toBeUndefined();
		expect(failed(200, '', 'unsubscribe').message).toMatch(/is not JSON$/);
		expect(failed(204, '').message).toBe(NOT_JSON);
	});

	it('fails for a 200 that reports an error', () => {
		const error = { isTransient: false, problems: [{ text: '{"status":"failed","webinars":[]}' }] };
		expect(failed(200, { status: 'failed', webinars: [] })).toMatchObject(error);
		expect(failed(200, { message: 'Closed', webinars: [] }).problems).toEqual([{ text: 'Closed' }]);
	});

	it.each(['{"status":null,"webinars":[]}', '"success"', '[]'])(
		'reports an unexpected form for a 200 without a status: %s',
		(body) => {
			expect(failed(200, body).message).toBe(UNEXPECTED);
			expect(failed(200, body, 'register').message).toMatch(/^The person may have been registered, but/);
		},
	);

	// test/workflow/rejectedKey covers the description and the responses to a replaced key.
	it.each([
		'You must specify a valid API key',
		{ email: 'Bad', api_key: ['Missing or invalid'] },
		['Unknown API-Key.'],
	])('recognizes a rejected key in any form: %j', (errors) => {
		for (const httpCode of [200, 400, 401, 422]) {
			const error = failed(httpCode, { status: 'error', errors });
			expect(error).toMatchObject({ message: REJECTED_KEY, httpCode, problems: [], rejects: 'apiKey' });
		}
	});

	it('reports a failure of the service for a 5xx that mentions the key', () => {
		const error = failed(503, { message: 'The API key service is down' });
		expect(error).toMatchObject({ message: 'Could not list the webinars: the service failed (HTTP 503)' });
		expect(error.isTransient).toBe(true);
	});

	it('does not report a rejected key if the key is missing from the request', () => {
		const { message } = failed(400, { status: 'error', errors: 'The api key field is required.' });
		expect(message).toBe('Could not list the webinars');
	});

	it('does not report a missing endpoint for an unknown webinar or a 400', () => {
		expect(failed(404, '{"message":"No webinar"}', 'registrants').message).not.toContain('This host');
		expect(failed(400, '<h1>', 'unsubscribe').message).not.toContain('This host');
	});

	it.each([
		{ status: 299, body: '', message: NOT_JSON },
		{
			status: 399,
			body: '',
			message: 'Could not list the webinars: the service responded with a redirect (HTTP 399)',
		},
		{ status: 400, body: '', message: `${NO_REASON} (HTTP 400)` },
		{ status: 500, body: '', message: 'Could not list the webinars: the service failed (HTTP 500)' },
	])(
		'reports HTTP $status with the body "$body", and whether a registration may have happened: $message',
		({ status, body, message }) => {
			expect(failed(status, body)).toMatchObject({ message, httpCode: status, mayHaveActed: false });
			expect(failed(status, body).isTransient).toBe(status === 500);
			expect(failed(status, body, 'register').mayHaveActed).toBe(status < 400 || status === 500);
		},
	);

	it.each(['[]', 'Blocked by policy'])('reports a blocked request for the 403 of a firewall: %j', (text) => {
		expect(failed(403, text, 'register')).toMatchObject({
			message: 'Could not register the person: a proxy or firewall blocked the request (HTTP 403)',
			problems: text === '[]' ? [] : [{ text }],
		});
	});

	const GONE = 'Webinar 5 is not in this account';
	it.each([
		{ errors: { webinar_id: 'The selected webinar id is invalid.' }, message: GONE },
		{ errors: 'Webinar 5 was not found for your account', message: GONE },
		{ errors: { schedule: 'The webinar was not found' }, message: 'Could not register the person' },
		{ errors: 'Webinar full', message: 'Could not register the person' },
	])(
		'recognizes an unknown webinar only by a problem with its ID: $errors: $message',
		({ errors, message }) => {
			expect(failed(422, { errors }, 'register')).toMatchObject({ message, mayHaveActed: false });
		},
	);

	it('does not report a rejected key for a message in which the key was redacted', () => {
		expect(failed(422, { message: `Webinar 7 is closed for ${KEY}` })).toMatchObject({
			message: 'Could not list the webinars',
			problems: [{ text: 'Webinar 7 is closed for [redacted]' }],
		});
	});

	it('redacts the key before it shortens a message', () => {
		const [problem] = failed(422, { message: `${'x'.repeat(290)}${KEY}` }).problems;
		expect(problem?.text).toBe(`${'x'.repeat(290)}[redacted]`);
	});

	it('redacts the key in the values and the field names of a success', () => {
		const body = `{"status":"success","webinars":[{"webinar_id":1,"${KEY}":["${KEY} is unknown",1.5,null]}]}`;
		expect(read(200, body)).toMatchObject({
			webinars: [{ webinar_id: 1, '[redacted]': ['[redacted] is unknown', 1.5, null] }],
		});
	});

	it.each([
		{ body: `{"code":"${KEY}"}`, text: '{"code":"[redacted]"}' },
		{ body: '<h1>Not\n here</h1>', text: '<h1>Not here</h1>' },
		{ body: `{"a":"${'x'.repeat(400)}"}`, text: `{"a":"${'x'.repeat(294)}…` },
	])('quotes a rejection of unknown form in one line: $body', ({ body, text }) => {
		expect(failed(422, body)).toMatchObject({ message: 'Could not list the webinars', problems: [{ text }] });
	});
});

import { readAccount } from '../../../nodes/WebinarAccount/service/account';
import { ServiceError } from '../../../nodes/WebinarAccount/service/errors';
import { readResponse } from '../../../nodes/WebinarAccount/service/response';
import type { EndpointName } from '../../../nodes/WebinarAccount/service/endpoints';
import { failureOf } from '../../support/failure';
import { containing } from '../../support/matchers';

const KEY = 'secret-key-of-36-characters-in-total';
const account = readAccount({ apiKey: KEY });

/** Reads a response. */
function read(statusCode: number, body: unknown, name: EndpointName = 'webinars') {
	const response = { statusCode, body: typeof body === 'string' ? body : JSON.stringify(body) };
	return readResponse(name, response, account);
}

/** Returns the error for a response. */
function errorFor(...args: Parameters<typeof read>): ServiceError {
	const error = failureOf(() => read(...args));
	if (!(error instanceof ServiceError)) throw error;
	return error;
}

const UNEXPECTED = "Could not list the webinars: the service's response has an unexpected format";
const NOT_JSON = 'Could not list the webinars: the response is not JSON';
/** What the service says about an API key that a newer one has replaced. */
const NOT_ALLOWED = 'API access is not allowed!';

// test/faults covers the error messages of each operation.
describe('readResponse', () => {
	it('accepts an empty response only with HTTP 204 from unsubscribe, as documented', () => {
		expect(read(200, { status: 'Success', webinars: [] })).toMatchObject({ webinars: [] });
		expect(read(204, '', 'unsubscribe')).toBeUndefined();
		expect(errorFor(200, '', 'unsubscribe').message).toMatch(/is not JSON \(HTTP 200\)$/);
		expect(errorFor(204, '').message).toBe(`${NOT_JSON} (HTTP 204)`);
	});

	it('fails if a response with HTTP 200 reports an error', () => {
		const error = { isTransient: false, problems: [{ text: '{"status":"failed","webinars":[]}' }] };
		expect(errorFor(200, { status: 'failed', webinars: [] })).toMatchObject(error);
		expect(errorFor(200, { message: 'Closed', webinars: [] }).problems).toEqual([{ text: 'Closed' }]);
	});

	it('names a field of a response with HTTP 200 that is not as documented', () => {
		const { description } = errorFor(200, { status: 'success', webinars: [5] });
		expect(description).toContain('The field "webinars.0" is not as documented.');
	});

	it('reports a redirect whose body is that of a success', () => {
		const error = errorFor(302, { status: 'success', webinars: [] });
		expect(error.message).toBe(
			'Could not list the webinars: the service responded with a redirect (HTTP 302)',
		);
	});

	it.each(['"success"', '[]', '{"webinars":[]}'])(
		'reports an unexpected format if a response with HTTP 200 has no status: %s',
		(body) => {
			expect(errorFor(200, body).message).toBe(UNEXPECTED);
			expect(errorFor(200, body, 'register').message).toMatch(/^The person may have been registered, but/);
		},
	);

	it('reports a failed service, not a rejected API key, for a 5xx whose message mentions the key', () => {
		const error = errorFor(503, { message: 'The API key service is down' });
		expect(error).toMatchObject({ message: 'Could not list the webinars: the service failed (HTTP 503)' });
		expect(error.isTransient).toBe(true);
	});

	it.each([
		{ status: 299, message: `${NOT_JSON} (HTTP 299)`, mayHaveActed: true },
		{ status: 400, message: `${NOT_JSON} (HTTP 400)`, mayHaveActed: false },
		{
			status: 500,
			message: 'Could not list the webinars: the service failed (HTTP 500)',
			mayHaveActed: true,
		},
	])(
		'reports HTTP $status without a body, with mayHaveActed: $mayHaveActed for a registration',
		({ status, message, mayHaveActed }) => {
			const error = errorFor(status, '');
			expect(error).toMatchObject({ message, httpCode: status, mayHaveActed: false });
			expect(error.isTransient).toBe(status === 500);
			expect(errorFor(status, '', 'register').mayHaveActed).toBe(mayHaveActed);
		},
	);

	it('quotes plain text, which a proxy or firewall may send', () => {
		expect(errorFor(403, ' Blocked by policy\n', 'register')).toMatchObject({
			message: 'Could not register the person: the response is not JSON (HTTP 403): "Blocked by policy"',
			description: containing('If a proxy or firewall in your network sent the response'),
			mayHaveActed: false,
		});
	});

	it.each(['["Not n', '{"a":', '\u001f\u008b\u0008', 'Not\ufffdnow', ''])(
		'does not quote damaged JSON, binary data or an empty response: %j',
		(body) => expect(errorFor(422, body).message).toBe(`${NOT_JSON} (HTTP 422)`),
	);

	it.each([
		{ status: 200, body: { status: 'error', message: NOT_ALLOWED } },
		{ status: 403, body: { errors: { api_key: [NOT_ALLOWED] } } },
		{ status: 422, body: `<html><body><h1>${NOT_ALLOWED}</h1></body></html>` },
		{ status: 500, body: NOT_ALLOWED },
		{ status: 422, body: { message: 'Invalid API key' } },
		{ status: 422, body: { message: 'A valid API key is required' } },
	])('reports a rejected API key, or access that is not allowed: HTTP $status, $body', ({ status, body }) => {
		expect(errorFor(status, body)).toMatchObject({
			message: 'The service rejected the API key',
			rejectedPart: 'apiKey',
		});
	});

	it('does not report a rejected API key if the service says that the key is missing', () => {
		expect(errorFor(400, { message: 'The API key is missing' }).rejectedPart).toBeUndefined();
	});

	it("accepts a webinar whose title equals the service's message about a rejected API key", () => {
		const webinars = [{ webinar_id: 1, title: NOT_ALLOWED }];
		expect(read(200, { status: 'success', webinars })).toMatchObject({ webinars });
	});

	// Keys in use are UUIDs with 36 characters. The documented keys have 64.
	it.each([
		{ length: 36, advice: 'A newer key may have replaced this one' },
		{ length: 40, advice: 'The key in the credential has 40 characters instead of 64 or 36' },
		{ length: 64, advice: 'A newer key may have replaced this one' },
	])('explains the rejection of an API key with $length characters', ({ length, advice }) => {
		const apiKey = 'k'.repeat(length);
		const readRejection = () => readResponse('webinars', { statusCode: 401, body: '{}' }, { apiKey });
		expect(failureOf(readRejection)).toMatchObject({ description: containing(advice) });
	});

	it('redacts the API key in a message, and does not mistake the message for a rejected key', () => {
		expect(errorFor(422, { message: `Webinar 7 is closed for ${KEY}` })).toMatchObject({
			message: 'Could not list the webinars',
			problems: [{ text: 'Webinar 7 is closed for [redacted]' }],
		});
	});

	it('redacts the API key before shortening a message', () => {
		const [problem] = errorFor(422, { message: `${'x'.repeat(290)}${KEY}` }).problems;
		expect(problem?.text).toBe(`${'x'.repeat(290)}[redacted]`);
	});

	it("redacts the API key in a successful response's values and field names", () => {
		const body = `{"status":"success","webinars":[{"webinar_id":1,"${KEY}":["${KEY} is unknown",1.5,null]}]}`;
		expect(read(200, body)).toMatchObject({
			webinars: [{ webinar_id: 1, '[redacted]': ['[redacted] is unknown', 1.5, null] }],
		});
	});

	it.each([{ what: 'long JSON', body: `{"a":"${'x'.repeat(400)}"}`, text: `{"a":"${'x'.repeat(294)}…` }])(
		'quotes a rejection in an unknown format on one line: $what',
		({ body, text }) => {
			expect(errorFor(422, body)).toMatchObject({
				message: 'Could not list the webinars',
				problems: [{ text }],
			});
		},
	);

	it.each([400, 404, 422])('reports a web page with HTTP %i in one line, without quoting it', (status) => {
		const page = ` <!doctype html><title>Not found</title>${'<p>Not here</p>'.repeat(50)}`;
		const message = `Could not list the webinars: the response is a web page (HTTP ${status})`;
		expect(errorFor(status, page)).toMatchObject({ message, problems: [] });
	});
});

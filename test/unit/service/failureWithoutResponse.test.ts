import { inspect } from 'node:util';

import { type INode, NodeApiError, NodeOperationError, UserError } from 'n8n-workflow';

import { failureWithoutResponse } from '../../../nodes/WebinarAccount/service/client';
import type { EndpointName } from '../../../nodes/WebinarAccount/service/endpoints';

const node: INode = { id: '1', name: 'n', type: 't', typeVersion: 1, position: [0, 0], parameters: {} };
const secret = 'api_key=secret';

/** Returns an error as n8n 2 throws it: it wraps the HTTP client's error, which contains the whole request. */
function errorOfN8n2(code: string, text: string) {
	const cause = Object.assign(new Error(text), { code, config: { data: secret } });
	const error = new NodeOperationError(node, cause, { message: secret });
	error.messages.push(text);
	return error;
}

/** Returns an error as n8n 1 throws it, without the cause and with its code as `httpCode`. */
const errorOfN8n1 = (code: string, text: string) => ({ httpCode: code, messages: [text], message: secret });

const failureFor = (error: unknown, name: EndpointName = 'register') => failureWithoutResponse(error, name);

const NOT_MADE = 'Could not register the person: no connection to the service';
const NOT_SECURE = 'Could not register the person: no secure connection to the service';
const TOO_LATE = 'The person may have been registered, but the service did not respond within 30 seconds';
const BROKEN = 'The person may have been registered, but the connection broke off';

// test/faults covers what n8n's current version throws.
describe('failureWithoutResponse', () => {
	it.each([
		{ code: 'ECONNREFUSED', text: '', message: NOT_MADE },
		{ code: 'ETIMEDOUT', text: 'connect ETIMEDOUT 203.0.113.7:443', message: NOT_MADE },
		{
			code: 'ECONNRESET',
			text: 'disconnected before secure TLS connection was established',
			message: NOT_MADE,
		},
		{ code: 'DEPTH_ZERO_SELF_SIGNED_CERT', text: '', message: NOT_SECURE },
		{ code: 'UNABLE_TO_VERIFY_LEAF_SIGNATURE', text: '', message: NOT_SECURE },
		{
			code: 'EPROTO',
			text: 'write EPROTO 80FCE5:error:0A00010B:SSL routines:ssl3_get_record:',
			message: NOT_SECURE,
		},
		// After the handshake, when the request may have arrived.
		{
			code: 'ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED',
			text: '80FCE5:error:0A00045C:SSL:',
			message: BROKEN,
		},
		{ code: 'EPIPE', text: '', message: BROKEN },
		{ code: 'ECONNRESET', text: 'socket hang up', message: BROKEN },
		{ code: 'HPE_INVALID_CONSTANT', text: 'Parse Error: Expected HTTP/', message: BROKEN },
		{ code: 'ERR_STREAM_PREMATURE_CLOSE', text: '', message: BROKEN },
		{ code: 'ERR_BAD_RESPONSE', text: '', message: BROKEN },
		{ code: 'ECONNABORTED', text: '', message: TOO_LATE },
		{ code: 'ETIMEDOUT', text: '', message: TOO_LATE },
	])('describes n8n\'s error $code "$text" as: $message', ({ code, text, message }) => {
		for (const error of [errorOfN8n2(code, text), errorOfN8n1(code, text)]) {
			const failed = failureFor(error);
			expect(failed).toMatchObject({ message, mayHaveActed: [TOO_LATE, BROKEN].includes(message) });
			expect(failed).toHaveProperty('isTransient', message !== NOT_SECURE);
			expect(failed.cause).toBeUndefined();
			expect(JSON.stringify(failed)).not.toContain('secret');
		}
	});

	it('reports that n8n did not send the request if n8n does not allow the URL', () => {
		const error = new NodeApiError(node, {}, { message: 'wrapped' });
		error.cause = new UserError('The address is restricted', { description: 'See the settings' });
		expect(failureFor(error)).toMatchObject({
			message: 'Could not register the person: n8n did not send the request',
			description: 'The address is restricted. See the settings',
			isTransient: false,
		});
	});

	it('warns that a person may have been registered if the execution was canceled during a registration', () => {
		const error = errorOfN8n2('ERR_CANCELED', 'canceled');
		expect(failureFor(error, 'webinars').message).toBe('The execution was canceled');
		expect(failureFor(error).message).toBe(
			'The person may have been registered, but the execution was canceled',
		);
	});

	it.each([undefined, 'text', {}])('does not report a network failure for %j', (error) => {
		expect(failureFor(error).message).toBe('The request failed with an unknown error');
	});

	it.each(['', 'ERR_INVALID_ARG_TYPE'])(
		'returns a bug with its name, its message and its stack: %j',
		(code) => {
			const mistake = Object.assign(new TypeError('x is not a function'), { code, config: { data: secret } });
			const wrapped = new NodeOperationError(node, mistake, { message: secret });
			for (const error of [mistake, wrapped]) {
				const failed = failureFor(error);
				expect(failed).toMatchObject({ name: 'TypeError', message: mistake.message, stack: mistake.stack });
				expect(inspect(failed)).not.toContain('secret');
			}
		},
	);
});

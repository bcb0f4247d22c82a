import { type INode, NodeApiError, NodeOperationError, UserError } from 'n8n-workflow';

import { failureWithoutResponse } from '../../../nodes/WebinarAccount/service/failures';
import type { EndpointName } from '../../../nodes/WebinarAccount/service/schemas';

const node: INode = { id: '1', name: 'n', type: 't', typeVersion: 1, position: [0, 0], parameters: {} };
const secret = 'api_key=secret';

/** n8n 2 wraps the HTTP client's error, which holds the whole request. */
function thrownBy2(code: string, said: string) {
	const cause = Object.assign(new Error(said), { code, config: { data: secret } });
	const error = new NodeOperationError(node, cause, { message: secret });
	error.messages.push(said);
	return error;
}

/** n8n 1 loses the cause and keeps its code as that of HTTP. */
const thrownBy1 = (code: string, said: string) => ({ httpCode: code, messages: [said], message: secret });

const told = (error: unknown, name: EndpointName = 'register') => failureWithoutResponse(error, name, 30_000);

const NOT_MADE = 'Could not register the person: no connection to the service';
const NOT_SECURE = 'Could not register the person: no secure connection to the service';
const TOO_LATE = 'The person may have been registered, but the service did not answer within 30 seconds';
const BROKEN = 'The person may have been registered, but the connection broke off';

// What n8n's present version throws, test/faults lets happen.
describe('a connection that fails', () => {
	it.each([
		['ECONNREFUSED', '', NOT_MADE],
		['ETIMEDOUT', 'connect ETIMEDOUT 203.0.113.7:443', NOT_MADE],
		['ECONNRESET', 'disconnected before secure TLS connection was established', NOT_MADE],
		['DEPTH_ZERO_SELF_SIGNED_CERT', '', NOT_SECURE],
		['UNABLE_TO_VERIFY_LEAF_SIGNATURE', '', NOT_SECURE],
		['EPROTO', 'write EPROTO 80FCE5:error:0A00010B:SSL routines:ssl3_get_record:', NOT_SECURE],
		// After the handshake, when the request may have arrived.
		['ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED', '80FCE5:error:0A00045C:SSL:', BROKEN],
		['ECONNREFUSED', 'read ECONNREFUSED', BROKEN],
		['ESOMETHING', '', BROKEN],
		['ECONNABORTED', '', TOO_LATE],
		['ETIMEDOUT', '', TOO_LATE],
	])('with %s %j is told in the same way in each line of n8n: %s', (code, said, message) => {
		for (const error of [thrownBy2(code, said), thrownBy1(code, said)]) {
			const failed = told(error);
			expect(failed).toMatchObject({ message, mayHaveActed: [TOO_LATE, BROKEN].includes(message) });
			expect(failed).toHaveProperty('isTransient', message !== NOT_SECURE);
			expect(failed.cause).toBeUndefined();
			expect(JSON.stringify(failed)).not.toContain('secret');
		}
	});

	it('is none where n8n refuses to send the request', () => {
		const error = new NodeApiError(node, {}, { message: 'wrapped' });
		error.cause = new UserError('The address is restricted', { description: 'See the settings' });
		expect(told(error)).toMatchObject({
			message: 'Could not register the person: n8n did not send the request',
			description: 'The address is restricted. See the settings',
			isTransient: false,
		});
	});

	it('is a cancellation when the execution was cancelled, after which a person may be registered', () => {
		const error = thrownBy2('ERR_CANCELED', 'canceled');
		expect(told(error, 'webinars').message).toBe('The execution was canceled');
		expect(told(error).message).toBe('The person may have been registered, but the execution was canceled');
	});

	it.each([undefined, 'text', {}])('is told plainly when n8n throws %j', (error) => {
		expect(told(error, 'webinars').message).toBe('Could not list the webinars: the connection broke off');
	});
});

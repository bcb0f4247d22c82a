import { z } from 'zod/v4';

import { unclearFailure } from '../service/answer';
import { type EndpointName, endpoints } from '../service/endpoints';
import { CancelledError, ServiceError } from '../service/errors';

/** What n8n's request helper throws: its own error around that of the HTTP client. */
const thrown = z.object({
	message: z.string().catch(''),
	cause: z
		.object({ code: z.string().catch(''), syscall: z.string().catch('') })
		.catch({ code: '', syscall: '' }),
});

/** Codes after which nothing can have reached the service, with what a user can do. */
const neverConnected: Readonly<Record<string, string>> = {
	ECONNREFUSED:
		'The host refused the connection. Check the service in the credential, and that the host is up.',
	ENOTFOUND: 'The host name is not known. Check the service in the credential, and the network of this n8n.',
	EAI_AGAIN: 'The host name could not be looked up. Check the network of this n8n.',
	EHOSTUNREACH: 'The host cannot be reached. Check the network of this n8n.',
	ENETUNREACH: 'The network cannot be reached. Check the network of this n8n.',
};

const CERTIFICATE = /CERT|SIGNED|SIGNATURE|^ERR_TLS|^ERR_SSL|^EPROTO$/;

/**
 * Turns what the request helper throws into a failure in a user's terms. Nothing of the original is kept, because
 * it holds the request and with it the API key.
 */
export function connectionFailure(error: unknown, name: EndpointName, timeoutMs: number): Error {
	const { code, syscall } = thrown
		.catch({ message: '', cause: { code: '', syscall: '' } })
		.parse(error).cause;
	const { purpose } = endpoints[name];
	if (code === 'ERR_CANCELED') return cancelled(name);
	if (CERTIFICATE.test(code)) {
		return new ServiceError(`Could not ${purpose}: the host's certificate is not accepted`, {
			description:
				'The connection is not secure, so the API key was not sent. Check the service in the credential.',
		});
	}
	const reason = neverConnected[code];
	if (reason !== undefined || syscall === 'connect') {
		return new ServiceError(`Could not ${purpose}: no connection to the service`, {
			description: reason ?? 'The host does not answer. Check the network of this n8n.',
			repeat: 'always',
		});
	}
	const timedOut = code === 'ECONNABORTED' || code === 'ETIMEDOUT';
	return unclearFailure(
		name,
		timedOut ? `the service did not answer within ${timeoutMs / 1000} seconds` : 'the connection broke off',
		{ description: 'Check the network of this n8n, and try again later.', repeat: 'ifReadOnly' },
	);
}

/** n8n knows a cancelled execution by the word "canceled". */
function cancelled(name: EndpointName): Error {
	if (endpoints[name].sideEffect === undefined) return new CancelledError();
	return unclearFailure(name, 'the execution was canceled', {
		description: 'The answer was not waited for.',
	});
}

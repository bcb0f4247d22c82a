import { UserError } from 'n8n-workflow';
import { z } from 'zod/v4';

import { type EndpointName, endpoints } from '../service/endpoints';
import { CancelledError, InputError, ServiceError } from '../service/errors';
import { unclearFailure } from '../service/errorTexts';
import { sentences } from '../utils/text';

/**
 * An error of n8n's request helper, which wraps that of the HTTP client. The place of the code depends on the version
 * of n8n: 1.x loses the cause.
 */
const thrown = z.object({
	/** Set when an answer breaks off while it is read. */
	code: z.string().catch(''),
	httpCode: z.string().catch(''),
	messages: z.array(z.string()).catch([]),
	cause: z.object({ code: z.string().catch('') }).catch({ code: '' }),
});

const UNKNOWN = { code: '', httpCode: '', messages: [], cause: { code: '' } };

/** Codes which show that nothing reached the service, with advice for the user. */
const neverConnected: Readonly<Record<string, string>> = {
	ECONNREFUSED:
		'The host refused the connection. Check the service in the credential, and that the host is up.',
	ENOTFOUND: 'The host name is not known. Check the service in the credential, and the network of this n8n.',
	EAI_AGAIN: 'The host name could not be looked up. Check the network of this n8n.',
};

/** Messages that show the same. Their codes, e.g. EHOSTUNREACH, also occur on an established connection. */
const NOT_CONNECTED = /^connect |before secure TLS connection was established/;

/** Messages of an error on a connection that was made. */
const ESTABLISHED = /^(?:read|write) E(?!PROTO)/;

/** Codes of a failed TLS handshake. After the handshake, Node.js gives a TLS failure a code that begins with ERR_SSL. */
const NOT_SECURE = /^(?!ERR_SSL).*(?:CERT|SIGNED|SIGNATURE)|^ERR_TLS|^EPROTO$/;

/**
 * Turns an error of the request helper into one in the user's terms. It keeps nothing of the original, which contains
 * the request and with it the API key.
 */
export function connectionError(
	error: unknown,
	name: EndpointName,
	{ timeoutMs, timedOut = false }: { timeoutMs: number; timedOut?: boolean },
): Error {
	if (error instanceof ServiceError) return error;
	const failure = thrown.catch(UNKNOWN).parse(error);
	const messages = [...failure.messages, ...(error instanceof Error ? [error.message] : [])];
	// The credential's test gets the error itself, and a run a wrapped one.
	const isOwn = error instanceof InputError || error instanceof UserError;
	const cause = !isOwn && error instanceof Error ? error.cause : error;
	if (cause instanceof InputError) return cause;
	if (cause instanceof UserError) return notSent(cause, name);
	const code = failure.cause.code || failure.httpCode || failure.code;
	const { purpose } = endpoints[name];
	if (code === 'ERR_CANCELED') return cancelled(name);
	if (NOT_SECURE.test(code)) {
		return new ServiceError(`Could not ${purpose}: no secure connection to the service`, {
			description:
				'The host has no TLS, or its certificate is not accepted, so the API key was not sent. Check the service in the credential.',
		});
	}
	const isEstablished = messages.some((message) => ESTABLISHED.test(message));
	const reason = isEstablished ? undefined : neverConnected[code];
	if (reason !== undefined || messages.some((message) => NOT_CONNECTED.test(message))) {
		return new ServiceError(`Could not ${purpose}: no connection to the service`, {
			description: reason ?? 'The host does not answer. Check the network of this n8n.',
			repeat: 'always',
		});
	}
	const tookTooLong = timedOut || code === 'ECONNABORTED' || code === 'ETIMEDOUT';
	return unclearFailure(
		name,
		tookTooLong
			? `the service did not answer within ${timeoutMs / 1000} seconds`
			: 'the connection broke off',
		{ description: 'Check the network of this n8n, and try again later.', repeat: 'ifReadOnly' },
	);
}

/** n8n itself did not send the request, e.g. because its settings forbid the host's address. */
function notSent({ message, description }: UserError, name: EndpointName): ServiceError {
	return new ServiceError(`Could not ${endpoints[name].purpose}: n8n did not send the request`, {
		description: sentences([message, description ?? '']),
	});
}

/** n8n recognises a cancelled execution by the word "canceled". */
function cancelled(name: EndpointName): Error {
	if (endpoints[name].sideEffect === undefined) return new CancelledError();
	return unclearFailure(name, 'the execution was canceled', {
		description: 'n8n did not wait for the answer.',
	});
}

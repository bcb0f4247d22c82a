import { UserError } from 'n8n-workflow';
import { z } from 'zod/v4';

import { type EndpointName, endpoints } from '../service/endpoints';
import { CancelledError, InputError, ServiceError } from '../service/errors';
import { unclearFailure } from '../service/errorTexts';
import { sentences } from '../utils/text';

/**
 * What n8n's request helper throws: its own error around that of the HTTP client. Where the code is depends on the
 * version of n8n: 1.x loses the cause.
 */
const thrown = z.object({
	/** Of an answer that broke off while it was read. */
	code: z.string().catch(''),
	httpCode: z.string().catch(''),
	messages: z.array(z.string()).catch([]),
	cause: z.object({ code: z.string().catch('') }).catch({ code: '' }),
});

const NOTHING_KNOWN = { code: '', httpCode: '', messages: [], cause: { code: '' } };

/** Codes after which nothing can have reached the service, with what a user can do. */
const neverConnected: Readonly<Record<string, string>> = {
	ECONNREFUSED:
		'The host refused the connection. Check the service in the credential, and that the host is up.',
	ENOTFOUND: 'The host name is not known. Check the service in the credential, and the network of this n8n.',
	EAI_AGAIN: 'The host name could not be looked up. Check the network of this n8n.',
	EHOSTUNREACH: 'The host cannot be reached. Check the network of this n8n.',
	ENETUNREACH: 'The network cannot be reached. Check the network of this n8n.',
};

/** What the HTTP client says, under codes that also stand for other things, when a connection was not made. */
const NOT_CONNECTED = /^connect |before secure TLS connection was established/;

/** Codes of a connection that could not be made secure. */
const NOT_SECURE = /CERT|SIGNED|SIGNATURE|^ERR_TLS|^ERR_SSL|^EPROTO$/;

/**
 * Turns what the request helper throws into a failure in a user's terms. Nothing of the original is kept, because
 * it holds the request and with it the API key.
 */
export function connectionError(
	error: unknown,
	name: EndpointName,
	{ timeoutMs, timedOut = false }: { timeoutMs: number; timedOut?: boolean },
): Error {
	if (error instanceof ServiceError) return error;
	const failure = thrown.catch(NOTHING_KNOWN).parse(error);
	const { messages } = failure;
	const refusal = error instanceof Error ? error.cause : undefined;
	if (refusal instanceof InputError) return refusal;
	if (refusal instanceof UserError) return notSent(refusal, name);
	const code = failure.cause.code || failure.httpCode || failure.code;
	const { purpose } = endpoints[name];
	if (code === 'ERR_CANCELED') return cancelled(name);
	if (NOT_SECURE.test(code)) {
		return new ServiceError(`Could not ${purpose}: no secure connection to the service`, {
			description:
				'The host has no TLS, or its certificate is not accepted, so the API key was not sent. Check the service in the credential.',
		});
	}
	const reason = neverConnected[code];
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

/** n8n itself refused the request, e.g. because the host's address is one that its settings forbid. */
function notSent({ message, description }: UserError, name: EndpointName): ServiceError {
	return new ServiceError(`Could not ${endpoints[name].purpose}: n8n did not send the request`, {
		description: sentences([message, description ?? '']),
	});
}

/** n8n knows a cancelled execution by the word "canceled". */
function cancelled(name: EndpointName): Error {
	if (endpoints[name].sideEffect === undefined) return new CancelledError();
	return unclearFailure(name, 'the execution was canceled', {
		description: 'The answer was not waited for.',
	});
}

import { UserError } from 'n8n-workflow';
import { z } from 'zod/v4';

import { CancelledError } from '../utils/async';
import { isRecord } from '../utils/values';
import { endpoints } from './endpoints';
import { InputError } from './errors';
import { causes, failure } from './failures';
import type { EndpointName } from './schemas';

/** The parts of a thrown error that show why a request failed. A part that the error lacks is empty. */
const thrownError = z.object({
	/** The error code, unless n8n's request helper wrapped the error. */
	code: z.string().catch(''),
	/** The error code of the HTTP client, in an error that n8n's request helper wrapped. */
	httpCode: z.string().catch(''),
	messages: z.array(z.string()).catch([]),
	/** The error of the HTTP client. Empty in n8n 1.x, which does not keep it. */
	cause: z.object({ code: z.string().catch('') }).catch({ code: '' }),
});

/** Error codes that mean that no connection was established, each with advice for the user. */
const NO_CONNECTION_ADVICE: Readonly<Record<string, string>> = {
	ECONNREFUSED:
		'The host refused the connection. Check Service in the credential, and make sure that the host is running.',
	ENOTFOUND:
		'The host name is unknown. Check Service in the credential, and check the network connection of your n8n instance.',
	EAI_AGAIN: 'The host name could not be looked up. Check the network connection of your n8n instance.',
};

const NO_RESPONSE_ADVICE = 'The host does not respond. Check the network connection of your n8n instance.';

/**
 * Matches messages that mean that no connection was established. The error codes with these messages do not prove this,
 * because they also occur on established connections.
 */
const NOT_CONNECTED_MESSAGE = /^connect |before secure TLS connection was established/;

/** Matches messages that mean that a connection was established before the error. */
const CONNECTED_MESSAGE = /^(?:read|write) E(?!PROTO)/;

/** Matches error codes of a failed TLS handshake. Leaves out ERR_SSL codes, which also occur after the handshake. */
const TLS_ERROR_CODE = /^(?!ERR_SSL).*(?:CERT|SIGNED|SIGNATURE)|^ERR_TLS|^EPROTO$/;

/**
 * Matches codes of errors that occur after a connection was established: of the operating system (ECONNRESET), of TLS and
 * HTTP in Node.js (ERR_SSL, HPE), of decompression (Z), and of axios (ERR_BAD_RESPONSE).
 */
const BROKEN_OFF_CODE =
	/^(?:E[A-Z]+|EAI_\w+|ERR_(?:SSL|STREAM|HTTP|SOCKET|NETWORK|BAD_RESPONSE)\w*|(?:HPE|Z)_\w+)$/;

/**
 * Returns the error for a request that got no response. An error without the code of a network error is a bug, in this
 * package or in n8n, and is returned under its own name and message. Does not keep the thrown error as its cause, because that error
 * contains the request with the API key.
 * @param hasTimedOut whether the request was aborted after `timeoutMs`
 */
export function failureWithoutResponse(
	error: unknown,
	name: EndpointName,
	timeoutMs: number,
	hasTimedOut = false,
): Error {
	const ownError = failureBeforeSending(error, name);
	if (ownError) return ownError;

	const code = errorCodeOf(error);
	if (code === 'ERR_CANCELED') return canceled(name);
	if (TLS_ERROR_CODE.test(code)) return failure(name, causes.notSecure);
	const advice = noConnectionAdvice(error, code);
	if (advice !== undefined) return failure(name, causes.notConnected(advice));
	const isLate = hasTimedOut || code === 'ECONNABORTED' || code === 'ETIMEDOUT';
	if (isLate) return failure(name, causes.timedOut(timeoutMs));
	return BROKEN_OFF_CODE.test(code) ? failure(name, causes.brokenOff) : bug(error);
}

/** Returns a copy of an unexpected error with only its name, message and stack. Other properties may contain the API key. */
function bug(error: unknown): Error {
	// n8n wraps the error, except in a credential test.
	const original = error instanceof Error && error.cause instanceof Error ? error.cause : error;
	if (!(original instanceof Error)) return new Error('The request failed with an unknown error');
	const copy = new Error(original.message);
	copy.name = original.name;
	copy.stack = original.stack ?? '';
	return copy;
}

/** Returns the error if the credential is invalid or n8n did not send the request; otherwise undefined. */
function failureBeforeSending(error: unknown, name: EndpointName): Error | undefined {
	// n8n wraps the error, except in a credential test.
	for (const candidate of [error, error instanceof Error ? error.cause : undefined]) {
		if (candidate instanceof InputError) return candidate;
		if (candidate instanceof UserError) return failure(name, causes.notSent(candidate));
	}
	return undefined;
}

function errorCodeOf(error: unknown): string {
	const { code, httpCode, cause } = thrownError.parse(isRecord(error) ? error : {});
	return cause.code || httpCode || code;
}

/** Returns the error for a canceled request. It warns the user if the service may already have acted. */
function canceled(name: EndpointName): Error {
	return endpoints[name].sideEffect === undefined ? new CancelledError() : failure(name, causes.canceled);
}

/** Returns advice for the user if the request never reached the service; undefined if it may have. */
function noConnectionAdvice(error: unknown, code: string): string | undefined {
	const { messages } = thrownError.parse(isRecord(error) ? error : {});
	const texts = [...messages, ...(error instanceof Error ? [error.message] : [])];
	const hasMessage = (pattern: RegExp) => texts.some((text) => pattern.test(text));
	const adviceForCode = hasMessage(CONNECTED_MESSAGE) ? undefined : NO_CONNECTION_ADVICE[code];
	return adviceForCode ?? (hasMessage(NOT_CONNECTED_MESSAGE) ? NO_RESPONSE_ADVICE : undefined);
}

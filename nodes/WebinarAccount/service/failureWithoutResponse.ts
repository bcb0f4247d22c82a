import { UserError } from 'n8n-workflow';
import { z } from 'zod/v4';

import { CancelledError } from '../utils/async';
import { isRecord } from '../utils/values';
import { endpoints } from './endpoints';
import { InputError } from './errors';
import { causes, failure } from './failures';
import type { EndpointName } from './schemas';

/** An error of n8n's request helper, which wraps the HTTP client's error. n8n 1.x drops the cause. */
const thrown = z.object({
	/** The code of an error that n8n did not wrap. */
	code: z.string().catch(''),
	httpCode: z.string().catch(''),
	messages: z.array(z.string()).catch([]),
	cause: z.object({ code: z.string().catch('') }).catch({ code: '' }),
});

/** Codes that show that nothing reached the service, with advice. */
const NEVER_CONNECTED: Readonly<Record<string, string>> = {
	ECONNREFUSED:
		'The host refused the connection. Check the service in the credential, and that the host is up.',
	ENOTFOUND: 'The host name is unknown. Check the service in the credential, and the network of this n8n.',
	EAI_AGAIN: 'The host name could not be looked up. Check the network of this n8n.',
};

/** Messages that also show that nothing reached the service. Their codes occur on established connections too. */
const NOT_CONNECTED = /^connect |before secure TLS connection was established/;

/** Messages that show that the connection was established. */
const ESTABLISHED = /^(?:read|write) E(?!PROTO)/;

/** Codes of a failed TLS handshake. ERR_SSL codes are not included, because they also occur after the handshake. */
const NOT_SECURE = /^(?!ERR_SSL).*(?:CERT|SIGNED|SIGNATURE)|^ERR_TLS|^EPROTO$/;

/**
 * Makes the error of a request without a response. The error of n8n's request helper is not kept as a cause, because it
 * contains the request and the API key.
 */
export function failureWithoutResponse(
	error: unknown,
	name: EndpointName,
	timeoutMs: number,
	timedOut = false,
): Error {
	// In a credential test the error is not wrapped.
	for (const each of [error, error instanceof Error ? error.cause : undefined]) {
		if (each instanceof InputError) return each;
		if (each instanceof UserError) return failure(name, causes.notSent(each));
	}
	const { code: ownCode, httpCode, messages, cause } = thrown.parse(isRecord(error) ? error : {});
	const code = cause.code || httpCode || ownCode;
	const texts = [...messages, ...(error instanceof Error ? [error.message] : [])];
	const says = (pattern: RegExp) => texts.some((message) => pattern.test(message));
	if (code === 'ERR_CANCELED')
		return endpoints[name].sideEffect === undefined ? new CancelledError() : failure(name, causes.canceled);
	if (NOT_SECURE.test(code)) return failure(name, causes.notSecure);
	const why = says(ESTABLISHED) ? undefined : NEVER_CONNECTED[code];
	if (why !== undefined || says(NOT_CONNECTED)) {
		const advice = why ?? 'The host does not respond. Check the network of this n8n.';
		return failure(name, causes.notConnected(advice));
	}
	const isLate = timedOut || code === 'ECONNABORTED' || code === 'ETIMEDOUT';
	return failure(name, isLate ? causes.timedOut(timeoutMs) : causes.brokenOff);
}

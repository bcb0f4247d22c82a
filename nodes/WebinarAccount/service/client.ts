import { DateTime } from 'luxon';
import {
	type IExecuteFunctions,
	type IHttpRequestOptions,
	type ILoadOptionsFunctions,
	type IPollFunctions,
	sleep,
	UserError,
} from 'n8n-workflow';
import { z } from 'zod/v4';

import { CancelledError, unlessAborted } from '../utils/async';
import { isRecord } from '../utils/values';
import { type Account, readAccount } from './account';
import { type CallParameters, endpoints, type ServiceClient } from './endpoints';
import { InputError, ServiceError } from './errors';
import { causes, failure } from './failures';
import { DEADLINE_MS, limiterOf, type SendResult } from './limiter/limiter';
import type { Product } from './products';
import { type RawResponse, readResponse } from './response';
import type { Responses, EndpointName } from './schemas';

const CREDENTIAL_NAME = 'webinarAccountApi';

/** Creates a client for a product. @param signal cancels requests that wait for their turn or for the next attempt */
export type Connection = (product: Product, signal?: AbortSignal) => ServiceClient;

/**
 * Sends a request with one of n8n's request helpers, and returns the response. The helper calls `authenticate` of the
 * credential, and that calls `withKey` in account.ts, which adds the API key and encodes the body as a form.
 */
export type Post = (options: IHttpRequestOptions) => Promise<unknown>;

/**
 * Reads the credential and returns a function that creates clients. Each execution, poll and editor list connects once.
 * @throws InputError if the credential is invalid
 */
export async function connect(
	context: IExecuteFunctions | ILoadOptionsFunctions | IPollFunctions,
): Promise<Connection> {
	const account = readAccount(await context.getCredentials(CREDENTIAL_NAME));
	const post: Post = (options) =>
		context.helpers.httpRequestWithAuthentication.call(context, CREDENTIAL_NAME, options);
	return (product, signal) => {
		const sender: Sender = { account, product, post, run: context, signal };
		return {
			account,
			product,
			call: (name, parameters) => withRetries(() => sendRequest(sender, name, parameters), signal),
			callOnce: (name, parameters) => sendRequest(sender, name, parameters),
		};
	};
}

/** The run on whose behalf requests are sent. */
interface Sender {
	account: Account;
	product: Product;
	post: Post;
	/** Identifies the run. Runs take turns in the account's queue. */
	run: object;
	signal?: AbortSignal | undefined;
}

/**
 * Sends a request in its turn and returns the checked response. Repeats the request only while the service throttles it.
 * @throws ServiceError
 */
export async function sendRequest<Name extends EndpointName>(
	{ account, product, post, run, signal }: Sender,
	name: Name,
	parameters: CallParameters = {},
): Promise<Responses[Name]> {
	const { callsPerSecond, productUrls } = account;
	const url = `${productUrls[product.name]}/${endpoints[name].path}`;
	const attempt = () => sendOnce(post, name, url, parameters);
	const response = await limiterOf(account).send(attempt, { callsPerSecond, run, signal });
	return readResponse(name, response, account, parameters);
}

/** The pause in milliseconds before each repetition of a failed request. */
const RETRY_PAUSES_MS = [500, 1000, 2000];

/** Sends a request, and repeats it after a transient failure, unless the service may have acted on the request. */
async function withRetries<T>(request: () => Promise<T>, signal?: AbortSignal): Promise<T> {
	for (const pauseMs of RETRY_PAUSES_MS) {
		const success = await request().then(
			(value) => ({ value }),
			(error: unknown) => {
				const mayRepeat = error instanceof ServiceError && error.isTransient && !error.mayHaveActed;
				if (!mayRepeat) throw error;
			},
		);
		if (success) return success.value;
		await unlessAborted(sleep(pauseMs), signal);
	}
	return await request();
}

/** The maximum time in milliseconds for one request and its response. */
const TIMEOUT_MS = 30_000;

/** A response as n8n's request helpers return it. */
const httpResponse = z.object({
	statusCode: z.int(),
	// z.record would reject the headers, because they are an instance of a class.
	headers: z.object({ 'retry-after': z.unknown().optional() }),
	// In a credential test, n8n's request helper omits an empty body.
	body: z.string().default(''),
});

/**
 * Sends a request once and returns its response. Enforces the timeout itself, because n8n's own timeout starts again
 * with each part of a response.
 * @throws an error that explains the cause if there is no response in time
 */
async function sendOnce(
	post: Post,
	name: EndpointName,
	url: string,
	parameters: CallParameters,
): Promise<SendResult<RawResponse>> {
	const request: IHttpRequestOptions = {
		method: 'POST',
		url,
		body: parameters,
		headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
		encoding: 'text',
		timeout: TIMEOUT_MS,
		// A redirect could send the key to another host.
		disableFollowRedirect: true,
		// Otherwise n8n would send the request again after a 401, without waiting for its turn in the queue.
		ignoreHttpStatusErrors: true,
		returnFullResponse: true,
	};
	const deadline = AbortSignal.timeout(TIMEOUT_MS);
	const response = await unlessAborted(post(request), deadline).catch((error: unknown) => {
		throw failureWithoutResponse(error, name, deadline.aborted);
	});
	const { statusCode, headers, body } = httpResponse.parse(response);
	if (statusCode !== 429) return { throttled: false, value: { statusCode, body } };
	return { throttled: true, retryAfterMs: retryAfterMs(headers['retry-after'], Date.now()) };
}

/** The pause in milliseconds that the service documents for throttled requests. */
const MIN_COOLDOWN_MS = 1000;

/**
 * Returns how long to pause after a throttled request, in milliseconds.
 * @param header the Retry-After header: seconds or an HTTP date; anything else means the documented pause
 * @param now milliseconds since 1970
 */
export function retryAfterMs(header: unknown, now: number): number {
	const text = typeof header === 'string' ? header.trim() : '';
	const wait = /^\d+$/.test(text) ? Number(text) * 1000 : DateTime.fromHTTP(text).toMillis() - now;
	return Number.isNaN(wait) ? MIN_COOLDOWN_MS : Math.min(DEADLINE_MS, Math.max(MIN_COOLDOWN_MS, wait));
}

/** The parts of a thrown error that show why a request failed. A part that the error lacks is empty. */
const thrownError = z.object({
	/** The error code, unless n8n's request helper wrapped the error. */
	code: z.string().catch(''),
	/** The error code of the HTTP client, in an error that n8n's request helper wrapped. */
	httpCode: z.string().catch(''),
	message: z.string().catch(''),
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
 * @param hasTimedOut whether the request was aborted after `TIMEOUT_MS`
 */
export function failureWithoutResponse(thrown: unknown, name: EndpointName, hasTimedOut = false): Error {
	// n8n wraps the error, except in a credential test.
	const original = thrown instanceof Error && thrown.cause instanceof Error ? thrown.cause : thrown;
	for (const error of [thrown, original]) {
		if (error instanceof InputError) return error;
		if (error instanceof UserError) return failure(name, causes.notSent(error));
	}

	const { cause, messages, message, ...codes } = thrownError.parse(isRecord(thrown) ? thrown : {});
	const code = cause.code || codes.httpCode || codes.code;
	if (code === 'ERR_CANCELED') {
		return endpoints[name].sideEffect === undefined ? new CancelledError() : failure(name, causes.canceled);
	}
	if (TLS_ERROR_CODE.test(code)) return failure(name, causes.notSecure);
	const hasMessage = (pattern: RegExp) => [message, ...messages].some((text) => pattern.test(text));
	const adviceForCode = hasMessage(CONNECTED_MESSAGE) ? undefined : NO_CONNECTION_ADVICE[code];
	const advice = adviceForCode ?? (hasMessage(NOT_CONNECTED_MESSAGE) ? NO_RESPONSE_ADVICE : undefined);
	if (advice !== undefined) return failure(name, causes.notConnected(advice));
	const isLate = hasTimedOut || code === 'ECONNABORTED' || code === 'ETIMEDOUT';
	if (isLate) return failure(name, causes.timedOut(TIMEOUT_MS));
	if (BROKEN_OFF_CODE.test(code)) return failure(name, causes.brokenOff);

	// Keeps only the name, message and stack of the bug's error. Other properties may contain the API key.
	if (!(original instanceof Error)) return new Error('The request failed with an unknown error');
	const copy = new Error(original.message);
	copy.name = original.name;
	copy.stack = original.stack ?? '';
	return copy;
}

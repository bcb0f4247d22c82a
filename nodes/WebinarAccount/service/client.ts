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
import { type CallParameters, type EndpointName, endpoints, type Responses, USER_AGENT } from './endpoints';
import { InputError, rethrowUnless, ServiceError } from './errors';
import { MAX_THROTTLED_MS, limiterOf, type SendResult } from './limiter';
import type { Product } from './products';
import { type Cause, causes, failure, type RawResponse, readResponse } from './response';

const CREDENTIAL_NAME = 'webinarAccountApi';

/**
 * Sends a request with one of n8n's request helpers, and returns the response. The helper calls `authenticate` of the
 * credential, and that calls `withKey` in account.ts, which adds the API key and encodes the body as a form.
 */
export type Post = (options: IHttpRequestOptions) => Promise<unknown>;

/**
 * Reads the credential, and returns a function that creates clients. Each execution, poll and editor list connects once.
 * @throws InputError if the credential is invalid
 */
export async function connect(
	context: IExecuteFunctions | ILoadOptionsFunctions | IPollFunctions,
): Promise<(product: Product, signal?: AbortSignal) => ServiceClient> {
	const account = readAccount(await context.getCredentials(CREDENTIAL_NAME));
	const post: Post = (options) =>
		context.helpers.httpRequestWithAuthentication.call(context, CREDENTIAL_NAME, options);
	return (product, signal) => new HttpClient(account, product, post, context, signal);
}

/** Sends requests for one account and one product. */
export interface ServiceClient {
	readonly account: Account;
	readonly product: Product;
	/** Identifies the account and the product in the keys of caches and locks that all executions share. */
	readonly accountAndProduct: string;
	/**
	 * Sends a request and returns its checked response. Repeats it after a transient failure, unless the service may have acted
	 * on it.
	 * @throws ServiceError
	 */
	call<Name extends EndpointName>(name: Name, parameters?: CallParameters): Promise<Responses[Name]>;
	/** Sends a request like `call`, but repeats it only while the service throttles it. @throws ServiceError */
	callOnce<Name extends EndpointName>(name: Name, parameters?: CallParameters): Promise<Responses[Name]>;
}

/** The pause in milliseconds before each repetition of a failed request. */
const RETRY_PAUSES_MS = [500, 1000, 2000];

/** The client that sends its requests over HTTP. */
export class HttpClient implements ServiceClient {
	readonly accountAndProduct: string;

	/**
	 * @param caller identifies the execution, poll or list, because the limiter lets them take turns
	 * @param signal cancels all requests but a write that was sent already
	 */
	constructor(
		readonly account: Account,
		readonly product: Product,
		private readonly post: Post,
		private readonly caller: object,
		private readonly signal?: AbortSignal,
	) {
		this.accountAndProduct = `${account.productUrls[product.name]} ${account.apiKey}`;
	}

	async call<Name extends EndpointName>(name: Name, parameters?: CallParameters): Promise<Responses[Name]> {
		for (const pauseMs of RETRY_PAUSES_MS) {
			try {
				return await this.callOnce(name, parameters);
			} catch (error) {
				rethrowUnless(isRepeatable(error), error);
			}
			await unlessAborted(sleep(pauseMs), this.signal);
		}
		return await this.callOnce(name, parameters);
	}

	async callOnce<Name extends EndpointName>(
		name: Name,
		parameters: CallParameters = {},
	): Promise<Responses[Name]> {
		const { account, product, post, caller, signal } = this;
		const url = `${account.productUrls[product.name]}/${name}`;
		// A write that was sent is awaited even after a cancellation, because its result decides what the user must do.
		const signalWhenSent = isRead(name) ? signal : undefined;
		// The limiter sends again while the service throttles the request. In the limiter, the signal ends only the wait for a turn.
		const sending = limiterOf(account).send(() => sendOnce(post, name, url, parameters), { caller, signal });
		return readResponse(name, await unlessAborted(sending, signalWhenSent), account);
	}
}

/** Whether a failed request can be repeated. The limiter has already repeated a throttled one for long enough. */
function isRepeatable(error: unknown): boolean {
	if (!(error instanceof ServiceError) || error.httpCode === 429) return false;
	return error.isTransient && !error.mayHaveActed;
}

/** Whether a request only reads data. */
function isRead(name: EndpointName): boolean {
	return endpoints[name].sideEffect === undefined;
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
 * Sends a request once. Enforces the timeout itself, because n8n's own timeout starts again with each part of a response.
 * @returns the response, or for a 429 the pause until the next attempt
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
		headers: {
			'content-type': 'application/x-www-form-urlencoded',
			accept: 'application/json',
			'User-Agent': USER_AGENT,
		},
		encoding: 'text',
		timeout: TIMEOUT_MS,
		// A redirect could send the key to another host.
		disableFollowRedirect: true,
		// Without this, n8n would send the request again after a 401, without waiting for its turn in the queue.
		ignoreHttpStatusErrors: true,
		returnFullResponse: true,
	};
	const deadline = AbortSignal.timeout(TIMEOUT_MS);
	const timedOut = () => failure(name, causes.timedOut(TIMEOUT_MS));
	const sending = post(request).catch((error: unknown) => {
		throw failureWithoutResponse(error, name);
	});
	const response = await unlessAborted(sending, deadline, timedOut);
	const { statusCode, headers, body } = httpResponse.parse(response);
	if (statusCode !== 429) return { throttled: false, value: { statusCode, body } };
	return { throttled: true, retryAfterMs: readRetryAfter(headers['retry-after']) };
}

/** The pause in milliseconds that the service documents for throttled requests. */
const MIN_COOLDOWN_MS = 1000;

/**
 * Returns how long to pause after a throttled request, in milliseconds: at least as long as the service documents, and at
 * most the time after which all requests fail anyway.
 * @param header the Retry-After header, in seconds
 */
export function readRetryAfter(header: unknown): number {
	const milliseconds = Number(header) * 1000 || 0;
	return Math.min(MAX_THROTTLED_MS, Math.max(MIN_COOLDOWN_MS, milliseconds));
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

/**
 * Returns the error for a request that got no response. Does not keep the thrown error as its cause, because that error
 * contains the request with the API key.
 */
export function failureWithoutResponse(thrown: unknown, name: EndpointName): Error {
	// n8n wraps most errors in others, except in a credential test.
	const wrapped = thrown instanceof Error ? thrown.cause : undefined;
	const original = wrapped instanceof Error ? wrapped : thrown;
	// `withKey` throws an InputError before the request is sent.
	if (original instanceof InputError) return original;
	// n8n refuses to send the request.
	const refusal = [thrown, original].find((error) => error instanceof UserError);
	if (refusal) return failure(name, causes.notSent(refusal));

	const { cause, httpCode, code, message, messages } = thrownError.parse(isRecord(thrown) ? thrown : {});
	const codeOfHttpClient = cause.code || httpCode;
	// n8n's own code can be a general one, so it comes last.
	const exactCode = codeOfHttpClient || code;
	if (exactCode === 'ERR_CANCELED') {
		// The service may have received a write.
		return isRead(name) ? new CancelledError() : failure(name, causes.canceled);
	}
	const networkCause = causeOfNetworkError(exactCode, [message, ...messages]);
	if (networkCause) return failure(name, networkCause);
	// Any other error is a bug in this package or in n8n.
	return copyOfBug(original);
}

/** Matches error codes that mean that no connection was established. */
const NOT_CONNECTED_CODE = /^(?:ECONNREFUSED|ENOTFOUND|EAI_AGAIN)$/;

/**
 * Matches messages that mean that no connection was established. The error codes with these messages do not prove this,
 * because they also occur on established connections.
 */
const NOT_CONNECTED_MESSAGE = /^connect |before secure TLS connection was established/;

/** Matches error codes of a failed TLS handshake. Leaves out ERR_SSL codes, which also occur after the handshake. */
const TLS_ERROR_CODE = /^(?!ERR_SSL).*(?:CERT|SIGNED|SIGNATURE)|^ERR_TLS|^EPROTO$/;

/**
 * Matches codes of errors that occur after a connection was established: of the operating system (ECONNRESET), of TLS and
 * HTTP in Node.js (ERR_SSL, HPE), of decompression (Z), and of axios (ERR_BAD_RESPONSE).
 */
const BROKEN_OFF_CODE =
	/^(?:E[A-Z]+|EAI_\w+|ERR_(?:SSL|STREAM|HTTP|SOCKET|NETWORK|BAD_RESPONSE)\w*|(?:HPE|Z)_\w+)$/;

/**
 * Returns the cause of a network error; undefined if neither the code nor a message shows one. The causes after which the
 * service cannot have acted come first.
 */
function causeOfNetworkError(code: string, messages: readonly string[]): Cause | undefined {
	if (TLS_ERROR_CODE.test(code)) return causes.notSecure;
	const isConnectionMissing =
		NOT_CONNECTED_CODE.test(code) || messages.some((text) => NOT_CONNECTED_MESSAGE.test(text));
	if (isConnectionMissing) return causes.notConnected;
	if (code === 'ECONNABORTED' || code === 'ETIMEDOUT') return causes.timedOut(TIMEOUT_MS);
	return BROKEN_OFF_CODE.test(code) ? causes.brokenOff : undefined;
}

/** Returns a copy of an error with only its name, message and stack, because other properties may contain the API key. */
function copyOfBug(original: unknown): Error {
	if (!(original instanceof Error)) return new Error('The request failed with an unknown error');
	const copy = new Error(original.message);
	copy.name = original.name;
	copy.stack = original.stack ?? '';
	return copy;
}

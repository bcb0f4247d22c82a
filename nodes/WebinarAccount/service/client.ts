import { DateTime } from 'luxon';
import {
	type IExecuteFunctions,
	type IHttpRequestOptions,
	type ILoadOptionsFunctions,
	type IPollFunctions,
	sleep,
} from 'n8n-workflow';
import { z } from 'zod/v4';

import { unlessAborted } from '../utils/async';
import { type Account, readAccount } from './account';
import { type CallParameters, endpoints, type ServiceClient } from './endpoints';
import { ServiceError } from './errors';
import { failureWithoutResponse } from './failureWithoutResponse';
import { DEADLINE_MS, limiterOf, type Outcome } from './limiter/limiter';
import type { ProductName } from './products';
import { type RawResponse, readResponse } from './response';
import type { Responses, EndpointName } from './schemas';

const CREDENTIAL_NAME = 'webinarAccountApi';

/** Creates a client. @param signal cancels requests that wait for their turn or for the next attempt */
export type Connection = (signal?: AbortSignal) => ServiceClient;

/** Adds the API key to a request and sends it with one of n8n's request helpers. Returns the response. */
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
	return (signal) => ({
		account,
		call: (product, name, parameters) => {
			const sender: Sender = { account, post, run: context, signal };
			return withRetries(() => sendRequest(sender, product, name, parameters), signal);
		},
	});
}

/** The run on whose behalf requests are sent. */
interface Sender {
	account: Account;
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
	{ account, post, run, signal }: Sender,
	product: ProductName,
	name: Name,
	parameters: CallParameters = {},
): Promise<Responses[Name]> {
	const { callsPerSecond, productUrls } = account;
	const url = `${productUrls[product]}/${endpoints[name].path}`;
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
): Promise<Outcome<RawResponse>> {
	const request = buildRequest(url, parameters);
	const deadline = AbortSignal.timeout(TIMEOUT_MS);
	const response = await unlessAborted(post(request), deadline).catch((error: unknown) => {
		throw failureWithoutResponse(error, name, TIMEOUT_MS, deadline.aborted);
	});
	const { statusCode, headers, body } = httpResponse.parse(response);
	if (statusCode !== 429) return { throttled: false, value: { statusCode, body } };
	return { throttled: true, retryAfterMs: retryAfterMs(headers['retry-after'], Date.now()) };
}

/** Returns the options of a request without the API key, which the credential adds. n8n may change the returned object. */
function buildRequest(url: string, parameters: CallParameters): IHttpRequestOptions {
	return {
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

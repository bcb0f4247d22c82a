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
import { DEADLINE_MS, type Outcome } from './limiter/limiter';
import { limiterOf } from './limiter/limiterOf';
import type { ProductName } from './products';
import { type RawResponse, readResponse } from './response';
import type { Responses, EndpointName } from './schemas';

const CREDENTIAL_NAME = 'webinarAccountApi';

/** Makes a client. @param signal cancels requests that wait in the queue or between repetitions */
export type Connection = (signal?: AbortSignal) => ServiceClient;

/** Sends a request through one of n8n's request helpers, with the API key. */
export type Post = (options: IHttpRequestOptions) => Promise<unknown>;

/** Connects one execution, poll or list to the service. @throws InputError when the credential is invalid */
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

interface Sender {
	account: Account;
	post: Post;
	/** Requests of different runs take turns in the account's queue. */
	run: object;
	signal?: AbortSignal | undefined;
}

/** Sends a request through the account's queue. It is repeated only after a 429. @throws ServiceError */
export async function sendRequest<Name extends EndpointName>(
	{ account, post, run, signal }: Sender,
	product: ProductName,
	name: Name,
	parameters: CallParameters = {},
): Promise<Responses[Name]> {
	const { callsPerSecond, productUrls } = account;
	const url = `${productUrls[product]}/${endpoints[name].path}`;
	const attempt = () => exchange(post, name, url, parameters);
	const response = await limiterOf(account).send(attempt, { callsPerSecond, run, signal });
	return readResponse(name, response, account, parameters);
}

/** Pauses in milliseconds before the repetitions of a request. */
const PAUSES_MS = [500, 1000, 2000];

/** Repeats a request after a transient failure, unless the service may have acted on it. */
async function withRetries<T>(
	request: () => Promise<T>,
	signal?: AbortSignal,
	[pause, ...later] = PAUSES_MS,
): Promise<T> {
	return await request().catch(async (error: unknown) => {
		const mayRepeat = error instanceof ServiceError && error.isTransient && !error.mayHaveActed;
		if (!mayRepeat || pause === undefined) throw error;
		await unlessAborted(sleep(pause), signal);
		return await withRetries(request, signal, later);
	});
}

const TIMEOUT_MS = 30_000;

const httpResponse = z.object({
	statusCode: z.int(),
	// Not a record, because the headers are an instance of a class.
	headers: z.object({ 'retry-after': z.unknown().optional() }),
	// The request helper of a credential test leaves an empty body out.
	body: z.string().default(''),
});

/**
 * Sends one request and returns its response within a deadline. n8n's own timeout starts again with each part of a
 * response, so the deadline is enforced here.
 */
async function exchange(
	post: Post,
	name: EndpointName,
	url: string,
	parameters: CallParameters,
): Promise<Outcome<RawResponse>> {
	const deadline = AbortSignal.timeout(TIMEOUT_MS);
	try {
		const response = await unlessAborted(post(requestOf(url, parameters)), deadline);
		const { statusCode, headers, body } = httpResponse.parse(response);
		if (statusCode !== 429) return { throttled: false, value: { statusCode, body } };
		return { throttled: true, retryAfterMs: retryAfterMs(headers['retry-after'], Date.now()) };
	} catch (error) {
		throw failureWithoutResponse(error, name, TIMEOUT_MS, deadline.aborted);
	}
}

/** Makes a new object for each request, because n8n writes into it. The credential adds the key. */
function requestOf(url: string, parameters: CallParameters): IHttpRequestOptions {
	return {
		method: 'POST',
		url,
		body: parameters,
		headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
		encoding: 'text',
		timeout: TIMEOUT_MS,
		// A redirect could send the key to another host.
		disableFollowRedirect: true,
		// n8n would repeat a request after a 401 and bypass the queue.
		ignoreHttpStatusErrors: true,
		returnFullResponse: true,
	};
}

/** The wait in milliseconds that the service documents for a throttled request ("Errors"). */
const MIN_COOLDOWN_MS = 1000;

/** Returns the cooldown in milliseconds. @param header Retry-After: seconds or an HTTP date; anything else is ignored */
export function retryAfterMs(header: unknown, now: number): number {
	const text = typeof header === 'string' ? header.trim() : '';
	const wait = /^\d+$/.test(text) ? Number(text) * 1000 : DateTime.fromHTTP(text).toMillis() - now;
	return Number.isNaN(wait) ? MIN_COOLDOWN_MS : Math.min(DEADLINE_MS, Math.max(MIN_COOLDOWN_MS, wait));
}

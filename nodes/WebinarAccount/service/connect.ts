import { DateTime } from 'luxon';
import type {
	IExecuteFunctions,
	IHttpRequestOptions,
	ILoadOptionsFunctions,
	IPollFunctions,
} from 'n8n-workflow';
import { z } from 'zod/v4';

import { type Clock, systemClock, unlessAborted } from '../utils/async';
import { isRecord } from '../utils/values';
import { type Account, readAccount } from './account';
import { type CallParameters, endpoints, type ServiceClient } from './endpoints';
import { ServiceError } from './errors';
import { failureWithoutResponse, tooManyBytes } from './failures';
import { DEADLINE_MS, limiterOf, type Try } from './limiter';
import type { ProductName } from './products';
import { type RawResponse, readResponse } from './response';
import type { Answers, EndpointName } from './schemas';

export const CREDENTIAL_NAME = 'webinarAccountApi';

/** Returns a service client whose calls stop waiting when the signal is aborted. */
export type Connection = (signal?: AbortSignal) => ServiceClient;

export type Post = (options: IHttpRequestOptions) => Promise<unknown>;

/**
 * Connects one execution, poll or list to the service: every call goes through the account's queue, and is repeated
 * where that is safe. Throws an InputError when the credential is invalid.
 */
export async function connect(
	context: IExecuteFunctions | ILoadOptionsFunctions | IPollFunctions,
): Promise<Connection> {
	const account = readAccount(await context.getCredentials(CREDENTIAL_NAME));
	const post: Post = (options) =>
		context.helpers.httpRequestWithAuthentication.call(context, CREDENTIAL_NAME, options);
	return (signal) => ({
		account,
		call: (product, name, parameters) =>
			withRetries(() => callOnce({ account, post, run: context, signal }, product, name, parameters), signal),
	});
}

interface Caller {
	account: Account;
	post: Post;
	/** Calls of different runs take turns in the account's queue. */
	run: object;
	signal?: AbortSignal | undefined;
}

/** One call through the account's queue, without retries except after a 429. */
export async function callOnce<Name extends EndpointName>(
	{ account, post, run, signal }: Caller,
	product: ProductName,
	name: Name,
	parameters: CallParameters = {},
): Promise<Answers[Name]> {
	const { callsPerSecond, productUrls } = account;
	const url = `${productUrls[product]}/${endpoints[name].path}`;
	const exchange = () => send(post, name, url, parameters);
	const response = await limiterOf(account).call(exchange, { callsPerSecond, run, signal });
	return readResponse(name, response, account, parameters);
}

const PAUSES_MS = [500, 1000, 2000];

/**
 * Repeats a call that failed for a moment, unless the service may have acted on it.
 * @param signal ends a pause early
 */
export async function withRetries<T>(
	call: () => Promise<T>,
	signal?: AbortSignal,
	clock: Clock = systemClock,
): Promise<T> {
	for (const pause of PAUSES_MS) {
		const attempt = call();
		const failure: unknown = await attempt.then(
			() => undefined,
			(error: unknown) => error,
		);
		const mayRepeat = failure instanceof ServiceError && failure.isTransient && !failure.mayHaveActed;
		if (!mayRepeat) return await attempt;
		await unlessAborted(clock.sleep(pause), signal);
	}
	return await call();
}

const TIMEOUT_MS = 30_000;

/** The wait that the service asks for when it throttles a call ("Errors"). */
const SHORTEST_WAIT_MS = 1000;

/** The decompressed body of a response, as n8n's request helper returns it with `encoding: 'stream'`. */
interface ByteStream extends AsyncIterable<Uint8Array> {
	destroy(): unknown;
}

const httpResponse = z.object({
	statusCode: z.int(),
	// Not a record: the request helper's headers are not a plain object.
	headers: z.object({ 'retry-after': z.unknown().optional() }),
	body: z.custom<ByteStream>(
		(value) => isRecord(value) && Symbol.asyncIterator in value && 'destroy' in value,
	),
});

/**
 * Makes one HTTP call with a timeout of its own: n8n's timeout ends when an answer begins or the connection switches
 * to another protocol. A late call is abandoned, because n8n may wait for it forever.
 */
async function send(
	post: Post,
	name: EndpointName,
	url: string,
	parameters: CallParameters,
): Promise<Try<RawResponse>> {
	const deadline = AbortSignal.timeout(TIMEOUT_MS);
	let body: ByteStream | undefined;
	const exchange = async (): Promise<Try<RawResponse>> => {
		const { statusCode, headers, ...response } = httpResponse.parse(await post(requestOf(url, parameters)));
		({ body } = response);
		if (deadline.aborted) body.destroy();
		// Also after a 429: a connection whose answer nobody reads stays open.
		const text = await readBody(body);
		if (statusCode === 429) {
			return { throttled: true, retryAfterMs: retryAfterMs(headers['retry-after'], Date.now()) };
		}
		// Of a page that comes with an error, only the error matters.
		if (text === undefined && statusCode < 300) throw tooManyBytes(name, MAX_MEGABYTES);
		return { throttled: false, value: { statusCode, body: text ?? '' } };
	};
	try {
		return await unlessAborted(exchange(), deadline, () => {
			body?.destroy();
			return new Error('Not complete in time');
		});
	} catch (error) {
		throw failureWithoutResponse(error, name, { timeoutMs: TIMEOUT_MS, timedOut: deadline.aborted });
	}
}

/**
 * A request, to which the credential adds the key. HTTP errors are ignored here, because n8n repeats a call after a 401
 * and would bypass the queue. Redirects are not followed, because the key would go to another address. It is a new
 * object for each call, because n8n writes into it.
 */
function requestOf(url: string, parameters: CallParameters): IHttpRequestOptions {
	return {
		method: 'POST',
		url,
		body: parameters,
		headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
		// A stream, because n8n itself reads an answer of any size into memory.
		encoding: 'stream',
		timeout: TIMEOUT_MS,
		disableFollowRedirect: true,
		ignoreHttpStatusErrors: true,
		returnFullResponse: true,
	};
}

/**
 * Reads a Retry-After header.
 * @param header seconds or an HTTP date; anything else counts as absent
 * @param now milliseconds since 1970
 * @returns milliseconds to wait, from 1 second to the limiter's deadline
 */
export function retryAfterMs(header: unknown, now: number): number {
	const text = typeof header === 'string' ? header.trim() : '';
	const asked = /^\d+$/.test(text) ? Number(text) * 1000 : DateTime.fromHTTP(text).toMillis() - now;
	return Number.isNaN(asked) ? SHORTEST_WAIT_MS : Math.min(DEADLINE_MS, Math.max(SHORTEST_WAIT_MS, asked));
}

/** Far more than any answer of the service needs, and little enough for the memory of many calls at once. */
const MAX_MEGABYTES = 4;

/**
 * Reads an answer as UTF-8 text. The limit counts decompressed bytes, because a small compressed answer can be a
 * thousand times as large.
 * @returns undefined when the answer is too large
 * @throws an error when it is cut short
 */
export async function readBody(stream: ByteStream): Promise<string | undefined> {
	const decoder = new TextDecoder();
	let text = '';
	let bytes = 0;
	// Leaving the loop early closes the connection.
	for await (const chunk of stream) {
		bytes += chunk.byteLength;
		if (bytes > MAX_MEGABYTES * 1024 * 1024) return undefined;
		text += decoder.decode(chunk, { stream: true });
	}
	return text + decoder.decode();
}

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
import { isRecord } from '../utils/values';
import { type Account, readAccount } from './account';
import { type CallParameters, endpoints, type ServiceClient } from './endpoints';
import { ServiceError } from './errors';
import { causes, failure, failureWithoutResponse } from './failures';
import { DEADLINE_MS, limiterOf, type Try } from './limiter';
import type { ProductName } from './products';
import { type RawResponse, readResponse } from './response';
import type { Responses, EndpointName } from './schemas';

const CREDENTIAL_NAME = 'webinarAccountApi';

/** @param signal ends the waiting of the client's calls */
export type Connection = (signal?: AbortSignal) => ServiceClient;

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

/** One call through the account's queue, repeated only after a 429. */
export async function callOnce<Name extends EndpointName>(
	{ account, post, run, signal }: Caller,
	product: ProductName,
	name: Name,
	parameters: CallParameters = {},
): Promise<Responses[Name]> {
	const { callsPerSecond, productUrls } = account;
	const url = `${productUrls[product]}/${endpoints[name].path}`;
	const exchange = () => send(post, name, url, parameters);
	const response = await limiterOf(account).call(exchange, { callsPerSecond, run, signal });
	return readResponse(name, response, account, parameters);
}

const PAUSES_MS = [500, 1000, 2000];

/** Repeats a call that failed for a moment, unless the service may have acted on it. The signal ends a pause early. */
async function withRetries<T>(
	call: () => Promise<T>,
	signal?: AbortSignal,
	[pause, ...later] = PAUSES_MS,
): Promise<T> {
	return await call().catch(async (error: unknown) => {
		const mayRepeat = error instanceof ServiceError && error.isTransient && !error.mayHaveActed;
		if (!mayRepeat || pause === undefined) throw error;
		await unlessAborted(sleep(pause), signal);
		return await withRetries(call, signal, later);
	});
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
		if (statusCode === 429) {
			// What it says does not matter, but n8n closes no connection whose answer nobody begins to read.
			void readBody(body).catch(() => undefined);
			body.destroy();
			return { throttled: true, retryAfterMs: retryAfterMs(headers['retry-after'], Date.now()) };
		}
		if (deadline.aborted) body.destroy();
		const text = await readBody(body);
		// Of a page that comes with an error, only the error matters.
		if (text === undefined && statusCode < 300) throw failure(name, causes.tooLarge(MAX_MEGABYTES));
		return { throttled: false, value: { statusCode, body: text ?? '' } };
	};
	return await unlessAborted(exchange(), deadline).catch((error: unknown) => {
		body?.destroy();
		throw failureWithoutResponse(error, name, TIMEOUT_MS, deadline.aborted);
	});
}

/** A request, to which the credential adds the key: a new object for each call, because n8n writes into it. */
function requestOf(url: string, parameters: CallParameters): IHttpRequestOptions {
	return {
		method: 'POST',
		url,
		body: parameters,
		headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
		// A stream, because n8n itself reads an answer of any size into memory.
		encoding: 'stream',
		timeout: TIMEOUT_MS,
		// The key would go to another address.
		disableFollowRedirect: true,
		// n8n repeats a call after a 401, and would bypass the queue.
		ignoreHttpStatusErrors: true,
		returnFullResponse: true,
	};
}

/** In milliseconds. @param header Retry-After: seconds or an HTTP date; anything else counts as absent */
export function retryAfterMs(header: unknown, now: number): number {
	const text = typeof header === 'string' ? header.trim() : '';
	const asked = /^\d+$/.test(text) ? Number(text) * 1000 : DateTime.fromHTTP(text).toMillis() - now;
	return Number.isNaN(asked) ? SHORTEST_WAIT_MS : Math.min(DEADLINE_MS, Math.max(SHORTEST_WAIT_MS, asked));
}

/** Far more than any answer of the service needs, and little enough for the memory of many calls at once. */
const MAX_MEGABYTES = 4;

/**
 * Reads an answer as UTF-8 text; undefined when it is too large. The limit counts decompressed bytes, because a small
 * compressed answer can be a thousand times as large. Throws when it is cut short.
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

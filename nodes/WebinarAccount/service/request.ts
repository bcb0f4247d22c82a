import { DateTime } from 'luxon';
import type { IHttpRequestOptions } from 'n8n-workflow';
import { z } from 'zod/v4';

import type { RawResponse } from './response';
import { type CallParameters, type EndpointName, endpoints } from './endpoints';
import { failureWithoutResponse, tooManyBytes } from './failures';
import { unlessAborted } from '../utils/async';
import { isRecord } from '../utils/values';
import { type Attempt, DEADLINE_MS } from './limiter';

/** Sends a request with the key and returns the full response. */
export type Post = (options: IHttpRequestOptions) => Promise<unknown>;

const TIMEOUT_MS = 30_000;

/** The wait that the service asks for when it throttles a call ("Errors"). */
const SHORTEST_WAIT_MS = 1000;

/** One HTTP call. */
interface Request {
	name: EndpointName;
	url: string;
	parameters: CallParameters;
}

/** The fields of a call. Several values of one parameter are sent as `name[]`, as PHP reads them. */
export function formOf(parameters: CallParameters): Record<string, string | readonly string[]> {
	const isList = (value: string | readonly string[]) => typeof value !== 'string' && value.length > 1;
	return Object.fromEntries(
		Object.entries(parameters).map(([name, value]) => [isList(value) ? `${name}[]` : name, value]),
	);
}

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

/**
 * Makes one HTTP call with a timeout of its own: n8n's timeout ends when an answer begins or the connection switches
 * to another protocol. A late call is abandoned, because n8n may wait for it forever.
 */
export async function send(post: Post, request: Request): Promise<Attempt<RawResponse>> {
	const { name } = request;
	const deadline = AbortSignal.timeout(TIMEOUT_MS);
	let body: ByteStream | undefined;
	const exchange = async (): Promise<Attempt<RawResponse>> => {
		const { statusCode, headers, ...response } = await ask(post, request);
		({ body } = response);
		if (statusCode === 429) {
			body.destroy();
			return { throttled: true, retryAfterMs: retryAfterMs(headers['retry-after'], Date.now()) };
		}
		if (deadline.aborted) body.destroy();
		const text = await readBody(body, endpoints[name].maxMegabytes);
		// Of a page that comes with an error, only the error matters.
		if (text === undefined && statusCode < 300) throw tooManyBytes(name);
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
 * The credential adds the key. HTTP errors are ignored here, because n8n repeats a call after a 401 and would bypass
 * the queue. Redirects are not followed, because the key would go to another address.
 */
async function ask(post: Post, { url, parameters }: Request): Promise<z.output<typeof httpResponse>> {
	const response = await post({
		method: 'POST',
		url,
		// A new object for each call: n8n writes into it.
		body: formOf(parameters),
		headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
		// A stream, because n8n itself reads an answer of any size into memory.
		encoding: 'stream',
		timeout: TIMEOUT_MS,
		disableFollowRedirect: true,
		ignoreHttpStatusErrors: true,
		returnFullResponse: true,
	});
	return httpResponse.parse(response);
}

/**
 * Reads an answer as UTF-8 text. The limit counts decompressed bytes, because a small compressed answer can be a
 * thousand times as large.
 * @returns undefined when the answer is too large
 * @throws an error when it is cut short
 */
export async function readBody(stream: ByteStream, maxMegabytes: number): Promise<string | undefined> {
	const decoder = new TextDecoder();
	let text = '';
	let bytes = 0;
	// Leaving the loop early closes the connection.
	for await (const chunk of stream) {
		bytes += chunk.byteLength;
		if (bytes > maxMegabytes * 1024 * 1024) return undefined;
		text += decoder.decode(chunk, { stream: true });
	}
	return text + decoder.decode();
}

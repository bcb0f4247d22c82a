import type { IExecuteFunctions, ILoadOptionsFunctions, IPollFunctions } from 'n8n-workflow';
import { z } from 'zod/v4';

import type { RawAnswer } from '../service/answer';
import type { CallParameters, EndpointName } from '../service/endpoints';
import { unclearFailure } from '../service/errorTexts';
import { unlessAborted } from '../utils/async';
import { connectionError } from './connectionErrors';
import type { Attempt } from './limiter';
import { retryAfterMs } from './limiter/cooldown';

export const CREDENTIAL_NAME = 'webinarAccountApi';

export type RequestContext = IExecuteFunctions | ILoadOptionsFunctions | IPollFunctions;

const TIMEOUT_MS = 30_000;

/** Far more than any answer of the service, and little enough for many calls at once. */
const MAX_MEGABYTES = 10;

/** What one HTTP call asks. */
interface Request {
	name: EndpointName;
	url: string;
	parameters: CallParameters;
}

/** An unpacked answer on its way, as n8n's request helper gives it with `encoding: 'stream'`. */
interface ByteStream extends AsyncIterable<Uint8Array> {
	destroy(): unknown;
}

const httpAnswer = z.object({
	statusCode: z.int(),
	// The request helper's headers are no plain object, which a record would refuse.
	headers: z.object({ 'retry-after': z.unknown().optional() }),
	body: z.custom<ByteStream>(isByteStream),
});

/**
 * One HTTP call, in limited time: n8n's own limit ends where an answer begins, or a connection becomes another
 * protocol's. Nothing that n8n waits for is certain to end, so what is late is left to itself.
 */
export async function send(context: RequestContext, request: Request): Promise<Attempt<RawAnswer>> {
	const { name } = request;
	const deadline = AbortSignal.timeout(TIMEOUT_MS);
	let body: ByteStream | undefined;
	const exchange = async (): Promise<Attempt<RawAnswer>> => {
		const { statusCode, headers, ...answer } = await ask(context, request);
		({ body } = answer);
		if (statusCode === 429) {
			body.destroy();
			return { throttled: true, retryAfterMs: retryAfterMs(headers['retry-after'], Date.now()) };
		}
		if (deadline.aborted) body.destroy();
		return { throttled: false, value: { statusCode, body: await readBody(body, name) } };
	};
	try {
		return await unlessAborted(exchange(), deadline, () => {
			body?.destroy();
			return new Error('Not complete in time');
		});
	} catch (error) {
		throw connectionError(error, name, { timeoutMs: TIMEOUT_MS, timedOut: deadline.aborted });
	}
}

/**
 * The credential adds the key. HTTP errors are ignored here, because n8n would answer a 401 with a second request
 * past the queue; redirects are not followed, because they would take the key along.
 */
async function ask(
	context: RequestContext,
	{ url, parameters }: Request,
): Promise<z.output<typeof httpAnswer>> {
	const response: unknown = await context.helpers.httpRequestWithAuthentication.call(
		context,
		CREDENTIAL_NAME,
		{
			method: 'POST',
			url,
			// A new object for each call: n8n writes into it.
			body: { ...parameters },
			headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
			// Read here, because n8n would read an answer of any length.
			encoding: 'stream',
			timeout: TIMEOUT_MS,
			disableFollowRedirect: true,
			ignoreHttpStatusErrors: true,
			returnFullResponse: true,
		},
	);
	return httpAnswer.parse(response);
}

/**
 * Reads the text of an answer, which JSON has in UTF-8. n8n itself sets no bound on its size, which a small packed
 * answer can exceed a thousand times.
 * @throws ServiceError when the answer is too large, and anything else when it is cut short
 */
export async function readBody(stream: ByteStream, name: EndpointName): Promise<string> {
	const decoder = new TextDecoder();
	let text = '';
	let bytes = 0;
	// Leaving the loop early closes the connection.
	for await (const chunk of stream) {
		bytes += chunk.byteLength;
		if (bytes > MAX_MEGABYTES * 1024 * 1024) {
			throw unclearFailure(name, `the service's answer is larger than ${MAX_MEGABYTES} MB`, {
				description:
					'No answer of the service is that long, so it was not read to its end. Check the service and its paths in the credential.',
			});
		}
		text += decoder.decode(chunk, { stream: true });
	}
	return text + decoder.decode();
}

function isByteStream(value: unknown): value is ByteStream {
	return (
		typeof value === 'object' &&
		value !== null &&
		Symbol.asyncIterator in value &&
		'destroy' in value &&
		typeof value.destroy === 'function'
	);
}

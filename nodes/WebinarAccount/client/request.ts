import type { IExecuteFunctions, ILoadOptionsFunctions, IPollFunctions } from 'n8n-workflow';
import { z } from 'zod/v4';

import { readAccount } from '../service/account';
import { readAnswer, type RawAnswer } from '../service/answer';
import {
	type CallParameters,
	type EndpointName,
	endpoints,
	endpointUrl,
	type ServiceClient,
} from '../service/endpoints';
import { redactSecret } from './redactSecret';
import { type ByteStream, isByteStream, readBody } from './answerBody';
import { Cancellation } from './cancellation';
import { systemClock } from './clock';
import { connectionFailure } from './connectionFailure';
import { beforeDeadline } from './deadline';
import { type Attempt, limiterOf } from './limiter';
import { retryAfterMs } from './limiter/cooldown';
import { withRetries } from './retry';

export const CREDENTIAL_NAME = 'webinarAccountApi';

const TIMEOUT_MS = 30_000;

const httpAnswer = z.object({
	statusCode: z.int(),
	// The request helper's headers are no plain object, which a record would refuse.
	headers: z.object({ 'retry-after': z.unknown().optional() }),
	body: z.custom<ByteStream>(isByteStream),
});

type RequestContext = IExecuteFunctions | ILoadOptionsFunctions | IPollFunctions;

/** Gives the service to a part of a run, whose calls stop waiting when that part is cancelled. */
export type Connection = (cancellation: Cancellation) => ServiceClient;

/**
 * The service for one execution, poll or list: every call waits its turn in the account's limiter, and is made again
 * where that is safe. Throws an InputError when the credential cannot work.
 */
export async function connect(context: RequestContext): Promise<Connection> {
	const account = readAccount(await context.getCredentials(CREDENTIAL_NAME));
	const { callsPerSecond } = account;
	const withoutKey = redactSecret(account.apiKey);
	/** The limiter serves executions, polls and lists in turn. */
	const run = {};

	return (cancellation) => ({
		account,
		call: (product, name, parameters = {}) =>
			withRetries(
				async () => {
					const raw = await limiterOf(account).call(
						() => send(context, { name, url: endpointUrl(account, product, name), parameters }),
						{ callsPerSecond, run, signal: cancellation.signal },
					);
					return readAnswer(name, { ...raw, body: withoutKey(raw.body) }, account);
				},
				{ readOnly: endpoints[name].sideEffect === undefined, clock: systemClock, cancellation },
			),
	});
}

/** What one HTTP call asks. */
interface Request {
	name: EndpointName;
	url: string;
	parameters: CallParameters;
}

/**
 * One HTTP call, in limited time: n8n's own limit ends where an answer begins, or a connection becomes another
 * protocol's. Nothing that n8n waits for is certain to end, so what is late is left to itself.
 */
async function send(context: RequestContext, request: Request): Promise<Attempt<RawAnswer>> {
	const { name } = request;
	const deadline = Cancellation.of(AbortSignal.timeout(TIMEOUT_MS));
	let body: ByteStream | undefined;
	const exchange = async (): Promise<Attempt<RawAnswer>> => {
		const { statusCode, headers, ...answer } = await ask(context, request);
		({ body } = answer);
		if (statusCode === 429) {
			body.destroy();
			return { throttled: true, retryAfterMs: retryAfterMs(headers['retry-after'], Date.now()) };
		}
		if (deadline.isCancelled) body.destroy();
		return { throttled: false, value: { statusCode, body: await readBody(body, name) } };
	};
	try {
		return await beforeDeadline(deadline, exchange(), () => {
			body?.destroy();
			return new Error('Not complete in time');
		});
	} catch (error) {
		throw connectionFailure(error, name, { timeoutMs: TIMEOUT_MS, timedOut: deadline.isCancelled });
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

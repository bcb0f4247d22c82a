import type { IExecuteFunctions, ILoadOptionsFunctions, IPollFunctions } from 'n8n-workflow';

import { type Account, readAccount } from './account';
import { readResponse } from './response';
import {
	type Answer,
	type CallParameters,
	type EndpointName,
	endpoints,
	type ServiceClient,
} from './endpoints';
import { CancelledError, ServiceError } from './errors';
import type { ProductName } from './products';
import { unlessAborted } from '../utils/async';
import { type Clock, systemClock } from './clock';
import { limiterOf } from './limiter';
import { type Post, send } from './request';

export const CREDENTIAL_NAME = 'webinarAccountApi';

/** Returns a service client whose calls stop waiting when the signal is aborted. */
export type Connection = (signal?: AbortSignal) => ServiceClient;

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
): Promise<Answer<Name>> {
	const { callsPerSecond, productUrls } = account;
	const request = { name, url: `${productUrls[product]}/${endpoints[name].path}`, parameters };
	const response = await limiterOf(account).call(() => send(post, request), { callsPerSecond, run, signal });
	return readResponse(name, response, account);
}

/** Pauses before each retry. */
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
		await unlessAborted(clock.sleep(pause), signal, () => new CancelledError());
	}
	return await call();
}

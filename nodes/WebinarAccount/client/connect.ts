import type { IExecuteFunctions, ILoadOptionsFunctions, IPollFunctions } from 'n8n-workflow';

import { type Account, readAccount } from '../service/account';
import { readAnswer } from '../service/answer';
import {
	type Answer,
	type CallParameters,
	type EndpointName,
	endpoints,
	type ServiceClient,
} from '../service/endpoints';
import { CancelledError, ServiceError } from '../service/errors';
import type { ProductName } from '../service/products';
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
		call: (product, name, parameters) => {
			const caller = { account, post, run: context, signal };
			const call = () => callOnce(caller, product, name, parameters);
			return withRetries(call, { readOnly: endpoints[name].sideEffect === undefined, signal });
		},
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
	const raw = await limiterOf(account).call(() => send(post, request), { callsPerSecond, run, signal });
	return readAnswer(name, raw, account);
}

/** Pauses before each retry. */
const PAUSES_MS = [500, 1000, 2000];

interface RetryOptions {
	/** Whether the call changes nothing at the service. */
	readOnly: boolean;
	/** Ends a pause early. */
	signal?: AbortSignal | undefined;
	clock?: Clock;
}

/** Repeats a failed call where the failure allows it: see `ServiceError.repeat`. */
export async function withRetries<T>(
	call: () => Promise<T>,
	options: RetryOptions,
	[pause, ...laterPauses]: readonly number[] = PAUSES_MS,
): Promise<T> {
	return await call().catch(async (error: unknown) => {
		if (pause === undefined || !mayRepeat(error, options.readOnly)) throw error;
		const { signal, clock = systemClock } = options;
		await unlessAborted(clock.sleep(pause), signal, () => new CancelledError());
		return await withRetries(call, options, laterPauses);
	});
}

function mayRepeat(error: unknown, readOnly: boolean): boolean {
	if (!(error instanceof ServiceError)) return false;
	return error.repeat === 'always' || (error.repeat === 'ifReadOnly' && readOnly);
}

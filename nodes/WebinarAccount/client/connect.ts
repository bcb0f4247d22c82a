import { readAccount } from '../service/account';
import { readAnswer } from '../service/answer';
import { endpoints, type ServiceClient } from '../service/endpoints';
import { CancelledError, ServiceError } from '../service/errors';
import { unlessAborted } from '../utils/async';
import { type Clock, systemClock } from './clock';
import { limiterOf } from './limiter';
import { CREDENTIAL_NAME, type RequestContext, send } from './request';

/** Returns a service client whose calls stop waiting when the signal is aborted. */
export type Connection = (signal?: AbortSignal) => ServiceClient;

/**
 * Connects one execution, poll or list to the service: every call goes through the account's queue, and is repeated
 * where that is safe. Throws an InputError when the credential is invalid.
 */
export async function connect(context: RequestContext): Promise<Connection> {
	const account = readAccount(await context.getCredentials(CREDENTIAL_NAME));
	const { callsPerSecond, productUrls } = account;
	return (signal) => ({
		account,
		call: (product, name, parameters = {}) => {
			const { path, sideEffect } = endpoints[name];
			const request = { name, url: `${productUrls[product]}/${path}`, parameters };
			const call = async () => {
				const limiter = limiterOf(account);
				const raw = await limiter.call(() => send(context, request), {
					callsPerSecond,
					run: context,
					signal,
				});
				return readAnswer(name, raw, account);
			};
			return withRetries(call, { readOnly: sideEffect === undefined, signal });
		},
	});
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

import { readAccount } from '../service/account';
import { readAnswer } from '../service/answer';
import { endpoints, type ServiceClient } from '../service/endpoints';
import { limiterOf } from './limiter';
import { redactSecret } from './redactSecret';
import { CREDENTIAL_NAME, type RequestContext, send } from './request';
import { withRetries } from './retry';

/** Gives the service to a part of a run, whose calls stop waiting when its signal is aborted. */
export type Connection = (signal?: AbortSignal) => ServiceClient;

/**
 * The service for one execution, poll or list: every call waits its turn in the account's queue, and is made again
 * where that is safe. Throws an InputError when the credential cannot work.
 */
export async function connect(context: RequestContext): Promise<Connection> {
	const account = readAccount(await context.getCredentials(CREDENTIAL_NAME));
	const { apiKey, callsPerSecond, productUrls } = account;
	const withoutKey = redactSecret(apiKey);
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
				return readAnswer(name, { ...raw, body: withoutKey(raw.body) }, account);
			};
			return withRetries(call, { readOnly: sideEffect === undefined, signal });
		},
	});
}

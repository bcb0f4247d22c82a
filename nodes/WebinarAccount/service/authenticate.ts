import type { ICredentialDataDecryptedObject, IHttpRequestOptions } from 'n8n-workflow';

import { isRecord } from '../utils/values';
import { checkKeyMayGoTo, readAccount } from './account';
import { InputError } from './errors';

/**
 * Adds the API key to a request; no other code does. The request must go to the credential's own origin. Its body
 * becomes key=value text, and it follows no redirect. Throws an InputError before anything is sent.
 */
export function withKey(
	credential: ICredentialDataDecryptedObject,
	request: IHttpRequestOptions,
): IHttpRequestOptions {
	const account = readAccount(credential);
	// Later code could join two parts to another address than the checked one.
	if (!request.url || request.baseURL !== undefined) throw unsupportedCaller();
	const { headers = {}, body, ...rest } = request;
	const url = checkKeyMayGoTo(request.url, account);
	const form = readForm(body ?? {});
	form.set('api_key', account.apiKey);
	const others = Object.entries(headers).filter(([name]) => name.toLowerCase() !== 'content-type');
	return {
		...rest,
		...(url.protocol === 'http:' && { proxy: withoutProxy(url) }),
		url: url.href,
		headers: { ...Object.fromEntries(others), 'content-type': 'application/x-www-form-urlencoded' },
		body: form.toString(),
		disableFollowRedirect: true,
	};
}

/** n8n's HTTP Request node passes options of another shape, which would let it follow redirects. */
function unsupportedCaller(): InputError {
	return new InputError(
		'The HTTP Request node and Custom API Call cannot use this credential',
		'Their requests could follow a redirect, which would disclose the API key. Choose an operation of the WebinarJam / EverWebinar node.',
	);
}

/**
 * Names the host of a plain-http address as its own proxy. n8n sends requests through HTTP_PROXY unless they name
 * another proxy, and a proxy could read the key. The host then gets the full address as the request's target.
 */
function withoutProxy({ protocol, hostname, port }: URL): NonNullable<IHttpRequestOptions['proxy']> {
	return { protocol, host: hostname, port: port === '' ? 80 : Number(port) };
}

/** @param body parameters by name; several values of one are sent as `name[]`, as PHP reads them */
function readForm(body: unknown): URLSearchParams {
	if (!isRecord(body) || Object.getPrototypeOf(body) !== Object.prototype) {
		throw new InputError(
			'The request cannot carry the API key',
			'The service takes parameters as key=value pairs. Send the body as a form, not as JSON text, a file or a list.',
		);
	}
	const form = new URLSearchParams();
	for (const [name, value] of Object.entries(body)) {
		const values: unknown[] = Array.isArray(value) ? value : [value];
		for (const each of values) form.append(values.length > 1 ? `${name}[]` : name, String(each));
	}
	return form;
}

import type { ICredentialDataDecryptedObject, IHttpRequestOptions } from 'n8n-workflow';

import { checkKeyMayGoTo, readAccount } from '../service/account';
import { InputError } from '../service/errors';

/**
 * Puts the API key into a request: nothing else does. The request must go to the credential's own origin;
 * its body becomes key=value text, and it follows no redirect. Throws an InputError before anything is sent.
 */
export function withKey(
	credential: ICredentialDataDecryptedObject,
	request: IHttpRequestOptions,
): IHttpRequestOptions {
	const account = readAccount(credential);
	if (!request.url) throw notThisNode();
	const { baseURL, headers, ...rest } = request;
	const form = readForm(request.body);
	form.set('api_key', account.apiKey);
	return {
		...rest,
		// The very address that was checked, so that nothing joins it differently later.
		url: checkKeyMayGoTo(join(baseURL, request.url), account),
		headers: { ...withoutContentType(headers), 'content-type': 'application/x-www-form-urlencoded' },
		body: form.toString(),
		disableFollowRedirect: true,
	};
}

/** n8n's HTTP Request node passes other options, which this could not keep from following redirects. */
function notThisNode(): InputError {
	return new InputError(
		'The HTTP Request node and Custom API Call cannot use this credential',
		'Their requests could follow a redirect and take the API key along. Choose an operation of the Webinar Account node.',
	);
}

function join(baseURL: string | undefined, url: string): string {
	if (!baseURL || URL.canParse(url)) return url;
	return `${baseURL.trim().replace(/\/+$/, '')}/${url.replace(/^\/+/, '')}`;
}

/** The parameters of a body as n8n passes it: an object, key=value text, or nothing. */
function readForm(body: IHttpRequestOptions['body']): URLSearchParams {
	if (body === undefined || body === null) return new URLSearchParams();
	if (typeof body === 'string' || body instanceof URLSearchParams) return new URLSearchParams(body);
	if (!isPlainObject(body)) {
		throw new InputError(
			'The request cannot carry the API key',
			'The service takes parameters as key=value pairs. Send the body as a form, not as JSON text, a file or a list.',
		);
	}
	const form = new URLSearchParams();
	for (const [name, value] of Object.entries(body)) {
		for (const one of Array.isArray(value) ? value : [value]) form.append(name, String(one));
	}
	return form;
}

function isPlainObject(body: object | number | boolean): body is Record<string, unknown> {
	return Object.getPrototypeOf(body) === Object.prototype;
}

function withoutContentType(headers: IHttpRequestOptions['headers']): IHttpRequestOptions['headers'] {
	return Object.fromEntries(
		Object.entries(headers ?? {}).filter(([name]) => name.toLowerCase() !== 'content-type'),
	);
}

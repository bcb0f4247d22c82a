import type { ICredentialDataDecryptedObject, IHttpRequestOptions } from 'n8n-workflow';
import { z } from 'zod/v4';

import { parseUrl, withBrackets, withoutInvisibleEnds } from '../utils/values';
import { InputError } from './errors';
import { type ProductName, products } from './products';

/** The maximum rate that the service documents, in requests per second for one account. */
export const MAX_CALLS_PER_SECOND = 20;

/** The documented length of an API key, in characters. Some accounts have shorter keys. */
export const API_KEY_LENGTH = 64;

/** Where to find the API key. Completes the sentence "Copy it from …". */
export const KEY_PLACE = 'the main webinar dashboard: click the Advanced link of any webinar';

/** What users need before the service accepts their API key. */
export const ACCESS_REQUIREMENTS =
	'API access needs approval (apply in the Profile section of your webinar account) and a paid plan.';

/** The labels of the credential's fields in the editor, by their names. */
export const credentialLabels = {
	apiKey: 'API Key',
	service: 'Service',
	baseUrl: 'Service URL',
	eventUrl: 'Attendee Pages URL',
	livePath: 'Live Path',
	automatedPath: 'Automated Path',
	callsPerSecond: 'Calls per Second',
};

/**
 * The stored fields of a credential. An absent field gets its default, because earlier versions did not store all
 * fields.
 */
const credentialFields = z.object({
	apiKey: z.string().default(''),
	service: z.enum(['webinarJam', 'custom']).default('webinarJam'),
	baseUrl: z.string().default(''),
	eventUrl: z.string().default(''),
	livePath: z.string().default('live'),
	automatedPath: z.string().default('automated'),
	// The editor's minimum and maximum do not apply to the result of an expression.
	callsPerSecond: z.coerce.number().int().min(1).max(MAX_CALLS_PER_SECOND).default(MAX_CALLS_PER_SECOND),
});

/** The URLs of the vendor's host, or of another host. */
interface Host {
	/** Scheme, host and port of the service. The API key is sent only to this origin. */
	origin: string;
	/** The URL for each product's requests, without the endpoint. */
	productUrls: Readonly<Record<ProductName, string>>;
	/** The root URL of the attendee pages, without a trailing slash. Empty for a custom host without such pages. */
	attendeeUrl: string;
}

/** A credential's validated settings and the URLs derived from them. */
export interface Account extends Host {
	apiKey: string;
	/** The maximum rate that the user set. */
	callsPerSecond: number;
}

export const VENDOR_SERVICE_URL = 'https://api.webinarjam.com';

const VENDOR: Host = {
	origin: VENDOR_SERVICE_URL,
	productUrls: {
		live: `${VENDOR_SERVICE_URL}/${products.live.vendorPath}`,
		automated: `${VENDOR_SERVICE_URL}/${products.automated.vendorPath}`,
	},
	attendeeUrl: 'https://event.webinarjam.com',
};

/**
 * Reads a credential and checks its values.
 * @param credential the stored fields, with expressions resolved
 * @throws InputError, which never contains the API key
 */
export function readAccount(credential: Readonly<Record<string, unknown>>): Account {
	const fields = readCredentialFields(credential);
	const host = fields.service === 'custom' ? readCustomHost(fields) : VENDOR;
	return { ...host, apiKey: readKey(fields.apiKey), callsPerSecond: fields.callsPerSecond };
}

type CredentialFields = z.output<typeof credentialFields>;

/** Returns the credential's fields, with defaults for absent ones. @throws InputError if a field has the wrong type */
function readCredentialFields(credential: Readonly<Record<string, unknown>>): CredentialFields {
	// A failed expression is undefined. It must not get the field's default, which could send the API key to a host that the
	// user did not choose. It becomes null, which the schema rejects.
	const given = Object.entries(credential).map(([name, value]) => [name, value ?? null]);
	const { data: fields, error } = credentialFields.safeParse(Object.fromEntries(given));
	if (fields) return fields;
	const labels = Object.entries(credentialLabels).flatMap(([name, label]) =>
		error.issues.some(({ path }) => path[0] === name) ? [label] : [],
	);
	throw credentialError(
		'The credential cannot be read',
		`fill in ${labels.join(' and ')} again. If you use an expression, check its result.`,
	);
}

/** Returns the URLs of a host that the user entered. Only one-click links need the attendee pages, so they are optional. */
function readCustomHost({ baseUrl, eventUrl, livePath, automatedPath }: CredentialFields): Host {
	const serviceUrl = readUrl(credentialLabels.baseUrl, baseUrl);
	return {
		origin: new URL(serviceUrl).origin,
		productUrls: { live: `${serviceUrl}/${livePath}`, automated: `${serviceUrl}/${automatedPath}` },
		attendeeUrl: eventUrl.trim() === '' ? '' : readUrl(credentialLabels.eventUrl, eventUrl),
	};
}

/** Creates an error about the credential. @param whatToDo completes "Open the credential and …" */
function credentialError(message: string, whatToDo: string): InputError {
	return new InputError(message, `Open the credential and ${whatToDo}`);
}

/** Returns the API key without spaces and invisible characters around it. @throws InputError if it cannot be a key */
function readKey(text: string): string {
	const key = withoutInvisibleEnds(text);
	if (/^[\x21-\x7E]+$/.test(key) && key.length <= API_KEY_LENGTH) return key;
	throw credentialError(
		key === '' ? 'The API key is empty' : 'The API key is invalid',
		`paste the key again. A key has at most ${API_KEY_LENGTH} characters, and no spaces, line breaks or letters such as é. Copy it from ${KEY_PLACE}.`,
	);
}

/**
 * Returns the origin and the path of a URL, without a slash at the end.
 * @throws InputError unless it begins with https://, or for localhost with http://
 */
function readUrl(label: string, text: string): string {
	const trimmed = text.trim();
	const url = parseUrl(trimmed);
	const whatToDo = `fill in ${label}, e.g. https://api.example.com.`;
	if (!url) throw credentialError(`${label} ${trimmed === '' ? 'is empty' : 'is not a URL'}`, whatToDo);
	const isSecure = url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname));
	if (isSecure) return `${url.origin}${url.pathname}`.replace(/\/$/, '');
	throw new InputError(
		`${label} must begin with https:// (http:// works only for localhost)`,
		'Use https://, because others can read the API key on an http:// connection. The exception is localhost, such as the sandbox, because that traffic stays on this computer.',
	);
}

/**
 * Whether a host is the computer on which n8n runs.
 * @param hostname the `hostname` of a parsed URL, so that other spellings of an IP address are already normalized
 */
export function isLoopback(hostname: string): boolean {
	return hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d+){3}$/.test(hostname);
}

/** Returns the parsed URL of a request. @throws InputError if the API key must not be sent there */
export function checkKeyMayGoTo(text: string, account: Account): URL {
	if (text.startsWith(`${account.origin}/`)) return new URL(text);
	throw new InputError(
		'The API key is not sent to this URL',
		`The key may only be sent to ${account.origin}. Use the credential with the WebinarJam and EverWebinar nodes, or change Service in the credential.`,
	);
}

/**
 * Adds the API key to a request, if the request goes to the credential's own origin. No other code adds the key. Encodes the
 * body as a form. Turns redirects off, because they could send the key to another host.
 * @throws InputError if the request may not contain the key
 */
export function withKey(
	credential: ICredentialDataDecryptedObject,
	request: IHttpRequestOptions,
): IHttpRequestOptions {
	const account = readAccount(credential);
	const body = request.body ?? {};
	// A request without `url` gets no key. The HTTP Request node sets `uri` instead, and n8n then follows redirects all the same.
	const url = checkKeyMayGoTo(request.url ?? '', account);
	const form = formOf(Object.entries(body));
	form.set('api_key', account.apiKey);
	return {
		...request,
		// A proxy could read the key on an http connection.
		...withoutProxy(url),
		url: url.href,
		body: form.toString(),
		disableFollowRedirect: true,
	};
}

/** Returns parameters as a form. A parameter with several values has an array. */
function formOf(parameters: ReadonlyArray<[name: string, value: unknown]>): URLSearchParams {
	const form = new URLSearchParams();
	for (const [name, value] of parameters) {
		const values: unknown[] = Array.isArray(value) ? value : [value];
		// The service runs on PHP, which reads repeated parameters as a list only if their name ends with [].
		const formName = values.length > 1 ? withBrackets(name) : name;
		for (const each of values) form.append(formName, String(each));
	}
	return form;
}

/**
 * Returns the options that keep an http request from the environment's HTTP_PROXY. n8n uses that proxy unless a request
 * names another one, so the request names its own host.
 */
function withoutProxy({ protocol, hostname, port }: URL): Pick<IHttpRequestOptions, 'proxy'> {
	if (protocol !== 'http:') return {};
	return { proxy: { protocol, host: hostname, port: Number(port || 80) } };
}

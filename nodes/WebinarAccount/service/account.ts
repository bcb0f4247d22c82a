import type { ICredentialDataDecryptedObject, IHttpRequestOptions } from 'n8n-workflow';
import { z } from 'zod/v4';

import { parseUrl, withoutInvisibleEnds } from '../utils/values';
import { InputError } from './errors';
import { type Product, type ProductName, products } from './products';

/** The service's limit ("Limits"): requests per second for one account. */
export const MAX_CALLS_PER_SECOND = 20;

/** Documented length of a key ("Limits"). Some accounts have shorter keys. */
export const API_KEY_LENGTH = 64;

export const KEY_PLACE = 'the main webinar dashboard, under the Advanced link of any webinar';

export const APPROVAL =
	'API access needs approval (apply in the Profile section of the account) and a paid plan.';

export const VENDOR_SERVICE_URL = 'https://api.webinarjam.com';
const VENDOR_ATTENDEE_URL = 'https://event.webinarjam.com';

export const credentialLabels = {
	apiKey: 'API Key',
	service: 'Service',
	baseUrl: 'Service URL',
	eventUrl: 'Attendee Pages URL',
	livePath: 'Live Path',
	automatedPath: 'Automated Path',
	callsPerSecond: 'Calls per Second',
};

/** A field is absent, and gets its default, if the credential was saved by a version without it. */
const credentialFields = z.object({
	apiKey: z.string().default(''),
	service: z.enum(['webinarJam', 'custom']).default('webinarJam'),
	baseUrl: z.string().default(''),
	eventUrl: z.string().default(''),
	livePath: z.string().default('live'),
	automatedPath: z.string().default('automated'),
	callsPerSecond: z.unknown().default(MAX_CALLS_PER_SECOND),
});

export interface Account {
	apiKey: string;
	/** Scheme, host and port. Only this origin may receive the key. */
	origin: string;
	productUrls: Readonly<Record<ProductName, string>>;
	/** Root of the attendee pages without a trailing slash; empty for a custom host without such pages. */
	attendeeUrl: string;
	callsPerSecond: number;
}

/** Returns a key for data of one account and product that executions share. */
export function cacheKey(account: Account, product: ProductName, ...parts: unknown[]): string {
	return JSON.stringify([account.productUrls[product], account.apiKey, ...parts]);
}

/** Reads the credential, with expressions resolved. @throws InputError, which never contains the key */
export function readAccount(credential: Readonly<Record<string, unknown>>): Account {
	// An expression that fails gives undefined. A default could then send the key to another host than intended.
	const given = Object.entries(credential).map(([name, value]) => [name, value ?? null]);
	const { data: fields, error } = credentialFields.safeParse(Object.fromEntries(given));
	if (!fields) {
		const names = Object.entries(credentialLabels).filter(([name]) =>
			error.issues.some(({ path }) => path[0] === name),
		);
		const labels = names.map(([, label]) => label).join(' and ');
		throw wrong('The credential cannot be read', `fill in ${labels} again. ${CHECK_EXPRESSION}`);
	}
	const isCustom = fields.service === 'custom';
	const serviceUrl = isCustom ? readUrl(credentialLabels.baseUrl, fields.baseUrl) : VENDOR_SERVICE_URL;
	const urlOf = ({ name, vendorPath }: Product) => {
		const path = isCustom ? readPath(credentialLabels[`${name}Path`], fields[`${name}Path`]) : vendorPath;
		return `${serviceUrl}/${path}`;
	};
	return {
		apiKey: readKey(fields.apiKey),
		origin: new URL(serviceUrl).origin,
		productUrls: { live: urlOf(products.live), automated: urlOf(products.automated) },
		attendeeUrl: isCustom
			? fields.eventUrl.trim() && readUrl(credentialLabels.eventUrl, fields.eventUrl)
			: VENDOR_ATTENDEE_URL,
		callsPerSecond: readRate(fields.callsPerSecond),
	};
}

const wrong = (message: string, whatToDo: string) =>
	new InputError(message, `Open the credential and ${whatToDo}`);

const CHECK_EXPRESSION = 'If it is an expression, check its result.';

function readKey(text: string): string {
	const key = withoutInvisibleEnds(text);
	if (key === '') throw wrongKey('is empty');
	if (/[\s\p{C}]/u.test(key)) throw wrongKey('contains a space, a line break or an invisible character');
	if (key.length <= API_KEY_LENGTH) return key;
	throw wrongKey(`has ${key.length} characters, but a key has at most ${API_KEY_LENGTH}`);
}

const wrongKey = (problem: string) =>
	wrong(`The API key ${problem}`, `paste the key again. Copy it from ${KEY_PLACE}.`);

function readRate(value: unknown): number {
	const rate = typeof value === 'string' ? Number(value) : value;
	if (typeof rate === 'number' && Number.isInteger(rate) && rate >= 1 && rate <= MAX_CALLS_PER_SECOND)
		return rate;
	const label = credentialLabels.callsPerSecond;
	const message = `${label} must be a whole number from 1 to ${MAX_CALLS_PER_SECOND}`;
	throw wrong(message, `correct ${label}. ${CHECK_EXPRESSION}`);
}

function readUrl(label: string, text: string): string {
	const trimmed = text.trim();
	const url = parseUrl(trimmed);
	if (!url || url.username || url.password || url.search || url.hash) {
		const problem = trimmed === '' ? 'is empty' : 'is not a URL';
		throw wrong(`${label} ${problem}`, `fill in ${label}, e.g. https://api.example.com.`);
	}
	if (url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname)))
		return `${url.origin}${url.pathname}`.replace(/\/$/, '');
	throw new InputError(
		`${label} must begin with https:// (http:// works only for localhost)`,
		'Use https://. Others could read the API key on an insecure connection, and the service does not accept one. localhost, such as the sandbox, is reached without a network.',
	);
}

function readPath(label: string, text: string): string {
	if (/^[\w-]+(?:[./][\w-]+)*$/.test(text)) return text;
	throw wrong(`${label} is not a path`, `fill in ${label} without slashes around it, e.g. live.`);
}

/** Whether a host is this machine. @param hostname of a parsed URL, which normalizes spellings (decimal, long IPv6) */
export function isLoopback(hostname: string): boolean {
	return hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d+){3}$/.test(hostname);
}

/** Parses the URL of a request. @throws InputError unless it has the service's origin, the only one that gets the key */
export function checkKeyMayGoTo(text: string, account: Account): URL {
	const url = parseUrl(text);
	if (url && url.origin === account.origin && !url.username && !url.password) return url;
	throw new InputError(
		'The API key is not sent to this URL',
		`The key may only be sent to ${account.origin}. Use the credential with the WebinarJam / EverWebinar nodes, or change the service in the credential.`,
	);
}

/**
 * Adds the API key to a request to the credential's own origin. Nothing else adds it, and redirects are not followed.
 * @throws InputError
 */
export function withKey(
	credential: ICredentialDataDecryptedObject,
	request: IHttpRequestOptions,
): IHttpRequestOptions {
	const account = readAccount(credential);
	const { headers = {}, ...rest } = request;
	const body = request.body ?? {};
	// Options like these come from n8n's HTTP Request node. A base URL could lead to another URL than the checked one.
	if (!request.url || request.baseURL !== undefined || Object.getPrototypeOf(body) !== Object.prototype) {
		throw new InputError(
			'The HTTP Request node and Custom API Call cannot use this credential',
			'Their requests could follow a redirect, which would disclose the API key. Choose an operation of the WebinarJam / EverWebinar node.',
		);
	}
	const { href, protocol, hostname, port } = checkKeyMayGoTo(request.url, account);
	const form = new URLSearchParams();
	for (const [name, value] of Object.entries(body)) {
		const values: unknown[] = Array.isArray(value) ? value : [value];
		// PHP reads several values of a parameter as a list.
		for (const each of values) form.append(values.length > 1 ? `${name}[]` : name, String(each));
	}
	form.set('api_key', account.apiKey);
	const others = Object.entries(headers).filter(([name]) => name.toLowerCase() !== 'content-type');
	return {
		...rest,
		// A proxy could read the key in plain http. n8n uses HTTP_PROXY unless the request names a proxy, so the request names
		// its own host as the proxy.
		...(protocol === 'http:' && { proxy: { protocol, host: hostname, port: Number(port || 80) } }),
		url: href,
		headers: { ...Object.fromEntries(others), 'content-type': 'application/x-www-form-urlencoded' },
		body: form.toString(),
		disableFollowRedirect: true,
	};
}

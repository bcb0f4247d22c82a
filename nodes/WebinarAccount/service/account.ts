import type { ICredentialDataDecryptedObject, IHttpRequestOptions } from 'n8n-workflow';
import { z } from 'zod/v4';

import { parseUrl, withoutInvisibleEnds } from '../utils/values';
import { InputError } from './errors';
import { type Product, type ProductName, products } from './products';

/** The credential: the account that it names, and the API key, which nothing else adds to a request. */

/** Limit of the service ("Limits"): calls per second for one account. */
export const MAX_CALLS_PER_SECOND = 20;

/** Documented length of a key ("Limits"). Shorter keys are in use, longer ones are not. */
export const API_KEY_LENGTH = 64;

export const KEY_PLACE = 'in the main webinar dashboard, under the Advanced link of any webinar';

export const APPROVAL =
	'API access must be approved first, in the Profile section of the account; trial accounts have none.';

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

/** Only absent fields have defaults: they have been added since the credential was saved. */
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
	/** Root of the attendee pages without a trailing slash; empty for a custom host without one. */
	attendeeUrl: string;
	callsPerSecond: number;
}

export function cacheKey(account: Account, product: ProductName, ...parts: unknown[]): string {
	return JSON.stringify([account.productUrls[product], account.apiKey, ...parts]);
}

/** Reads the credential, with expressions resolved. @throws InputError, which never contains the key */
export function readAccount(credential: Readonly<Record<string, unknown>>): Account {
	// A field without a value is an expression that failed. A default could send the key to another host than intended.
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
	const serviceUrl = isCustom ? readAddress(credentialLabels.baseUrl, fields.baseUrl) : VENDOR_SERVICE_URL;
	const urlOf = ({ name, vendorPath }: Product) => {
		const path = isCustom ? readPath(credentialLabels[`${name}Path`], fields[`${name}Path`]) : vendorPath;
		return `${serviceUrl}/${path}`;
	};
	return {
		apiKey: readKey(fields.apiKey),
		origin: new URL(serviceUrl).origin,
		productUrls: { live: urlOf(products.live), automated: urlOf(products.automated) },
		attendeeUrl: isCustom
			? fields.eventUrl.trim() && readAddress(credentialLabels.eventUrl, fields.eventUrl)
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
	wrong(`The API key ${problem}`, `paste the key again. You find it ${KEY_PLACE}.`);

function readRate(value: unknown): number {
	const rate = typeof value === 'string' ? Number(value) : value;
	if (typeof rate === 'number' && Number.isInteger(rate) && rate >= 1 && rate <= MAX_CALLS_PER_SECOND)
		return rate;
	const label = credentialLabels.callsPerSecond;
	const message = `${label} must be a whole number from 1 to ${MAX_CALLS_PER_SECOND}`;
	throw wrong(message, `correct ${label}. ${CHECK_EXPRESSION}`);
}

function readAddress(label: string, text: string): string {
	const address = text.trim();
	const url = parseUrl(address);
	if (!url || url.username || url.password || url.search || url.hash) {
		const problem = address === '' ? 'is empty' : 'is not a web address';
		throw wrong(`${label} ${problem}`, `fill in ${label}, e.g. https://api.example.com.`);
	}
	if (url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname)))
		return `${url.origin}${url.pathname}`.replace(/\/$/, '');
	throw new InputError(
		`${label} must begin with https://; http:// is only possible to this machine`,
		'Others could read the API key on an insecure connection, and the service does not accept one. Only this machine (localhost), e.g. the sandbox, is reached without a network.',
	);
}

function readPath(label: string, text: string): string {
	if (/^[\w-]+(?:[./][\w-]+)*$/.test(text)) return text;
	throw wrong(`${label} is not a path`, `fill in ${label} without slashes around it, e.g. live.`);
}

/** @param hostname of a parsed URL, which normalises other spellings (decimal, short, long IPv6) */
export function isLoopback(hostname: string): boolean {
	return hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d+){3}$/.test(hostname);
}

/** The address of a request, checked: it may carry the key to the service's origin only. */
export function checkKeyMayGoTo(address: string, account: Account): URL {
	const url = parseUrl(address);
	if (url && url.origin === account.origin && !url.username && !url.password) return url;
	throw new InputError(
		'The API key is not sent to this address',
		`The key may only be sent to ${account.origin}. Use the credential with the WebinarJam / EverWebinar nodes, or change the service in the credential.`,
	);
}

/** Adds the API key to a request to the credential's own origin, which follows no redirect. @throws InputError */
export function withKey(
	credential: ICredentialDataDecryptedObject,
	request: IHttpRequestOptions,
): IHttpRequestOptions {
	const account = readAccount(credential);
	const { headers = {}, ...rest } = request;
	const body = request.body ?? {};
	// n8n's HTTP Request node passes other options. Two parts could be joined to another address than the checked one.
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
		// As PHP reads a list.
		for (const each of values) form.append(values.length > 1 ? `${name}[]` : name, String(each));
	}
	form.set('api_key', account.apiKey);
	const others = Object.entries(headers).filter(([name]) => name.toLowerCase() !== 'content-type');
	return {
		...rest,
		// n8n sends requests through HTTP_PROXY unless they name another proxy, and a proxy of plain http could read the
		// key. So such a host is its own: it gets the full address as the request's target.
		...(protocol === 'http:' && { proxy: { protocol, host: hostname, port: Number(port || 80) } }),
		url: href,
		headers: { ...Object.fromEntries(others), 'content-type': 'application/x-www-form-urlencoded' },
		body: form.toString(),
		disableFollowRedirect: true,
	};
}

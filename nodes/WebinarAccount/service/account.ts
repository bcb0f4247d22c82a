import { z } from 'zod/v4';

import { parseUrl } from '../utils/values';
import { InputError } from './errors';
import { readKey } from './key';
import { byProduct, type ProductName } from './products';

/** Limit of the service ("Limits"): calls per second for one account. */
export const MAX_CALLS_PER_SECOND = 20;

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
	if (!fields) throw unreadable(error.issues.map(({ path }) => path[0]));
	const isCustom = fields.service === 'custom';
	const serviceUrl = isCustom ? readAddress(credentialLabels.baseUrl, fields.baseUrl) : VENDOR_SERVICE_URL;
	return {
		apiKey: readKey(fields.apiKey),
		origin: new URL(serviceUrl).origin,
		productUrls: byProduct(({ name, vendorPath }) => {
			const path = isCustom ? readPath(credentialLabels[`${name}Path`], fields[`${name}Path`]) : vendorPath;
			return `${serviceUrl}/${path}`;
		}),
		attendeeUrl: isCustom
			? fields.eventUrl.trim() && readAddress(credentialLabels.eventUrl, fields.eventUrl)
			: VENDOR_ATTENDEE_URL,
		callsPerSecond: readRate(fields.callsPerSecond),
	};
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

const wrong = (message: string, whatToDo: string) =>
	new InputError(message, `Open the credential and ${whatToDo}`);

const CHECK_EXPRESSION = 'If it is an expression, check its result.';

function unreadable(fields: readonly unknown[]): InputError {
	const names = Object.entries(credentialLabels).flatMap(([name, label]) =>
		fields.includes(name) ? label : [],
	);
	return wrong('The credential cannot be read', `fill in ${names.join(' and ')} again. ${CHECK_EXPRESSION}`);
}

function readRate(value: unknown): number {
	const rate = typeof value === 'string' && value !== '' ? Number(value) : value;
	const isWhole = typeof rate === 'number' && Number.isInteger(rate);
	if (isWhole && rate >= 1 && rate <= MAX_CALLS_PER_SECOND) return rate;
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

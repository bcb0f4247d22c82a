import { z } from 'zod/v4';

import { isRecord } from '../utils/values';
import { InputError } from './errors';
import { type ProductName, products } from './products';

/** Documented length of a key ("Limits"). Shorter keys are in use, longer ones are not. */
export const API_KEY_LENGTH = 64;

export const KEY_PLACE = 'in the main webinar dashboard, under the Advanced link of any webinar';

export const APPROVAL =
	'API access must be approved first, in the Profile section of the account; trial accounts have none.';

/** Limit of the service ("Limits"): calls per second for one account. */
export const MAX_CALLS_PER_SECOND = 20;

export const VENDOR_SERVICE_URL = 'https://api.webinarjam.com';
const VENDOR_ATTENDEE_URL = 'https://event.webinarjam.com';

/** The labels of the credential's fields, by name. */
export const credentialLabels = {
	apiKey: 'API Key',
	service: 'Service',
	baseUrl: 'Service URL',
	eventUrl: 'Attendee Pages URL',
	livePath: 'Live Path',
	automatedPath: 'Automated Path',
	callsPerSecond: 'Calls per Second',
} as const;

type CredentialField = keyof typeof credentialLabels;

/**
 * The credential as n8n passes it, with expressions resolved. Only absent fields have defaults: one without a value is
 * an expression that failed, and a default could send the key to another host than intended.
 */
const credentialFields = z.preprocess(
	withNullForUndefined,
	z.object({
		apiKey: z.string().default(''),
		service: z.enum(['webinarJam', 'custom']).default('webinarJam'),
		baseUrl: z.string().default(''),
		eventUrl: z.string().default(''),
		livePath: z.string().default('live'),
		automatedPath: z.string().default('automated'),
		callsPerSecond: z.unknown().default(MAX_CALLS_PER_SECOND),
	}),
);

/** One account at one service host, with a valid key and valid addresses. */
export interface Account {
	apiKey: string;
	/** Scheme, host and port. Only this origin may receive the key. */
	origin: string;
	/** Address of each product's endpoints, without a trailing slash. */
	productUrls: Readonly<Record<ProductName, string>>;
	/** Root of the attendee pages without a trailing slash; empty for a custom host without one. */
	attendeeUrl: string;
	/** 1 to 20. */
	callsPerSecond: number;
}

/** The key of something of a product of the account, unique in the process. */
export function cacheKey(
	{ productUrls, apiKey }: Account,
	product: ProductName,
	...parts: unknown[]
): string {
	return JSON.stringify([productUrls[product], apiKey, ...parts]);
}

/** Reads and checks the credential. Throws an InputError that never contains the key. */
export function readAccount(credential: unknown): Account {
	const { data: fields, error } = credentialFields.safeParse(credential);
	if (!fields) throw unreadable(error.issues.map(({ path }) => path[0]));
	const custom = fields.service === 'custom';
	const serviceUrl = custom ? readAddress('baseUrl', fields.baseUrl) : VENDOR_SERVICE_URL;
	const productUrl = (name: ProductName, field: 'livePath' | 'automatedPath') =>
		`${serviceUrl}/${custom ? readPath(field, fields[field]) : products[name].vendorPath}`;
	return {
		apiKey: readKey(fields.apiKey),
		origin: new URL(serviceUrl).origin,
		productUrls: {
			live: productUrl('live', 'livePath'),
			automated: productUrl('automated', 'automatedPath'),
		},
		attendeeUrl: custom
			? fields.eventUrl.trim() && readAddress('eventUrl', fields.eventUrl)
			: VENDOR_ATTENDEE_URL,
		callsPerSecond: readRate(fields.callsPerSecond),
	};
}

/**
 * Checks that a request may carry the account's key: it must go to the service's origin, over TLS unless the host is
 * this machine ("Authentication", rule 5).
 * @returns the checked address, to which the request must be sent
 */
export function checkKeyMayGoTo(address: string, account: Account): URL {
	const url = parseUrl(address);
	if (!url || url.origin !== account.origin || url.username || url.password) {
		throw new InputError(
			'The API key is not sent to this address',
			`The key may only be sent to ${account.origin}. Use the credential with the Webinar Account nodes, or change the service in the credential.`,
		);
	}
	return url;
}

function withNullForUndefined(credential: unknown): unknown {
	if (!isRecord(credential)) return credential;
	return Object.fromEntries(Object.entries(credential).map(([name, value]) => [name, value ?? null]));
}

function unreadable(fields: readonly unknown[]): InputError {
	const entries = Object.entries(credentialLabels);
	const labels = entries.filter(([name]) => fields.includes(name)).map(([, label]) => label);
	return new InputError(
		'The credential cannot be read',
		`Open the credential and fill in ${labels.join(' and ')} again. If it is an expression, check its result.`,
	);
}

function readRate(value: unknown): number {
	const rate = typeof value === 'string' && value !== '' ? Number(value) : value;
	const isWhole = typeof rate === 'number' && Number.isInteger(rate);
	if (isWhole && rate >= 1 && rate <= MAX_CALLS_PER_SECOND) return rate;
	const label = credentialLabels.callsPerSecond;
	throw new InputError(
		`${label} must be a whole number from 1 to ${MAX_CALLS_PER_SECOND}`,
		`Open the credential and correct ${label}. If it is an expression, check its result.`,
	);
}

function readKey(key: string): string {
	const problem = problemOfKey(key);
	if (problem === undefined) return key;
	throw new InputError(
		`The API key ${problem}`,
		`Open the credential and paste the key again. You find it ${KEY_PLACE}.`,
	);
}

function problemOfKey(key: string): string | undefined {
	if (key === '') return 'is empty';
	// \p{C}: control and invisible format characters, which are often copied from a page together with the key.
	if (/[\s\p{C}]/u.test(key)) return 'contains a space, a line break or an invisible character';
	if (key.length <= API_KEY_LENGTH) return undefined;
	return `has ${key.length} characters, but a key has at most ${API_KEY_LENGTH}`;
}

function readAddress(field: CredentialField, text: string): string {
	const label = credentialLabels[field];
	const address = text.trim();
	const url = parseUrl(address);
	if (!url) {
		throw new InputError(
			address === '' ? `${label} is empty` : `${label} is not a web address`,
			`Open the credential and fill in ${label}, e.g. https://api.example.com.`,
		);
	}
	if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLoopback(url.hostname))) {
		throw new InputError(
			`${label} must begin with https://; http:// is only possible to this machine`,
			'Others could read the API key on an insecure connection, and the service does not accept one. Only this machine (localhost), e.g. the sandbox, is reached without a network.',
		);
	}
	if (url.username || url.password || url.search || url.hash) {
		throw new InputError(
			`${label} contains more than an address`,
			`Open the credential and remove user name, password, "?" and "#" from ${label}.`,
		);
	}
	return [url.origin, ...segmentsOf(url.pathname)].join('/');
}

function readPath(field: CredentialField, text: string): string {
	const path = segmentsOf(text.trim()).join('/');
	if (/^[\w-]+(?:[./][\w-]+)*$/.test(path)) return path;
	const label = credentialLabels[field];
	throw new InputError(
		`${label} is not a path`,
		`Open the credential and fill in ${label} with letters, digits, "-", "_", "." and "/" only, e.g. live.`,
	);
}

/** Without a regular expression, which would be slow on many slashes. */
function segmentsOf(path: string): string[] {
	return path.split('/').filter((segment) => segment !== '');
}

/** @param hostname of a parsed URL, which normalises other spellings (decimal, short, long IPv6) */
export function isLoopback(hostname: string): boolean {
	return hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d+){3}$/.test(hostname);
}

function parseUrl(text: string): URL | undefined {
	return URL.canParse(text) ? new URL(text) : undefined;
}

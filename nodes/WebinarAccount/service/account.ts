import { z } from 'zod/v4';

import { InputError } from './errors';
import { type ProductName, products } from './products';

/** Documented length of a key ("Limits"); shorter ones are in use, longer ones are not. */
export const API_KEY_LENGTH = 64;

export const KEY_PLACE = 'in the main webinar dashboard, under the Advanced link of any webinar';

export const APPROVAL =
	'API access must be approved first, in the Profile section of the account; trial accounts have none.';

/** Hard limit of the service ("Limits"): calls a second for one account. */
export const MAX_CALLS_PER_SECOND = 20;

export const VENDOR_SERVICE_URL = 'https://api.webinarjam.com';
const VENDOR_ATTENDEE_URL = 'https://event.webinarjam.com';

/** The credential's fields by their names, as the editor shows them. */
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

/** As n8n hands them over, with expressions resolved. What is absent has its default; what cannot be read is refused. */
const credentialFields = z.object({
	apiKey: z.string().default(''),
	service: z.enum(['webinarJam', 'custom']).default('webinarJam'),
	baseUrl: z.string().default(''),
	eventUrl: z.string().default(''),
	livePath: z.string().default('live'),
	automatedPath: z.string().default('automated'),
	callsPerSecond: z.preprocess(
		(value) => (value === '' || value === null ? undefined : value),
		z.coerce.number().default(MAX_CALLS_PER_SECOND),
	),
});

/** One account at one service host, checked: a key that can be one, and addresses that it may go to. */
export interface Account {
	apiKey: string;
	/** Scheme, host and port that alone may receive the key. */
	origin: string;
	/** Address of each product's endpoints, without a trailing slash. */
	productUrls: Readonly<Record<ProductName, string>>;
	/** Root of the attendee pages without a trailing slash; empty when a custom host has none filled in. */
	attendeeUrl: string;
	/** 1 to 20. */
	callsPerSecond: number;
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
		callsPerSecond: Math.min(MAX_CALLS_PER_SECOND, Math.max(1, Math.floor(fields.callsPerSecond))),
	};
}

/**
 * Checks that a request may carry the account's key: it goes to the service's origin, over TLS unless the host is
 * this machine ("Authentication", rule 5).
 * @returns the address to send to, which is exactly the one that was checked
 */
export function checkKeyMayGoTo(address: string, account: Account): string {
	const url = parseUrl(address);
	if (!url || url.origin !== account.origin || url.username || url.password) {
		throw new InputError(
			'The API key is not sent to this address',
			`The credential belongs to ${account.origin}; its key goes nowhere else. Use it with the Webinar Account nodes, or change the service in the credential.`,
		);
	}
	return url.href;
}

function unreadable(fields: readonly unknown[]): InputError {
	const entries = Object.entries(credentialLabels);
	const labels = entries.filter(([name]) => fields.includes(name)).map(([, label]) => label);
	return new InputError(
		'The credential cannot be read',
		`Open the credential and fill in ${labels.join(' and ')} again. If an expression fills it in, check what it gives.`,
	);
}

function readKey(key: string): string {
	const fault = faultOfKey(key);
	if (fault === undefined) return key;
	throw new InputError(
		`The API key ${fault}`,
		`Open the credential and paste the key again. You find it ${KEY_PLACE}.`,
	);
}

function faultOfKey(key: string): string | undefined {
	if (key === '') return 'is empty';
	// \p{C}: control and invisible format characters, which come along when a key is copied from a page.
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
			'The service drops connections that are not secure, and others could read the API key on the way. To this machine (localhost), e.g. to the sandbox, nothing is sent over a network.',
		);
	}
	if (url.username || url.password || url.search || url.hash) {
		throw new InputError(
			`${label} contains more than an address`,
			`Open the credential and leave out user name, password, "?" and "#" from ${label}.`,
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

/** Not by a pattern, which would be slow on a long row of slashes. */
function segmentsOf(path: string): string[] {
	return path.split('/').filter((segment) => segment !== '');
}

/** @param hostname of a URL, which has already turned other spellings (decimal, short, long IPv6) into these */
export function isLoopback(hostname: string): boolean {
	return hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d+){3}$/.test(hostname);
}

function parseUrl(text: string): URL | undefined {
	return URL.canParse(text) ? new URL(text) : undefined;
}

import { z } from 'zod/v4';

import { InputError } from './errors';
import { isLoopback } from '../utils/loopback';
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

/** The credential's fields, as n8n hands them over after resolving expressions. */
const credentialFields = z.object({
	apiKey: z.string().catch(''),
	service: z.enum(['webinarJam', 'custom']).catch('webinarJam'),
	baseUrl: z.string().catch(''),
	eventUrl: z.string().catch(''),
	livePath: z.string().catch('live'),
	automatedPath: z.string().catch('automated'),
	callsPerSecond: z
		.preprocess((value) => (value === '' ? null : value) ?? MAX_CALLS_PER_SECOND, z.coerce.number())
		.catch(MAX_CALLS_PER_SECOND)
		.transform(Math.floor),
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
	const fields = credentialFields.parse(credential);
	const custom = fields.service === 'custom';
	const serviceUrl = readAddress('Service URL', custom ? fields.baseUrl : VENDOR_SERVICE_URL);
	const productUrl = (name: ProductName, label: string, path: string) =>
		`${serviceUrl}/${custom ? readPath(label, path) : products[name].vendorPath}`;
	return {
		apiKey: readKey(fields.apiKey),
		origin: new URL(serviceUrl).origin,
		productUrls: {
			live: productUrl('live', 'Live Path', fields.livePath),
			automated: productUrl('automated', 'Automated Path', fields.automatedPath),
		},
		attendeeUrl: custom
			? fields.eventUrl.trim() && readAddress('Attendee Pages URL', fields.eventUrl)
			: VENDOR_ATTENDEE_URL,
		callsPerSecond: Math.min(MAX_CALLS_PER_SECOND, Math.max(1, fields.callsPerSecond)),
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

function readKey(key: string): string {
	const fault = faultOfKey(key);
	if (fault) {
		throw new InputError(
			`The API key ${fault}`,
			`Open the credential and paste the key again. It is found ${KEY_PLACE}.`,
		);
	}
	return key;
}

function faultOfKey(key: string): string | undefined {
	if (key === '') return 'is empty';
	// \p{C}: control and invisible format characters, which come along when a key is copied from a page.
	if (/[\s\p{C}]/u.test(key)) return 'contains a space, a line break or an invisible character';
	if (key.length > API_KEY_LENGTH) {
		return `has ${key.length} characters, but a key has at most ${API_KEY_LENGTH}`;
	}
	return undefined;
}

function readAddress(label: string, text: string): string {
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
			'The service drops connections that are not secure, and the API key would be readable on the way. To this machine (localhost) nothing is sent over a network, e.g. to the sandbox.',
		);
	}
	if (url.username || url.password || url.search || url.hash) {
		throw new InputError(
			`${label} contains more than an address`,
			`Open the credential and leave out user name, password, "?" and "#" from ${label}.`,
		);
	}
	return url.href.replace(/\/+$/, '');
}

function readPath(label: string, text: string): string {
	const path = text.trim().replace(/^\/+|\/+$/g, '');
	if (!/^[\w-]+(?:[./][\w-]+)*$/.test(path)) {
		throw new InputError(
			`${label} is not a path`,
			`Open the credential and fill in ${label} with letters, digits, "-", "_", "." and "/" only, e.g. live.`,
		);
	}
	return path;
}

function parseUrl(text: string): URL | undefined {
	return URL.canParse(text) ? new URL(text) : undefined;
}

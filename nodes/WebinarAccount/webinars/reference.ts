import { InputError } from '../service/errors';
import type { Product } from '../service/products';
import type { WebinarDetail } from '../service/schemas';
import { quoted } from '../utils/text';
import { ID, parseUrl } from '../utils/values';

/**
 * A webinar's ID, with the hash from its registration page address if known; or the code at the end of a short address.
 */
export type WebinarReference = { id: string; hash?: string } | { code: string };

/**
 * Reads the value of the Webinar field.
 * @param mode `list`, `id` or `url`
 */
export function readWebinarReference(mode: string, value: string): WebinarReference {
	const text = value.trim();
	if (text === '')
		throw new InputError('No webinar is chosen', 'Choose a webinar from the list, or enter its ID.');
	if (mode === 'url') return readRegistrationPage(text);
	if (ID.test(text)) return { id: text };
	throw new InputError(
		`${quoted(text)} is not a webinar ID`,
		'An ID is a number. Choose the webinar from the list, or get the ID from the Get Many operation.',
		['Webinar is not an ID'],
	);
}

/**
 * Reads `…/register/6/uvw1234`, `…/register/1click/6/uvw1234?…`, or the newer `…/register/uvw1234`. The token of a
 * one-click link is ignored, because it is not documented that it equals the webinar's hash.
 */
function readRegistrationPage(text: string): WebinarReference {
	const url = parseUrl(text);
	const path = /\/register\/(1click\/)?([\w-]+)(?:\/([\w-]+))?\/?$/.exec(url?.pathname ?? '');
	const [, oneClick, first = '', second] = path ?? [];
	if (first === '') {
		throw new InputError(
			'The address is not that of a registration page',
			'Use an address such as https://event.webinarjam.com/register/6/uvw1234.',
		);
	}
	if (second === undefined || !ID.test(first)) return { code: first };
	return oneClick === undefined ? { id: first, hash: second } : { id: first };
}

/** The same ID names different webinars in other products and accounts, so the hash must match too. */
export function checkHash({ noun }: Product, webinar: WebinarDetail, hash: string | undefined): void {
	const { webinar_id, webinar_hash, registration_url } = webinar;
	if (hash === undefined || !webinar_hash || webinar_hash === hash) return;
	// The address that the service itself returns is always right.
	if (typeof registration_url === 'string' && registration_url.includes(`/${hash}`)) return;
	throw new InputError(
		'The address belongs to another webinar',
		`The ${noun} with the ID ${webinar_id} has another registration page. Choose the other resource, check the credential, or choose the webinar from the list.`,
	);
}

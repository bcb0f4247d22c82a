import { quoted } from '../utils/text';
import { ID } from '../utils/values';
import { InputError } from './errors';
import type { Product } from './products';
import type { WebinarDetail } from './schemas';

/**
 * How a webinar is named: by its ID, with the hash behind it in a registration page address, or by the code that a
 * short address ends with.
 */
export type WebinarReference = { id: string; hash?: string } | { code: string };

/**
 * Reads the value of the Webinar field.
 * @param mode `list`, `id` or `url`
 */
export function readWebinarReference(mode: string, value: string): WebinarReference {
	const text = value.trim();
	if (text === '')
		throw new InputError('No webinar is chosen', 'Choose a webinar from the list, or give its ID.');
	if (mode === 'url') return readRegistrationPage(text);
	if (ID.test(text)) return { id: text };
	throw new InputError(
		`${quoted(text)} is not a webinar ID`,
		'An ID is a number. Choose the webinar from the list, or get the ID from the Get Many operation.',
		['Webinar is not an ID'],
	);
}

/**
 * `…/register/6/uvw1234`, `…/register/1click/6/uvw1234?…`, or the newer `…/register/uvw1234`. That the token of a
 * one-click link is the webinar's hash is not documented, so it says nothing.
 */
function readRegistrationPage(text: string): WebinarReference {
	const url = URL.canParse(text) ? new URL(text) : undefined;
	const path = /\/register\/(1click\/)?([\w-]+)(?:\/([\w-]+))?\/?$/.exec(url?.pathname ?? '');
	const [, oneClick, first = '', second] = path ?? [];
	if (first === '') {
		throw new InputError(
			'The address is not that of a registration page',
			`A registration page is, e.g., https://event.webinarjam.com/register/6/uvw1234.`,
		);
	}
	if (second === undefined || !ID.test(first)) return { code: first };
	return oneClick === undefined ? { id: first, hash: second } : { id: first };
}

/** An ID is that of a webinar of one product and one account: with another address, it would name another webinar. */
export function checkHash({ noun }: Product, webinar: WebinarDetail, hash: string | undefined): void {
	const { webinar_id, webinar_hash, registration_url } = webinar;
	if (hash === undefined || !webinar_hash || webinar_hash === hash) return;
	// The service's own address of the page is right in any case.
	if (typeof registration_url === 'string' && registration_url.includes(`/${hash}`)) return;
	throw new InputError(
		'The address belongs to another webinar',
		`The ${noun} with the ID ${webinar_id} has another registration page. The address is one of the other product or of another account: choose the other resource, check the credential, or choose the webinar from the list.`,
	);
}

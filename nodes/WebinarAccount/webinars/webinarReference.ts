import { InputError } from '../service/errors';
import type { Product } from '../service/products';
import type { WebinarDetail } from '../service/schemas';
import { ID, parseUrl, quoted } from '../utils/values';

/**
 * What the Webinar field names: an ID, with the webinar's hash if it comes from a registration page, or the code at the
 * end of a registration page's short URL.
 */
export type WebinarReference = { id: string; hash?: string } | { code: string };

/** @param mode of the Webinar field: `list`, `id` or `url` */
export function readWebinarReference(mode: string, value: string): WebinarReference {
	const text = value.trim();
	if (text === '')
		throw new InputError('No webinar is chosen', 'Choose a webinar from the list, or enter its ID.');
	if (mode === 'url') return readRegistrationPage(text);
	if (ID.test(text)) return { id: text };
	throw new InputError(
		`${quoted(text)} is not a webinar ID`,
		'An ID is a number. Choose the webinar from the list, or get the ID from the Get Many operation.',
	);
}

/** Reads `…/register/6/uvw1234`, `…/register/1click/6/uvw1234?…`, or the newer `…/register/uvw1234`. */
function readRegistrationPage(text: string): WebinarReference {
	const url = parseUrl(text);
	const path = /\/register\/(?:1click\/)?([\w-]+)(?:\/([\w-]+))?\/?$/.exec(url?.pathname ?? '');
	const [, first, second] = path ?? [];
	if (first !== undefined)
		return second === undefined || !ID.test(first) ? { code: first } : { id: first, hash: second };
	throw new InputError(
		'The URL is not that of a registration page',
		'Use a URL such as https://event.webinarjam.com/register/6/uvw1234.',
	);
}

/**
 * Checks the hash of a registration page, because the same ID names another webinar in the other product or account.
 * @throws InputError
 */
export function checkHash({ noun }: Product, webinar: WebinarDetail, hash: string | undefined): void {
	const { webinar_id, webinar_hash, registration_url } = webinar;
	const page = typeof registration_url === 'string' ? parseUrl(registration_url) : undefined;
	if (hash === undefined || (!webinar_hash && !page)) return;
	if (hash === webinar_hash || page?.pathname.split('/').includes(hash)) return;
	throw new InputError(
		'The URL belongs to another webinar',
		`The ${noun} with the ID ${webinar_id} has another registration page. Choose the other resource, check the credential, or choose the webinar from the list.`,
	);
}

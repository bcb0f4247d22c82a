import { InputError } from '../service/errors';
import type { WebinarDetail } from '../service/schemas';
import { ID, parseUrl, quoted } from '../utils/values';

/**
 * The webinar that the Webinar field identifies, by one of these:
 * - `id`: the webinar ID, with the webinar's hash if the ID was taken from the URL of a registration page
 * - `code`: the end of a registration page's URL without the webinar ID, such as uvw1234 in `…/register/uvw1234`
 */
export type WebinarReference = { id: string; hash?: string } | { code: string };

/** Reads the value of the Webinar field. @param mode the field's mode: `list`, `id` or `url` @throws InputError */
export function readWebinarReference(mode: string, value: string): WebinarReference {
	const text = value.trim();
	if (text === '')
		throw new InputError('No webinar is chosen', 'Choose a webinar from the list, or enter its ID.');
	if (mode === 'url') {
		const [, first, second] = PAGE_PATH.exec(parseUrl(text)?.pathname ?? '') ?? [];
		if (first !== undefined) {
			return second === undefined || !ID.test(first) ? { code: first } : { id: first, hash: second };
		}
		throw new InputError(
			'The URL does not lead to a registration page',
			'Use a URL such as https://event.webinarjam.com/register/6/uvw1234.',
		);
	}
	if (ID.test(text)) return { id: text };
	throw new InputError(
		`${quoted(text)} is not a webinar ID`,
		'A webinar ID is a number. Choose the webinar from the list, or find its ID in the output of Get Many.',
	);
}

/**
 * Matches the path of a registration page, `…/register/6/uvw1234` or `…/register/uvw1234`, or of a one-click link,
 * `…/register/1click/6/uvw1234` or `…/register/uvw1234/1click`.
 */
const PAGE_PATH = /\/register\/(?:1click\/)?([\w-]+)(?:\/(?!1click\/?$)([\w-]+))?(?:\/1click)?\/?$/;

/**
 * Whether a webinar has a hash, or a registration page with this hash in its URL.
 * @returns true if the hash is undefined, or if the service returned nothing to compare it with
 */
export function canHaveHash(
	{ webinar_hash, registration_url }: WebinarDetail,
	hash: string | undefined,
): boolean {
	const page = typeof registration_url === 'string' ? parseUrl(registration_url) : undefined;
	if (hash === undefined || (!webinar_hash && !page)) return true;
	return hash === webinar_hash || Boolean(page?.pathname.split('/').includes(hash));
}

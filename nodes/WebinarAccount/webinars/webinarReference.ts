import { InputError } from '../service/errors';
import type { WebinarDetail, WebinarListItem } from '../service/schemas';
import { ID, isId, parseUrl, quoted } from '../utils/values';

/**
 * The webinar that the Webinar field identifies, by one of these:
 * - `id`: the webinar ID, with the webinar's hash if the ID was taken from the URL of a registration page
 * - `code`: the webinar's hash, which ends the URL of a registration page, such as uvw1234 in `…/register/uvw1234`
 * - `roomCode`: the end of the URL of a room, which begins with the webinar's hash
 */
export type WebinarReference = { id: string; hash?: string } | { code: string } | { roomCode: string };

/** Reads the value of the Webinar field. @param mode the field's mode: `list`, `id` or `url` @throws InputError */
export function readWebinarReference({ mode, value }: Record<'mode' | 'value', string>): WebinarReference {
	if (value === '') {
		throw new InputError('No webinar is chosen', 'Choose a webinar from the list, or enter its ID.');
	}
	if (mode === 'url') return readWebinarUrl(value);
	if (isId(value)) return { id: value };
	throw new InputError(
		`${quoted(value)} is not a webinar ID`,
		'A webinar ID is a number. Choose the webinar from the list, or find its ID in the output of Get Many.',
	);
}

/** Reads the URL of a registration page, a one-click link or a room. @throws InputError for any other URL */
function readWebinarUrl(url: string): WebinarReference {
	const path = parseUrl(url)?.pathname ?? '';
	// `/register/6/uvw1234` has the webinar ID before the hash, and `/register/uvw1234` has none. The hash alone identifies the
	// webinar too.
	const [, beforeHash, hash] = PAGE_PATH.exec(path) ?? [];
	if (hash !== undefined) {
		const hasId = beforeHash !== undefined && ID.test(beforeHash);
		return hasId ? { id: beforeHash, hash } : { code: hash };
	}
	const [, roomCode] = ROOM_PATH.exec(path) ?? [];
	if (roomCode !== undefined) return { roomCode };
	throw new InputError(
		PERSONAL_ROOM_PATH.test(path)
			? 'The URL is a personal room link'
			: 'The URL does not lead to a registration page',
		PAGE_URL_ADVICE,
	);
}

/** The advice for a URL that does not identify a webinar. */
const PAGE_URL_ADVICE =
	'Use the URL of the registration page, such as https://event.webinarjam.com/hkwqz/register/uvw1234, or choose the webinar from the list.';

/**
 * Matches the path of a registration page, `…/register/6/uvw1234` or `…/register/uvw1234`, or of a one-click link,
 * `…/register/1click/6/uvw1234` or `…/register/uvw1234/1click`.
 */
const PAGE_PATH = /\/register\/(?:1click\/)?(?:([\w-]+)\/(?!1click\/?$))?([\w-]+)(?:\/1click)?\/?$/;

/**
 * Matches the path of a room: `…/hkwqz/go/live/uvw1234fgs6sq` or `…/go/live/6/uvw1234fgs6sq`. A general room link and a
 * person's room link have the same form, but only the general one begins with the webinar's hash.
 */
const ROOM_PATH = /\/go\/(?:live|replay)\/(?:\d+\/)?([\w-]+)\/?$/;

/** Matches the path of further room links of a person: `/7vm64/live/<code>` and `/7vm64/login/<code>`. */
const PERSONAL_ROOM_PATH = /^\/[\w-]+\/(?:live|login)\/[\w-]+\/?$/;

/** A reference that identifies a webinar by its entry in the webinar list. */
type CodeReference = Exclude<WebinarReference, { id: string }>;

/** Returns the webinar that a code identifies. @param noun what the product's webinars are called @throws InputError */
export function webinarWithCode(
	webinars: readonly WebinarListItem[],
	reference: CodeReference,
	noun: string,
): WebinarListItem {
	const [found, ...others] = webinars.filter(({ webinar_hash: hash }) => {
		if (!hash) return false;
		return 'code' in reference ? hash === reference.code : reference.roomCode.startsWith(hash);
	});
	// If a room code begins with the hashes of several webinars, it is not known to which of them it belongs.
	if (found && others.length === 0) return found;
	// Only the code of a webinar's general room link begins with the hash. That of a person's room link does not.
	if ('roomCode' in reference) {
		throw new InputError(
			`The URL is a personal room link, or belongs to no ${noun} of the account`,
			PAGE_URL_ADVICE,
		);
	}
	throw new InputError(
		`No ${noun} has the hash ${quoted(reference.code)}`,
		'Choose the webinar from the list, choose the other product in Resource, or check whether the credential is for the right account.',
	);
}

/**
 * Whether a webinar has a hash, or a registration page with this hash in its URL.
 * @returns true if the hash is undefined, or if the service returned nothing to compare it with
 */
export function canHaveHash(
	{ webinar_hash, registration_url }: WebinarDetail,
	hash: string | undefined,
): boolean {
	if (hash === undefined) return true;
	const page = typeof registration_url === 'string' ? parseUrl(registration_url) : undefined;
	if (!webinar_hash && !page) return true;
	return hash === webinar_hash || Boolean(page?.pathname.split('/').includes(hash));
}

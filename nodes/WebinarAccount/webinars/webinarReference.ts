import type { WebinarListItem } from '../service/endpoints';
import { InputError } from '../service/errors';
import { isId, parseUrl, quoted } from '../utils/values';

/**
 * The webinar that the Webinar field identifies, by one of these:
 * - `id`: the webinar ID
 * - `hash`: the webinar's hash, which ends the URL of a registration page, such as uvw1234 in `…/register/uvw1234`
 * - `roomCode`: the end of the general room link, which begins with the webinar's hash
 */
export type WebinarReference = { id: string } | { hash: string } | { roomCode: string };

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
	const [, hash] = PAGE_PATH.exec(path) ?? [];
	if (hash !== undefined) return { hash };
	const [, roomCode] = ROOM_PATH.exec(path) ?? [];
	if (roomCode !== undefined) return { roomCode };
	throw new InputError('The URL does not lead to a registration page', PAGE_URL_ADVICE);
}

/** The advice for a URL that does not identify a webinar. */
const PAGE_URL_ADVICE =
	'Use the URL of the registration page, such as https://event.webinarjam.com/hkwqz/register/uvw1234, or choose the webinar from the list. A personal room link does not identify the webinar.';

/**
 * Matches the path of a registration page, `…/register/6/uvw1234` or `…/register/uvw1234`, or of a one-click link,
 * `…/register/1click/6/uvw1234` or `…/register/uvw1234/1click`.
 */
const PAGE_PATH = /\/register\/(?:1click\/)?(?:[\w-]+\/(?!1click\/?$))?([\w-]+)(?:\/1click)?\/?$/;

/** Matches the path of a room: `…/hkwqz/go/live/uvw1234fgs6sq` or `…/go/live/6/uvw1234fgs6sq`. */
const ROOM_PATH = /\/go\/(?:live|replay)\/(?:\d+\/)?([\w-]+)\/?$/;

/** Returns the webinar to which a URL belongs. @param noun what the product's webinars are called @throws InputError */
export function webinarOfUrl(
	webinars: readonly WebinarListItem[],
	reference: Exclude<WebinarReference, { id: string }>,
	noun: string,
): WebinarListItem {
	const [found, ...others] = webinars.filter(({ webinar_hash: hash }) => {
		if (!hash) return false;
		return 'hash' in reference ? reference.hash === hash : reference.roomCode.startsWith(hash);
	});
	// If a room code begins with the hashes of several webinars, it is not known to which of them it belongs.
	if (found && others.length === 0) return found;
	throw new InputError(
		`The URL belongs to no ${noun} of the account`,
		`${PAGE_URL_ADVICE} Check whether Resource is set to the right product, and the credential to the right account.`,
		'webinarId',
	);
}

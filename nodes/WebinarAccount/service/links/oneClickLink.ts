import { InputError } from '../errors';

/** A value in a link: data, which is percent-encoded, or a checked merge field, which is not changed. */
export type LinkValue = { literal: string } | { tag: string };

/** The target of a link: the attendee host, and the webinar's number and token in its path. */
export interface LinkTarget {
	attendeeUrl: string;
	number: string;
	token: string;
}

/** The query parameters in the documented order ("One-click registration link"). */
const PARAMETERS = [
	'first_name',
	'last_name',
	'email',
	'phone_country_code',
	'phone_number',
	'timezone',
	'schedule_id',
] as const;

export type LinkParameters = { [Name in (typeof PARAMETERS)[number]]?: LinkValue };

/**
 * Builds a link ("One-click registration link"): parameters in the documented order, separated by one `&`, `@` as %40,
 * `+` as %2B, without absent and empty ones.
 */
export function buildOneClickLink(target: LinkTarget, parameters: LinkParameters): string {
	const pairs = PARAMETERS.map((name) => [name, linkText(parameters[name])] as const);
	const query = pairs.filter(([, text]) => text !== '').map(([name, text]) => `${name}=${text}`);
	const path = `register/1click/${percentEncode(target.number)}/${percentEncode(target.token)}`;
	return `${target.attendeeUrl}/${path}?${query.join('&')}`;
}

/**
 * Reads number and token from a link that was copied from the dashboard. Such a link is authoritative, because the
 * service does not document how they derive from the webinar.
 */
export function readDashboardLink(link: string, attendeeUrl: string): LinkTarget {
	const text = link.trim();
	const url = URL.canParse(text) ? new URL(text) : undefined;
	const path = url && /\/register\/1click\/([\w-]+)\/([\w-]+)\/?$/.exec(url.pathname);
	if (!url || !path || url.origin !== new URL(attendeeUrl).origin) {
		throw new InputError(
			'The dashboard link is not a one-click registration link',
			`It must look like ${attendeeUrl}/register/1click/6/uvw1234, copied from the webinar's dashboard.`,
		);
	}
	const [, number = '', token = ''] = path;
	return { attendeeUrl, number, token };
}

function linkText(value: LinkValue = { literal: '' }): string {
	return 'tag' in value ? value.tag : percentEncode(value.literal.trim());
}

/** Encodes every character that has a meaning in a URL or an email template. */
function percentEncode(text: string): string {
	// Half a surrogate pair, from a damaged text, cannot be encoded.
	const wellFormed = text.replace(/\p{Surrogate}/gu, '\uFFFD');
	return encodeURIComponent(wellFormed).replace(
		/[!'()*]/g,
		(character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
	);
}

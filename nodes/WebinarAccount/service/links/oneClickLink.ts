import { InputError } from '../errors';

/** A value in a link: data that is percent-encoded, or a checked merge field that stays byte for byte as it is. */
export type LinkValue = { literal: string } | { tag: string };

/** Where a link leads: the attendee host, and the webinar's number and token in its path. */
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
 * Builds a one-click registration link ("One-click registration link"): parameters in the documented order,
 * one `&` between them, `@` as %40, `+` as %2B, absent and empty ones left out.
 */
export function buildOneClickLink(target: LinkTarget, parameters: LinkParameters): string {
	const pairs = PARAMETERS.map((name) => [name, linkText(parameters[name])] as const);
	const query = pairs.filter(([, text]) => text !== '').map(([name, text]) => `${name}=${text}`);
	const path = `register/1click/${percentEncode(target.number)}/${percentEncode(target.token)}`;
	return `${target.attendeeUrl}/${path}?${query.join('&')}`;
}

/**
 * Takes number and token out of a link that was copied from the dashboard. Such a link is authoritative, because
 * the service does not document how they derive from the webinar.
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

/** Stricter than a form: every character with a meaning somewhere in a URL or an email template is encoded. */
function percentEncode(text: string): string {
	// Half a surrogate pair cannot be encoded; such a text is damaged already.
	const wellFormed = text.replace(/\p{Surrogate}/gu, '\uFFFD');
	return encodeURIComponent(wellFormed).replace(
		/[!'()*]/g,
		(character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
	);
}

import { InputError } from '../service/errors';
import { parseUrl } from '../utils/values';
import { type Answers, namesInPhp } from './customFields';

/** A value in a link: data, which is percent-encoded, or a checked merge field, which is not changed. */
export type LinkValue = { literal: string } | { tag: string };

/** The target of a link: the attendee host, and the webinar's number and token in its path. */
export interface LinkTarget {
	attendeeUrl: string;
	number: string;
	token: string;
	/** `name=value` of a copied link, as it stands there; used unless the link has another value for the name. */
	copied?: readonly string[];
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

export type LinkParameters = { [Name in (typeof PARAMETERS)[number]]?: LinkValue | undefined };

export function isLinkParameter(name: string): boolean {
	return PARAMETERS.some((parameter) => parameter === name);
}

export interface OneClickLink {
	url: string;
	/** Names of its parameters and labels of its answers. */
	names: ReadonlySet<string>;
	/** Those of them whose values are those of the copied link. */
	copiedNames: ReadonlySet<string>;
}

/**
 * Builds a link ("One-click registration link"): parameters in the documented order, separated by one `&`, `@` as %40,
 * `+` as %2B, without absent and empty ones; then the answers; then what a copied link has besides.
 */
export function buildOneClickLink(
	target: LinkTarget,
	parameters: LinkParameters,
	answers: Answers<LinkValue> = {},
): OneClickLink {
	const documented = PARAMETERS.map((name) => ({ name, text: linkText(parameters[name]) }));
	const own = [...documented, ...Object.entries(answers).flatMap(answerPairs)].filter(
		({ text }) => text !== '',
	);
	const ownNames = new Set(own.map(({ name }) => plainName(name)));
	const taken = new Set(own.flatMap(({ name }) => namesAtHost(name)));
	const copied = (target.copied ?? []).filter(
		(pair) => !namesAtHost(nameIn(pair)).some((name) => taken.has(name)),
	);
	const copiedNames = new Set(copied.map(nameIn));
	const query = [...own.map(({ name, text }) => `${percentEncode(name)}=${text}`), ...copied];
	const path = `register/1click/${percentEncode(target.number)}/${percentEncode(target.token)}`;
	return {
		url: `${target.attendeeUrl}/${path}?${query.join('&')}`,
		names: new Set([...ownNames, ...copiedNames]),
		copiedNames,
	};
}

/** Several answers to one field have the name of a list, as in any form and as in the register operation. */
function answerPairs([label, values]: [string, readonly LinkValue[]]) {
	const name = values.length > 1 ? `${label}[]` : label;
	return values.map((value) => ({ name, text: linkText(value) }));
}

/** Without the brackets of a list. */
const plainName = (name: string) => name.replace(/\[\d*\]$/, '');

/** The names under which a host may read a parameter, also one that ends with what PHP turns into "_". */
const namesAtHost = (name: string) => namesInPhp(name).map((each) => each.replace(/_+$/, ''));

function nameIn(pair: string): string {
	const [name = ''] = new URLSearchParams(pair).keys();
	return plainName(name);
}

/**
 * Reads number, token and parameters from a link that was copied from the dashboard. Such a link is authoritative,
 * because the service does not document how number and token derive from the webinar.
 */
export function readDashboardLink(link: string): LinkTarget {
	const text = link.trim();
	const url = parseUrl(text);
	const path = url && /\/register\/1click\/([\w-]+)\/([\w-]+)\/?$/.exec(url.pathname);
	if (!url || !path) throw noDashboardLink('https://event.webinarjam.com');
	const [, number = '', token = ''] = path;
	const [, ...query] = text.split('?');
	const copied = query.join('?').split('&');
	return { attendeeUrl: url.origin, number, token, copied: copied.filter((pair) => /^[^=]+=./.test(pair)) };
}

/** The same link at the account's attendee pages. @throws InputError when it leads elsewhere */
export function onAttendeePages(link: LinkTarget, attendeeUrl: string): LinkTarget {
	if (link.attendeeUrl !== new URL(attendeeUrl).origin) throw noDashboardLink(attendeeUrl);
	return { ...link, attendeeUrl };
}

function noDashboardLink(attendeeUrl: string): InputError {
	return new InputError(
		'The dashboard link is not a one-click registration link',
		`It must look like ${attendeeUrl}/register/1click/6/uvw1234, copied from the webinar's dashboard.`,
	);
}

function linkText(value: LinkValue = { literal: '' }): string {
	return 'tag' in value ? value.tag : percentEncode(value.literal.trim());
}

/** Encodes every character that has a meaning in a URL or an email template. */
function percentEncode(text: string): string {
	// Half a surrogate pair, from a damaged text, cannot be encoded.
	const wellFormed = text.replace(/\p{Surrogate}/gu, '\uFFFD');
	return encodeURIComponent(wellFormed).replace(
		/[!'()*~]/g,
		(character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
	);
}

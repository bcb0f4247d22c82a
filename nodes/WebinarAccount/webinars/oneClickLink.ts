import { InputError } from '../service/errors';
import { parseUrl } from '../utils/values';
import { type Answers, namesInPhp } from './customFields';

/** Data, which is percent-encoded, or a checked merge field, which is not changed. */
export type LinkValue = { literal: string } | { tag: string };

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

export type OneClickLink = ReturnType<typeof buildOneClickLink>;

/**
 * Builds a link ("One-click registration link"): parameters in the documented order, separated by one `&`, `@` as %40,
 * `+` as %2B, without absent and empty ones; then the answers; then what a copied link has besides. The names are those
 * of parameters and the labels of answers.
 */
export function buildOneClickLink(
	target: LinkTarget,
	parameters: LinkParameters,
	answers: Answers<LinkValue> = {},
) {
	const documented = PARAMETERS.map((name) => ({ name, text: linkText(parameters[name]) }));
	const all = [...documented, ...Object.entries(answers).flatMap(answerPairs)];
	const own = all.filter(({ text }) => text !== '');
	const taken = new Set(own.flatMap(({ name }) => namesAtHost(name)));
	const isTaken = (name: string) => namesAtHost(name).some((each) => taken.has(each));
	const copied = (target.copied ?? []).filter((pair) => !isTaken(nameIn(pair)));
	const copiedNames = new Set(copied.map(nameIn));
	const query = [...own.map(({ name, text }) => `${percentEncode(name)}=${text}`), ...copied];
	const path = `register/1click/${percentEncode(target.number)}/${percentEncode(target.token)}`;
	return {
		url: `${target.attendeeUrl}/${path}?${query.join('&')}`,
		names: new Set([...own.map(({ name }) => withoutBrackets(name)), ...copiedNames]),
		copiedNames,
	};
}

/** Several answers to one field have the name of a list, as in any form and as in the register operation. */
function answerPairs([label, values]: [string, readonly LinkValue[]]) {
	const name = values.length > 1 ? `${label}[]` : label;
	return values.map((value) => ({ name, text: linkText(value) }));
}

const withoutBrackets = (name: string) => name.replace(/\[\d*\]$/, '');

/** The names under which a host may read a parameter, also one that ends with what PHP turns into "_". */
const namesAtHost = (name: string) => namesInPhp(name).map((each) => each.replace(/_+$/, ''));

function nameIn(pair: string): string {
	const [name = ''] = new URLSearchParams(pair).keys();
	return withoutBrackets(name);
}

/** A link copied from the dashboard wins: how number and token derive from the webinar is not documented. */
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
	const encoded = encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\uFFFD'));
	const hex = (character: string) => character.charCodeAt(0).toString(16).toUpperCase();
	return encoded.replace(/[!'()*~]/g, (character) => `%${hex(character)}`);
}

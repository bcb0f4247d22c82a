import { InputError } from '../service/errors';
import { parseUrl } from '../utils/values';
import type { Answers } from './customFields';
import { hasMergeField } from './emailTools';

/** A value in a link: data, which is percent-encoded, or a checked merge field, which is not changed. */
export type LinkValue = { literal: string } | { mergeField: string };

/** The URL parts that identify the webinar of a link. */
export interface LinkTarget {
	attendeeUrl: string;
	number: string;
	token: string;
}

/** A link copied from the webinar's dashboard. */
export interface DashboardLink extends LinkTarget {
	/** Its query parameters that have a value, in the order of the link. */
	parameters: readonly CopiedParameter[];
}

interface CopiedParameter {
	/** Decoded, without the brackets of a list. */
	name: string;
	/** `name=value`, not decoded. */
	pair: string;
	/** Not decoded. */
	value: string;
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
	/** The names of its query parameters, with the labels of custom fields. */
	names: ReadonlySet<string>;
	/** The names of the parameters that were copied from a dashboard link. */
	copiedNames: ReadonlySet<string>;
}

/**
 * Builds a link ("One-click registration link"): the parameters in the documented order, then the answers, then the
 * copied parameters with other names. Absent and empty values are left out.
 */
export function buildOneClickLink(
	target: LinkTarget,
	parameters: LinkParameters,
	answers: Answers<LinkValue> = {},
	copied: readonly CopiedParameter[] = [],
): OneClickLink {
	const documented = PARAMETERS.map((name) => ({ name, text: linkText(parameters[name]) }));
	const answered = Object.entries(answers).flatMap(answerPairs);
	const given = [...documented, ...answered].filter(({ text }) => text !== '');
	const givenNames = new Set(given.map(({ name }) => withoutBrackets(name)));
	const keptCopies = copied.filter(({ name }) => !givenNames.has(name));
	const copiedNames = new Set(keptCopies.map(({ name }) => name));
	const query = [
		...given.map(({ name, text }) => `${percentEncode(name)}=${text}`),
		...keptCopies.map(({ pair }) => pair),
	];
	const path = `register/1click/${percentEncode(target.number)}/${percentEncode(target.token)}`;
	return {
		url: `${target.attendeeUrl}/${path}?${query.join('&')}`,
		names: new Set([...givenNames, ...copiedNames]),
		copiedNames,
	};
}

/** Several answers to one field are sent as a list, as in a form and in the register operation. */
function answerPairs([label, values]: [string, readonly LinkValue[]]) {
	const name = values.length > 1 ? `${label}[]` : label;
	return values.map((value) => ({ name, text: linkText(value) }));
}

const withoutBrackets = (name: string) => name.replace(/\[\d*\]$/, '');

/** @throws InputError if the text is not a one-click link */
export function readDashboardLink(link: string): DashboardLink {
	// A link that was copied from the HTML of a page has "&amp;" between its parameters.
	const text = link.trim().replaceAll('&amp;', '&');
	const url = parseUrl(text);
	const path = url && /\/register\/1click\/([\w-]+)\/([\w-]+)\/?$/.exec(url.pathname);
	if (!url || !path) throw notDashboardLinkError('https://event.webinarjam.com');
	const [, number = '', token = ''] = path;
	const [, ...query] = text.split('?');
	const pairs = query.join('?').split('&');
	return { attendeeUrl: url.origin, number, token, parameters: pairs.flatMap(copiedParameter) };
}

function copiedParameter(pair: string): CopiedParameter[] {
	const [, value] = /^[^=]+=(.+)$/.exec(pair) ?? [];
	if (value === undefined) return [];
	const [name = ''] = new URLSearchParams(pair).keys();
	return [{ name: withoutBrackets(name), pair, value }];
}

/** Returns the same link at the account's attendee pages. @throws InputError if it leads elsewhere */
export function onAttendeePages(link: DashboardLink, attendeeUrl: string): DashboardLink {
	if (link.attendeeUrl !== new URL(attendeeUrl).origin) throw notDashboardLinkError(attendeeUrl);
	return { ...link, attendeeUrl };
}

function notDashboardLinkError(attendeeUrl: string): InputError {
	return new InputError(
		'The dashboard link is not a one-click registration link',
		`Copy the whole link from the webinar's dashboard. It looks like ${attendeeUrl}/register/1click/6/uvw1234?….`,
	);
}

/**
 * Whether a copied parameter contains sample data of a person, such as `first_name=First`. The dashboard's links contain
 * sample data in place of merge fields. A new link must not register anybody with it.
 */
export function isSampleData({ name, value }: CopiedParameter): boolean {
	return name !== 'schedule_id' && isLinkParameter(name) && !hasMergeField(value);
}

/** The dashboard numbers sessions 1, 2, 3. */
const SESSION_NUMBER = /^[1-9]\d{0,14}$/;

export function isSessionNumber(text: string): boolean {
	return SESSION_NUMBER.test(text);
}

/** Returns the session number of a dashboard link; undefined if it has none. */
export function sessionNumberIn({ parameters }: DashboardLink): number | undefined {
	const value = parameters.find(({ name }) => name === 'schedule_id')?.value ?? '';
	return isSessionNumber(value) ? Number(value) : undefined;
}

function linkText(value: LinkValue = { literal: '' }): string {
	return 'mergeField' in value ? value.mergeField : percentEncode(value.literal.trim());
}

/** Encodes every character that has a meaning in a URL or an email template. */
function percentEncode(text: string): string {
	// encodeURIComponent throws on an unpaired surrogate.
	const encoded = encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\uFFFD'));
	const hex = (character: string) => character.charCodeAt(0).toString(16).toUpperCase();
	return encoded.replace(/[!'()*~]/g, (character) => `%${hex(character)}`);
}

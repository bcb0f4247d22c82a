import { InputError } from '../service/errors';
import { parseUrl, quoted, scalarText, withBrackets, withoutBrackets, isBlank } from '../utils/values';
import type { WebinarDetail } from '../service/endpoints';
import type { Answers } from './customFields';
import { encodedOutsideMergeFields, hasMergeField } from './emailTools';

/** A parameter's value in a link: data to percent-encode, or a checked merge field, which the link contains unchanged. */
export type LinkValue = string | { mergeField: string };

/** A link copied from the webinar's dashboard. */
export interface DashboardLink {
	/** The link's address, without its query parameters. */
	address: string;
	/** The ID of the webinar in the address; undefined for an address that has only the hash. */
	id: string | undefined;
	/** The hash of the webinar in the address. */
	hash: string;
	/** The link's query parameters that have a value, in their order in the link. */
	parameters: readonly QueryParameter[];
	/** The session number among the parameters; undefined if there is none. */
	sessionNumber: number | undefined;
}

/** A query parameter of a link, with a value. */
export interface QueryParameter {
	/** The name, decoded and without the brackets of a list. */
	name: string;
	/** The name and the value as in the link, without raw spaces: `name=value`. */
	pair: string;
}

/** The names of a link's query parameters, in the order that the service documents. */
const PARAMETERS = [
	'first_name',
	'last_name',
	'email',
	'phone_country_code',
	'phone_number',
	'timezone',
	'schedule_id',
] as const;

/** The values of a link's documented query parameters. */
export type LinkParameters = { [Name in (typeof PARAMETERS)[number]]?: LinkValue | undefined };

export function isLinkParameter(name: string): boolean {
	return PARAMETERS.some((parameter) => parameter === name);
}

export interface OneClickLink {
	url: string;
	/** The names of the link's query parameters. Those for custom fields are the fields' labels. */
	names: ReadonlySet<string>;
}

/**
 * Returns the address of a link to a webinar, without query parameters. If the registration page ends in
 * `/register/<code>`, the link is its path with `/1click`, on the attendee pages. Otherwise it is
 * `<attendeeUrl>/register/1click/<webinar ID>/<webinar hash>`.
 * @throws InputError if the webinar has neither such a page on the attendee pages nor a hash
 */
export function addressOfLink(
	{ webinar_id, webinar_hash, registration_url }: WebinarDetail,
	attendeeUrl: string,
): string {
	const attendeePages = new URL(attendeeUrl);
	const page = parseUrl(scalarText(registration_url));
	const [, path] = /^(.*\/register\/[\w-]+)\/?$/.exec(page?.pathname ?? '') ?? [];
	// A page on another host is not one of the service's pages.
	if (page?.host === attendeePages.host && path !== undefined) return `${attendeePages.origin}${path}/1click`;
	if (!webinar_hash) {
		throw new InputError(
			'The service returned no webinar_hash, which a one-click link needs',
			"Copy a one-click link from the webinar's dashboard into Dashboard Link under Options.",
		);
	}
	return `${attendeeUrl}/register/1click/${webinar_id}/${percentEncode(webinar_hash)}`;
}

/**
 * Builds a one-click registration link. Its query parameters are, in this order: the documented parameters, the answers
 * to custom fields, and the copied parameters that are not among these. Parameters without a value are omitted.
 *
 * @param address the link without its query parameters
 * @param copied the parameters of a link that the user copied from the dashboard
 */
export function buildOneClickLink(
	address: string,
	parameters: LinkParameters,
	answers: Answers<LinkValue>,
	copied: readonly QueryParameter[],
): OneClickLink {
	const own = [
		...PARAMETERS.flatMap((name) => queryParametersFor(name, [parameters[name]])),
		...Object.entries(answers).flatMap(([label, values]) => queryParametersFor(label, values)),
	];
	const kept = copied.filter(({ name }) => own.every((each) => each.name !== name));
	const query = [...own, ...kept];
	return {
		url: `${address}?${query.map(({ pair }) => pair).join('&')}`,
		names: new Set(query.map(({ name }) => name)),
	};
}

/**
 * Returns a query parameter for each value that is not empty. Several values are sent as a list, `label[]=…&label[]=…`, as in
 * a register request.
 */
function queryParametersFor(label: string, values: ReadonlyArray<LinkValue | undefined>): QueryParameter[] {
	// `buildOneClickLink` compares this name with those in the copied link, which have no brackets either.
	const name = withoutBrackets(label);
	const nameInUrl = percentEncode(values.length > 1 ? withBrackets(label) : label);
	return values.flatMap((value) => {
		if (isBlank(value)) return [];
		const text = typeof value === 'string' ? percentEncode(value) : value.mergeField;
		return { name, pair: `${nameInUrl}=${text}` };
	});
}

/**
 * Parses a link that a user copied from the dashboard.
 * @throws InputError if it is not a one-click registration link
 */
export function readDashboardLink(link: string): DashboardLink {
	const url = parseUrl(link);
	const matches = LINK_PATHS.map((pattern) => pattern.exec(url?.pathname ?? ''));
	const { path, id, hash = '' } = matches.find(Boolean)?.groups ?? {};
	if (!url || path === undefined) throw notDashboardLinkError();
	// `url.search` would end at the "#" of a merge field such as #EMAIL#.
	const [, query = ''] = /\?(.*)$/s.exec(link) ?? [];
	// In the source of a page, "&" is written as "&amp;".
	const pairs = query.split(/&(?:amp;)?/);
	// "email=" and "flag" have no value to copy.
	const parameters = pairs.filter((pair) => /^[^=]+=./.test(pair)).map(readPair);
	return {
		address: `${url.origin}${path}`,
		id,
		hash,
		parameters,
		sessionNumber: sessionNumberIn(parameters),
	};
}

/** Reads a `name=value` in a copied link. The value may be a merge field, so only spaces outside of it are encoded. */
function readPair(pair: string): QueryParameter {
	const [name = ''] = new URLSearchParams(pair).keys();
	// A parameter of a list is named `label[]` or `label[0]`, but is compared by `label` with those that the node sets.
	return { name: withoutBrackets(name), pair: encodedOutsideMergeFields(pair, /\s/) };
}

/** Returns the session number among a link's parameters; undefined if there is none. */
function sessionNumberIn(parameters: readonly QueryParameter[]): number | undefined {
	const pair = parameters.find(({ name }) => name === 'schedule_id')?.pair;
	const [text = ''] = new URLSearchParams(pair).values();
	return isSessionNumber(text) ? Number(text) : undefined;
}

/** Whether a text is a session number. The dashboard numbers a webinar's sessions 1, 2, 3 and so on. */
export function isSessionNumber(text: string): boolean {
	return /^[1-9]\d{0,14}$/.test(text);
}

/** Match the two forms of a link's path: `…/register/1click/<webinar ID>/<hash>` and `…/register/<hash>/1click`. */
const LINK_PATHS = [
	/^(?<path>.*\/register\/1click\/(?<id>[\w-]+)\/(?<hash>[\w-]+))\/?$/,
	/^(?<path>.*\/register\/(?<hash>[\w-]+)\/1click)\/?$/,
];

/** Checks that a link's address is on the attendee pages. @throws InputError if it has a different origin */
export function checkOrigin(address: string, attendeeUrl: string): void {
	const { origin } = new URL(address);
	if (origin === new URL(attendeeUrl).origin) return;
	throw new InputError(
		`The dashboard link leads to ${quoted(origin)}, not to the account's attendee pages`,
		`Copy the link from the dashboard of the account that the credential belongs to. It begins with ${attendeeUrl}/.`,
		'dashboardLink',
	);
}

function notDashboardLinkError(): InputError {
	return new InputError(
		'The dashboard link is not a one-click registration link',
		"Copy the whole link from the webinar's dashboard. It looks like https://event.webinarjam.com/register/uvw1234/1click?… or https://event.webinarjam.com/register/1click/6/uvw1234?….",
	);
}

/**
 * Whether a copied parameter contains a person's sample data, such as `first_name=First`. The links in the dashboard
 * contain such sample data where a merge field belongs. A new link must not contain it, because it would register
 * people with it.
 */
export function isSampleData({ name, pair }: QueryParameter): boolean {
	return name !== 'schedule_id' && isLinkParameter(name) && !hasMergeField(pair);
}

/** Percent-encodes a text, including characters that email tools might take for a part of a merge field. */
function percentEncode(text: string): string {
	// Unpaired surrogates, which make encodeURIComponent throw, become replacement characters.
	const encoded = encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\uFFFD'));
	// `encodeURIComponent` leaves these characters as they are.
	const hexCode = (character: string) => character.charCodeAt(0).toString(16).toUpperCase();
	return encoded.replace(/[!'()*~]/g, (character) => `%${hexCode(character)}`);
}

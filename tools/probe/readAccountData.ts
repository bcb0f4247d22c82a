import { UserError } from '../cli/userError';
import type { ProductName } from '../../nodes/WebinarAccount/service/products';
import { USER_AGENT } from '../../nodes/WebinarAccount/service/endpoints';
import { recordsIn, rowsOf, textIn, webinarOf, webinarsOf } from './responses';
import { type Exchange, N8N_USER_AGENT, type ServiceReader } from './serviceReader';

/** What to read. */
export interface Plan {
	products: readonly ProductName[];
	/** Only this webinar. By default the newest ones and one of each kind. */
	webinar?: string | undefined;
	/** Whether to exceed the rate limit. */
	limit?: boolean;
}

/** Number of webinars of each product to read. */
const NEWEST_WEBINARS = 3;
/** Kinds of webinars whose details are not known. */
const RARE_KINDS = [/^always on/i, /^right now/i, /^just.?in.?time/i];
/** The paths of the list of countries. The vendor describes the first one. The second one would be like the others. */
const COUNTRY_PATHS = ['/api/countries', 'countries'];
/** The paths that change nothing. */
const READING_PATHS = ['webinars', 'webinar', 'registrants'];
/** Values of `date_range`: today, yesterday, the last 7 days and the last 30 days. */
const DATE_RANGES = ['1', '2', '5', '8'];
/** The last two are a day apart, so that a daily session at the attendee's local time is never on the same days in all of them. */
const TIMEZONES = ['GMT-5', 'GMT+4:30', 'GMT+13', 'GMT-11'];

/**
 * Reads what needs no API key: which user agents pass the firewall, and which paths exist. A path that exists responds with
 * HTTP 400.
 */
export async function readWithoutKey(
	reader: ServiceReader,
	products: readonly ProductName[] = ['live', 'automated'],
): Promise<void> {
	const hasKey = false;
	for (const userAgent of [N8N_USER_AGENT, USER_AGENT]) {
		await reader.read(products[0] ?? 'live', 'webinars', {}, { hasKey, userAgent });
	}
	for (const path of COUNTRY_PATHS) await reader.read('live', path, {}, { hasKey });
	for (const product of products) {
		for (const path of READING_PATHS) await reader.read(product, path, {}, { hasKey });
	}
}

/** Reads lists, details and registrants. Changes nothing in the account. */
export async function readAccountData(reader: ServiceReader, plan: Plan): Promise<void> {
	await readWithoutKey(reader, plan.products);
	let webinarCount = 0;
	for (const product of plan.products) {
		const list = await reader.read(product, 'webinars');
		if (list.status >= 400) throw new UserError(`the service rejects the request with ${list.status}.`);
		const ids = chosenWebinars(list, plan.webinar);
		webinarCount += ids.length;
		for (const id of ids) await readWebinar(reader, product, id);
	}
	if (plan.webinar !== undefined && webinarCount === 0) {
		throw new UserError(`there is no webinar ${plan.webinar} in the lists.`);
	}
	for (const path of COUNTRY_PATHS) await reader.read('live', path);
	const [first] = plan.products;
	if (plan.limit && first) await reader.exceedLimit(first);
}

function chosenWebinars(list: Exchange, only: string | undefined): string[] {
	const webinars = webinarsOf(list);
	const idOf = (webinar: Readonly<Record<string, unknown>> | undefined) => textIn(webinar?.webinar_id);
	if (only !== undefined) return webinars.map(idOf).filter((id) => id === only);
	const newest = webinars.slice(0, NEWEST_WEBINARS).map(idOf);
	const rare = RARE_KINDS.map((kind) =>
		idOf(webinars.find((webinar) => isOnly(kind, webinar.type, webinar.schedules))),
	);
	return [...new Set([...newest, ...rare])].filter(Boolean);
}

/** Whether a webinar has no other schedule than those of a kind. */
function isOnly(kind: RegExp, type: unknown, schedules: unknown): boolean {
	const texts = Array.isArray(schedules) ? schedules.map(textIn) : [];
	return kind.test(textIn(type)) || (texts.length > 0 && texts.every((text) => kind.test(text)));
}

async function readWebinar(reader: ServiceReader, product: ProductName, webinar_id: string): Promise<void> {
	const detail = await reader.read(product, 'webinar', { webinar_id });
	if (product === 'automated') {
		for (const timezone of TIMEZONES) await reader.read(product, 'webinar', { webinar_id, timezone });
	}
	const first = await reader.read(product, 'registrants', { webinar_id, page: '1' });
	await reader.read(product, 'registrants', { webinar_id, page: '2' });
	for (const date_range of DATE_RANGES) {
		await reader.read(product, 'registrants', { webinar_id, page: '1', date_range });
	}
	const [session] = recordsIn(webinarOf(detail).schedules);
	const schedule_id = textIn(session?.schedule);
	if (schedule_id) await reader.read(product, 'registrants', { webinar_id, schedule_id });
	const [row] = rowsOf(first);
	for (const search of searchesFor(row)) await reader.read(product, 'registrants', { webinar_id, search });
}

/** Returns what to search for, if the list has a registrant: the email address, its part before the @, and the first name. */
function searchesFor(row: Readonly<Record<string, unknown>> = {}): string[] {
	const email = textIn(row.email);
	return [email, email.replace(/@.*/, ''), textIn(row.first_name)].filter(Boolean);
}

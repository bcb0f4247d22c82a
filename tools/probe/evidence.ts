import type { EndpointName } from '../../nodes/WebinarAccount/service/endpoints';
import { type ProductName, products } from '../../nodes/WebinarAccount/service/products';
import { isRecord } from '../../nodes/WebinarAccount/utils/values';
import { Reading } from '../../nodes/WebinarAccount/webinars/webinar';

/** What the probe calls, and why. */
export const steps = {
	noKey: { endpoint: 'webinars', says: 'list without a key', needs: 'reading' },
	wrongKey: { endpoint: 'webinars', says: 'list with an invented key', needs: 'reading' },
	list: { endpoint: 'webinars', says: 'list', needs: 'reading' },
	unknownWebinar: { endpoint: 'webinar', says: 'details of a webinar that does not exist', needs: 'reading' },
	detail: { endpoint: 'webinar', says: 'details', needs: 'reading' },
	detailWest: { endpoint: 'webinar', says: 'details with timezone GMT-5', needs: 'zone' },
	detailEast: { endpoint: 'webinar', says: 'details with timezone GMT+4:30', needs: 'zone' },
	registrants: { endpoint: 'registrants', says: 'first page of registrants', needs: 'reading' },
	registrantsNext: { endpoint: 'registrants', says: 'second page of registrants, if any', needs: 'reading' },
	registrantsOfSchedule: { endpoint: 'registrants', says: 'registrants of one schedule', needs: 'reading' },
	attended: { endpoint: 'registrants', says: 'registrants who attended', needs: 'reading' },
	missed: { endpoint: 'registrants', says: 'registrants who did not attend', needs: 'reading' },
	leftBefore: { endpoint: 'registrants', says: 'registrants who left before 30 minutes', needs: 'reading' },
	leftAfter: { endpoint: 'registrants', says: 'registrants who left after 30 minutes', needs: 'reading' },
	lastDays: { endpoint: 'registrants', says: 'registrants of the last 30 days', needs: 'reading' },
	countries: { endpoint: 'countries', says: 'list of countries, below /api', needs: 'countries' },
	countriesHere: { endpoint: 'countries', says: 'list of countries, beside the others', needs: 'countries' },
	burst: { endpoint: 'webinars', says: 'list, 25 times at once', needs: 'limit' },
	afterBurst: { endpoint: 'webinars', says: 'list, one second later', needs: 'limit' },
	register: { endpoint: 'register', says: 'REGISTERS the address', needs: 'register' },
	registerAgain: { endpoint: 'register', says: 'REGISTERS the address again', needs: 'register' },
	registerWhole: { endpoint: 'register', says: 'REGISTERS the address without a date', needs: 'register' },
	search: { endpoint: 'registrants', says: 'search for the address', needs: 'register' },
	unsubscribe: { endpoint: 'unsubscribe', says: 'UNSUBSCRIBES the address', needs: 'register' },
	searchAfter: { endpoint: 'registrants', says: 'search for the address again', needs: 'register' },
} as const satisfies Record<
	string,
	{
		endpoint: EndpointName | 'countries';
		says: string;
		needs: 'reading' | 'zone' | 'limit' | 'countries' | 'register';
	}
>;

export type Step = keyof typeof steps;

/** One call and its answer. */
export interface Exchange {
	step: Step;
	product: ProductName;
	/** Without the key. */
	parameters: Readonly<Record<string, string>>;
	/** Milliseconds from the first of a burst to the arrival of the answer. */
	elapsedMs: number;
	status: number;
	headers: Readonly<Record<string, string>>;
	/** The body as JSON, or as a text if it is none. */
	body: unknown;
}

/** A record or nothing, so that members can be read in a row. */
export function record(value: unknown): Readonly<Record<string, unknown>> {
	return isRecord(value) ? value : {};
}

export function isSuccess({ status, body }: Exchange): boolean {
	return status >= 200 && status < 300 && (status === 204 || record(body).status !== 'error');
}

/** All exchanges of a probe. */
export class Evidence {
	constructor(
		readonly exchanges: readonly Exchange[],
		/** Milliseconds since 1970. */
		readonly now: number,
	) {}

	of(...wanted: readonly Step[]): Exchange[] {
		return this.exchanges.filter(({ step }) => wanted.includes(step));
	}

	good(...wanted: readonly Step[]): Exchange[] {
		return this.of(...wanted).filter(isSuccess);
	}

	/** The entries of all lists of webinars. */
	listItems(product?: ProductName) {
		const lists = this.good('list').filter((each) => product === undefined || each.product === product);
		return lists.flatMap(({ body }) => listIn(record(body).webinars).map(record));
	}

	details(...wanted: readonly Step[]) {
		return this.good(...(wanted.length > 0 ? wanted : (['detail'] as const))).map((exchange) => ({
			...exchange,
			webinar: record(record(exchange.body).webinar),
		}));
	}

	/** The rows of all pages of registrants, of any known shape. */
	rows(...wanted: readonly Step[]) {
		const pages = this.good(...(wanted.length > 0 ? wanted : (['registrants', 'registrantsNext'] as const)));
		return pages.flatMap(({ body }) => rowsIn(body));
	}
}

export function rowsIn(body: unknown) {
	const { registrants, users, user } = record(body);
	const lists = [record(registrants).data, registrants, users, user];
	return (lists.find(Array.isArray) ?? []).map(record);
}

export function listIn(value: unknown): unknown[] {
	return Array.isArray(value) ? value : [];
}

export interface SeenSession {
	date: string;
	schedule: string;
	comment: string;
}

/** The sessions of a detail with a date of their own: the others change every minute. */
export function datedSessions(webinar: Readonly<Record<string, unknown>>): SeenSession[] {
	const sessions = listIn(webinar.schedules).map((entry): SeenSession => {
		const { date, schedule, comment } = record(entry);
		return { date: textOf(date), schedule: textOf(schedule), comment: textOf(comment) };
	});
	return sessions.filter(({ comment }) => !isUndated(comment));
}

function isUndated(comment: string): boolean {
	return kindOf(comment) !== 'dated' || /^(?:always on|right now)/i.test(comment);
}

/** What the nodes take a session with this description for. */
export function kindOf(comment: string) {
	const schedules = [{ date: '', schedule: 0, comment }];
	const reading = new Reading({ webinar_id: 0, schedules }, undefined, 0);
	return reading.sessions(products.live, false)[0]?.kind ?? 'dated';
}

export function textOf(value: unknown): string {
	return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

import type { EndpointName } from '../../nodes/WebinarAccount/service/schemas';
import { type ProductName, products } from '../../nodes/WebinarAccount/service/products';
import { isRecord } from '../../nodes/WebinarAccount/utils/values';
import { sessionKind } from '../../nodes/WebinarAccount/webinars/sessionKind';
import { problemsOfAnswer } from './openApi';

interface StepOf {
	endpoint: EndpointName | 'countries' | 'nothing';
	says: string;
	/** What it needs besides a key: that an option is given, or an automated webinar. */
	needs?: 'limit' | 'countries' | 'register' | 'automated';
}

/** What the probe calls, and why. */
export const steps = {
	noKey: { endpoint: 'webinars', says: 'list without a key' },
	wrongKey: { endpoint: 'webinars', says: 'list with an invented key' },
	noEndpoint: { endpoint: 'nothing', says: 'a path that does not exist' },
	list: { endpoint: 'webinars', says: 'list' },
	unknownWebinar: { endpoint: 'webinar', says: 'details of a webinar that does not exist' },
	detail: { endpoint: 'webinar', says: 'details' },
	detailWest: { endpoint: 'webinar', says: 'details with timezone GMT-5', needs: 'automated' },
	detailEast: { endpoint: 'webinar', says: 'details with timezone GMT+4:30', needs: 'automated' },
	detailNear: { endpoint: 'webinar', says: 'details with timezone GMT+0 and GMT+1', needs: 'automated' },
	registrants: { endpoint: 'registrants', says: 'first page of registrants' },
	registrantsNext: { endpoint: 'registrants', says: 'second page of registrants, if any' },
	registrantsOfSchedule: { endpoint: 'registrants', says: 'registrants of one schedule' },
	attended: { endpoint: 'registrants', says: 'registrants who attended' },
	missed: { endpoint: 'registrants', says: 'registrants who did not attend' },
	leftBefore: { endpoint: 'registrants', says: 'registrants who left before 30 minutes' },
	leftAfter: { endpoint: 'registrants', says: 'registrants who left after 30 minutes' },
	lastDays: { endpoint: 'registrants', says: 'registrants of the last 30 days' },
	countries: { endpoint: 'countries', says: 'list of countries, below /api', needs: 'countries' },
	countriesHere: { endpoint: 'countries', says: 'list of countries, beside the others', needs: 'countries' },
	burst: { endpoint: 'webinars', says: 'list, 5, 25 and 25 times at once in 1.2 seconds', needs: 'limit' },
	afterBurst: { endpoint: 'webinars', says: 'list, one second later', needs: 'limit' },
	register: { endpoint: 'register', says: 'REGISTERS the address', needs: 'register' },
	registerAgain: { endpoint: 'register', says: 'REGISTERS the address again', needs: 'register' },
	registerWhole: { endpoint: 'register', says: 'REGISTERS the address without a date', needs: 'register' },
	search: { endpoint: 'registrants', says: 'search for the address', needs: 'register' },
	unsubscribe: { endpoint: 'unsubscribe', says: 'UNSUBSCRIBES the address', needs: 'register' },
	searchAfter: { endpoint: 'registrants', says: 'search for the address again', needs: 'register' },
} as const satisfies Record<string, StepOf>;

export type Step = keyof typeof steps;

/** The seconds in the room that the probe filters by. */
export const IN_ROOM = 1800;

/** One call and its answer. */
export interface Exchange {
	step: Step;
	product: ProductName;
	/** Without the key. */
	parameters: Readonly<Record<string, string>>;
	/** Of a burst: which one, from 0. */
	burst?: number;
	/** Milliseconds to the answer. */
	elapsedMs: number;
	status: number;
	headers: Readonly<Record<string, unknown>>;
	/** The body as JSON, or as a text if it is none. */
	body: unknown;
}

type Members = Readonly<Record<string, unknown>>;

/** A record or nothing, so that members can be read in a row. */
export function record(value: unknown): Members {
	return isRecord(value) ? value : {};
}

export function listIn(value: unknown): unknown[] {
	return Array.isArray(value) ? value : [];
}

export function textOf(value: unknown): string {
	return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

export function isSuccess({ status, body }: Pick<Exchange, 'status' | 'body'>): boolean {
	return status >= 200 && status < 300 && (status === 204 || record(body).status !== 'error');
}

/** What of an answer docs/openapi.yaml does not describe. */
export function undescribed({ step, product, status, body }: Exchange): string[] {
	const { endpoint } = steps[step];
	if (endpoint === 'nothing') return [];
	const above = step === 'countries' ? '/api' : '';
	return problemsOfAnswer(`${above}/${products[product].vendorPath}/${endpoint}`, { status, body });
}

export const pageOf = ({ body }: Pick<Exchange, 'body'>) => record(record(body).registrants);
export const rowsOf = (exchange: Pick<Exchange, 'body'>) => listIn(pageOf(exchange).data).map(record);
export const webinarsOf = ({ body }: Pick<Exchange, 'body'>) => listIn(record(body).webinars).map(record);

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

	/** Those about the same webinar as another answer. */
	beside({ product, parameters }: Exchange, ...wanted: readonly Step[]): Exchange[] {
		const { webinar_id } = parameters;
		const isSame = (other: Exchange) =>
			other.product === product && other.parameters.webinar_id === webinar_id;
		return this.good(...wanted).filter(isSame);
	}

	details(step: Step = 'detail') {
		return this.good(step).map((answer) => ({ ...answer, webinar: record(record(answer.body).webinar) }));
	}

	/** The webinars of the details. */
	webinars(): Members[] {
		return this.details().map(({ webinar }) => webinar);
	}

	rows(...wanted: readonly Step[]): Members[] {
		return this.good(...wanted).flatMap(rowsOf);
	}
}

/** The sessions of a detail with a date of their own: the others change every minute. */
export function datedSessions({ schedules }: Members) {
	const sessions = listIn(schedules).map(record);
	return sessions.flatMap(({ date, schedule, comment }) => {
		const isDated = kindOf(textOf(comment)) === 'dated' && !/^(?:always on|right now)/i.test(textOf(comment));
		return isDated ? { date: textOf(date), schedule: textOf(schedule) } : [];
	});
}

/** What the nodes take a session with this description for. */
export function kindOf(comment: string) {
	return sessionKind(comment, null);
}

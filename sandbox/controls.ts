import type { ApiParts } from './api';
import type { CallTarget, Fault } from './faults';
import { bookingsOf, samplePeople } from './people';
import { mostInOneSecond } from './rateLimit';
import { webinarOf, type Who } from './registrants';
import type {
	Account,
	Latency,
	PerRoom,
	Person,
	Product,
	Registrant,
	RegistrantsList,
	Webinar,
	WebinarKey,
	WebinarSettings,
} from './types';

/** The controls of a running sandbox, for tests. */
export interface Controls {
	/** Counts only calls that used the limit. */
	mostCallsInOneSecond(): number;
	setLatency(latency: Latency): void;
	setCallsPerSecond(callsPerSecond: number): void;
	setRegistrantsList(list: Partial<RegistrantsList>): void;

	fail(fault: Fault): void;
	/**
	 * Runs an action just before the service handles a call, by the rules of faults: with `skip: 1` before the second
	 * call, so that the first and the second call see different data.
	 */
	before(target: CallTarget, change: () => void): void;
	/** Also removes the actions of `before`. */
	clearFaults(): void;

	/** Adds a copy of the product's first webinar, with an ID of its own. */
	publish(product: Product): Webinar;
	/** Creates a new API key, which disables the old one. */
	setApiKey(apiKey: string): void;
	/** Replaces all webinars. */
	setWebinars(webinars: readonly Webinar[]): void;
	/** Changes settings of a webinar, such as its sessions. Registrations stay as they are. */
	changeWebinar(webinar: WebinarKey, settings: Partial<Omit<WebinarSettings, 'id'>>): void;

	/**
	 * Registers people, either a number of made-up ones or these, for a schedule of a webinar, by default its next one.
	 * Throws a RangeError if there is no such webinar or schedule.
	 */
	addRegistrants(
		webinar: WebinarKey & { schedule?: number },
		people: number | readonly Person[],
	): Registrant[];
	/** Sets how many seconds a registrant was in the live room, the replay room or both. */
	attend(who: Who, seconds: PerRoom): void;
	/** Moves a registrant's session, and only theirs, so that it began so many minutes ago. */
	startSession(who: Who, minutesAgo: number): void;
	/** Sets the revenue of a registrant's purchases in the live room, the replay room or both. */
	buy(who: Who, revenue: PerRoom): void;
	removeRegistrant(who: Who): void;

	/** Removes registrants, calls and faults, and restores the initial webinars. */
	reset(): void;
}

export function controlsOf(parts: ApiParts): Controls {
	const { account, registrants, calls, limit, faults } = parts;
	const webinarsAtFirst = account.webinars;
	return {
		mostCallsInOneSecond: () => mostInOneSecond(calls.filter(({ counted }) => counted).map(({ at }) => at)),
		setLatency: (latency) => void (parts.latency = latency),
		setCallsPerSecond: (callsPerSecond) => void (limit.callsPerSecond = callsPerSecond),
		setRegistrantsList: (list) => void Object.assign(account.registrantsList, list),
		fail: (fault) => faults.add(fault),
		before: (target, change) => faults.add({ ...target, kind: 'change', change }),
		clearFaults: () => faults.clear(),
		publish: (product) => publish(product, account),
		setApiKey: (apiKey) => void (account.apiKey = apiKey),
		setWebinars: (webinars) => void (account.webinars = webinars),
		changeWebinar: (key, settings) => changeWebinar(key, settings, parts),
		addRegistrants: ({ schedule, ...key }, people) => addRegistrants(key, schedule, people, parts),
		attend: (who, seconds) => registrants.attend(who, seconds),
		startSession: (who, minutesAgo) => registrants.start(who, account.now() - minutesAgo * 60_000),
		buy: (who, revenue) => registrants.buy(who, revenue),
		removeRegistrant: (who) => registrants.remove(who),
		reset: () => {
			registrants.forget();
			account.webinars = webinarsAtFirst;
			calls.length = 0;
			faults.clear();
			limit.reset();
		},
	};
}

export function publish(product: Product, account: Account): Webinar {
	const all = account.webinars.filter((webinar) => webinar.product === product);
	const [model] = all;
	if (!model) throw new RangeError(`There is no ${product} webinar to copy.`);
	const id = Math.max(...all.map((webinar) => webinar.id)) + 1;
	const copy = { ...model, id, hash: `new${id}`, name: `${model.name} ${id}` };
	account.webinars = [...account.webinars, copy];
	return copy;
}

function changeWebinar(
	key: WebinarKey,
	settings: Partial<Omit<WebinarSettings, 'id'>>,
	{ account }: ApiParts,
): void {
	const changed = existingWebinar(key, account.webinars);
	account.webinars = account.webinars.map((webinar) =>
		webinar === changed ? { ...webinar, ...settings } : webinar,
	);
}

export function addRegistrants(
	key: WebinarKey,
	schedule: number | undefined,
	people: number | readonly Person[],
	{ account, registrants }: Pick<ApiParts, 'account' | 'registrants'>,
): Registrant[] {
	const webinar = existingWebinar(key, account.webinars);
	const persons = typeof people === 'number' ? samplePeople(people, registrants.added) : people;
	const bookings = bookingsOf(persons, webinar, { schedule, now: account.now() });
	return bookings.map((booking) => registrants.add(booking));
}

function existingWebinar(key: WebinarKey, webinars: readonly Webinar[]): Webinar {
	const webinar = webinarOf(key, webinars);
	if (webinar) return webinar;
	throw new RangeError(`There is no ${key.product} webinar ${key.webinarId}.`);
}

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
export type Controls = ReturnType<typeof controlsOf>;

export function controlsOf(parts: ApiParts) {
	const { account, registrants, calls, limit, faults } = parts;
	const webinarsAtFirst = account.webinars;
	return {
		/** Counts only calls that used the limit. */
		mostCallsInOneSecond: () => mostInOneSecond(calls.filter(({ counted }) => counted).map(({ at }) => at)),
		setLatency: (latency: Latency) => void (parts.latency = latency),
		setCallsPerSecond: (callsPerSecond: number) => void (limit.callsPerSecond = callsPerSecond),
		setRegistrantsList: (list: Partial<RegistrantsList>) => void Object.assign(account.registrantsList, list),

		fail: (fault: Fault) => faults.add(fault),
		/**
		 * Runs an action just before the service handles a call, by the rules of faults: with `skip: 1` before the second
		 * call, so that the first and the second call see different data.
		 */
		before: (target: CallTarget, change: () => void) => faults.add({ ...target, kind: 'change', change }),
		/** Also removes the actions of `before`. */
		clearFaults: () => faults.clear(),

		publish: (product: Product) => publish(product, account),
		/** Creates a new API key, which disables the old one. */
		setApiKey: (apiKey: string) => void (account.apiKey = apiKey),
		/** Replaces all webinars. */
		setWebinars: (webinars: readonly Webinar[]) => void (account.webinars = webinars),
		/** Changes settings of a webinar, such as its sessions. Registrations stay as they are. */
		changeWebinar: (key: WebinarKey, settings: Partial<Omit<WebinarSettings, 'id'>>) => {
			const changed = existingWebinar(key, account.webinars);
			account.webinars = account.webinars.map((webinar) =>
				webinar === changed ? { ...webinar, ...settings } : webinar,
			);
		},

		addRegistrants: (webinar: Audience, people: number | readonly Person[]) =>
			addRegistrants(webinar, people, parts),
		/** Sets how many seconds a registrant was in the live room, the replay room or both. */
		attend: (who: Who, seconds: PerRoom) => void Object.assign(registrants.find(who).attended, seconds),
		/** Moves a registrant's session, and only theirs, so that it began so many minutes ago. */
		startSession: (who: Who, minutesAgo: number) =>
			void (registrants.find(who).startsAt = account.now() - minutesAgo * 60_000),
		/** Sets the revenue of a registrant's purchases in the live room, the replay room or both. */
		buy: (who: Who, revenue: PerRoom) => void Object.assign(registrants.find(who).purchased, revenue),
		removeRegistrant: (who: Who) => registrants.remove(who),

		/** Removes registrants, calls and faults, and restores the initial webinars. */
		reset: () => {
			registrants.forget();
			account.webinars = webinarsAtFirst;
			calls.length = 0;
			faults.clear();
			limit.reset();
		},
	};
}

/** Adds a copy of the product's first webinar, with an ID of its own. */
export function publish(product: Product, account: Account): Webinar {
	const all = account.webinars.filter((webinar) => webinar.product === product);
	const [model] = all;
	if (!model) throw new RangeError(`There is no ${product} webinar to copy.`);
	const id = Math.max(...all.map((webinar) => webinar.id)) + 1;
	const copy = { ...model, id, hash: `new${id}`, name: `${model.name} ${id}` };
	account.webinars = [...account.webinars, copy];
	return copy;
}

interface Audience extends WebinarKey {
	/** By default the next one. */
	schedule?: number;
}

/**
 * Registers people, either a number of made-up ones or these. Throws a RangeError if there is no such webinar or
 * schedule.
 */
export function addRegistrants(
	{ schedule, ...key }: Audience,
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

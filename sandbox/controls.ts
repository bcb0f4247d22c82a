import type { ApiParts } from './apiRouter';
import type { CallTarget, Fault } from './faults';
import { bookingsOf, samplePeople } from './people';
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

const MINUTE_MS = 60_000;

/** What tests can control in a running sandbox. */
export type Controls = ReturnType<typeof controlsOf>;

export function controlsOf(parts: ApiParts) {
	const { account, registrants, calls, limit, faults } = parts;
	const initial = {
		webinars: account.webinars,
		apiKey: account.apiKey,
		registrantsList: { ...account.registrantsList },
		latency: parts.latency,
		callsPerSecond: limit.callsPerSecond,
	};
	return {
		setLatency: (latency: Latency) => void (parts.latency = latency),
		setCallsPerSecond: (callsPerSecond: number) => void (limit.callsPerSecond = callsPerSecond),
		setRegistrantsList: (list: Partial<RegistrantsList>) => void Object.assign(account.registrantsList, list),

		fail: (fault: Fault) => faults.add(fault),
		/**
		 * Changes the account just before the service handles a request. The rules of faults select the request: with
		 * `skip: 1`, the second response shows other data than the first.
		 */
		before: (target: CallTarget, change: () => void) => faults.add({ ...target, kind: 'change', change }),
		/** Removes all faults and the changes of `before`. */
		clearFaults: () => faults.clear(),

		publish: (product: Product) => publish(product, account),
		/** Adds a session to a webinar, and returns its schedule ID. With negative minutes, the session starts later. */
		addSession: (webinar: WebinarKey, minutesAgo: number) => addSession(webinar, minutesAgo, account),
		/** Replaces the API key, which ends the old one at once (service: D). */
		setApiKey: (apiKey: string) => {
			account.replacedApiKeys.add(account.apiKey);
			account.replacedApiKeys.delete(apiKey);
			account.apiKey = apiKey;
		},
		/** Replaces all webinars. */
		setWebinars: (webinars: readonly Webinar[]) => void (account.webinars = webinars),
		/** Changes settings of a webinar, such as its sessions. Its registrants keep theirs. */
		changeWebinar: (key: WebinarKey, settings: Partial<Omit<WebinarSettings, 'id'>>) =>
			changeWebinar(key, settings, account),

		addRegistrants: (webinar: Audience, people: number | readonly Person[]) =>
			addRegistrants(webinar, people, parts),
		/**
		 * Sets how many seconds a registrant was in the live room, the replay room or both. With 0, the registrant only
		 * opened the room.
		 *
		 * @param enteredLiveAfter seconds from the start of the session to entering the live room
		 */
		attend: (who: Who, seconds: PerRoom, enteredLiveAfter = 0) => {
			const registrant = registrants.find(who);
			Object.assign(registrant.attended, seconds);
			registrant.enteredLiveAfter = enteredLiveAfter;
		},
		/** Moves the session of one registrant, so that it started this many minutes ago. */
		startSession: (who: Who, minutesAgo: number) =>
			void (registrants.find(who).startsAt = account.now() - minutesAgo * MINUTE_MS),
		/** Sets the revenue of a registrant's purchases in the live room, the replay room or both. */
		buy: (who: Who, revenue: PerRoom) => void Object.assign(registrants.find(who).purchased, revenue),
		removeRegistrant: (who: Who) => registrants.remove(who),

		/**
		 * Removes registrants, requests and faults, and restores all settings with which the sandbox was started. Only the IDs
		 * of new registrants continue, so that they are unique.
		 */
		reset: () => {
			registrants.removeAll();
			calls.length = 0;
			faults.clear();
			account.webinars = initial.webinars;
			account.apiKey = initial.apiKey;
			account.replacedApiKeys.clear();
			Object.assign(account.registrantsList, initial.registrantsList);
			parts.latency = initial.latency;
			limit.callsPerSecond = initial.callsPerSecond;
			limit.reset();
		},
	};
}

/** Publishes a copy of the product's first webinar under a new ID. */
export function publish(product: Product, account: Account): Webinar {
	const all = account.webinars.filter((webinar) => webinar.product === product);
	const [model] = all;
	if (!model) throw new RangeError(`There is no ${product} webinar to copy.`);
	const id = Math.max(...all.map((webinar) => webinar.id)) + 1;
	const copy = { ...model, id, hash: `new${id}`, name: `${model.name} ${id}` };
	account.webinars = [...account.webinars, copy];
	return copy;
}

/** Adds a session that began some minutes ago, rounded up to the minute. @throws RangeError if there is no such webinar */
export function addSession(key: WebinarKey, minutesAgo: number, account: Account): number {
	const { sessions } = existingWebinar(key, account.webinars);
	const schedule = Math.max(0, ...sessions.map((rule) => rule.schedule)) + 1;
	const startsAt = (Math.ceil(account.now() / MINUTE_MS) - minutesAgo) * MINUTE_MS;
	changeWebinar(key, { sessions: [...sessions, { kind: 'once', schedule, startsAt }] }, account);
	return schedule;
}

function changeWebinar(
	key: WebinarKey,
	settings: Partial<Omit<WebinarSettings, 'id'>>,
	account: Account,
): void {
	const changed = existingWebinar(key, account.webinars);
	account.webinars = account.webinars.map((webinar) =>
		webinar === changed ? { ...webinar, ...settings } : webinar,
	);
}

interface Audience extends WebinarKey {
	/** By default the schedule of the next session. */
	schedule?: number;
}

/**
 * Registers people as if they had registered before.
 *
 * @param people these people, or a number of invented ones
 * @throws RangeError if there is no such webinar or schedule
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

import { bookingsOf, samplePeople } from './people';
import { webinarOf, type Registrants, type Who } from './registrants';
import type { Account, PerRoom, Person, Registrant, RegistrantsList, Webinar, WebinarKey } from './types';

/** What a test, or a person on the pages, can do to the account. */
export interface Controls {
	/**
	 * Registers people, a number of made-up ones or those given, to a schedule of a webinar, by default its next one.
	 * Takes well under a second for 100,000. Throws if there is no such webinar or schedule.
	 */
	addRegistrants(
		webinar: WebinarKey & { schedule?: number },
		people: number | readonly Person[],
	): Registrant[];
	/** Lets a registrant have been in the live room, the replay room or both, for so many seconds. */
	attend(who: Who, seconds: PerRoom): void;
	/** Lets a registrant have bought for so much in the live room, the replay room or both. */
	buy(who: Who, revenue: PerRoom): void;
	removeRegistrant(who: Who): void;
	setRegistrantsList(list: Partial<RegistrantsList>): void;
}

export function controlsOf(account: Account, registrants: Registrants): Controls {
	return {
		addRegistrants: ({ schedule, ...key }, people) => {
			const webinar = existingWebinar(key, account.webinars);
			const persons = typeof people === 'number' ? samplePeople(people, registrants.added) : people;
			return bookingsOf(persons, webinar, { schedule, now: account.now() }).map((booking) =>
				registrants.add(booking),
			);
		},
		attend: (who, seconds) => registrants.attend(who, seconds),
		buy: (who, revenue) => registrants.buy(who, revenue),
		removeRegistrant: (who) => registrants.remove(who),
		setRegistrantsList: (list) => void Object.assign(account.registrantsList, list),
	};
}

function existingWebinar(key: WebinarKey, webinars: readonly Webinar[]): Webinar {
	const webinar = webinarOf(key, webinars);
	if (webinar) return webinar;
	throw new RangeError(`There is no ${key.product} webinar ${key.webinarId}.`);
}

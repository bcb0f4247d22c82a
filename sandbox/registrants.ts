import { randomUUID } from 'node:crypto';
import type { Person, Registrant, Webinar, WebinarKey } from './types';

/** The first IDs. They are far apart, so that IDs of different kinds are never equal. */
const FIRST_USER_ID = 5_001;
const FIRST_EVENT_ID = 3_000_001;
const FIRST_ROW_ID = 20_000_001;
const FIRST_LEAD_ID = 70_000_001;

/** A registration that passed all checks. */
export interface Booking extends Pick<Registrant, BookedField> {
	webinar: Webinar;
	person: Person;
}
type BookedField =
	| 'schedule'
	| 'sessionKind'
	| 'date'
	| 'startsAt'
	| 'sessions'
	| 'timezone'
	| 'via'
	| 'parameters'
	| 'answers';

/** A registrant, a lead ID or an email address. The last two select the person's latest registration. */
export type Who = Registrant | number | string;

/** All registrants of the account, in the order of their registrations. */
export class Registrants {
	readonly all: Registrant[] = [];
	/** The registrant of each accepted registration. A repeated registration adds the same registrant again. */
	readonly registrations: Registrant[] = [];
	private readonly byWebinar = new Map<string, Registrant[]>();
	private readonly bySession = new Map<string, Registrant>();
	private readonly leadIds = new Map<string, number>();
	/** How many registrants were ever added. `removeAll` does not reset it, so that IDs stay unique. */
	added = 0;

	constructor(private readonly now: () => number) {}

	/**
	 * Registers a person. The same person is registered only once for a session: a repeated registration returns the
	 * first one (service: V, two owners). People that a test adds are always new.
	 */
	add(booking: Booking): Registrant {
		const registrant = this.earlierRegistration(booking) ?? this.insert(booking);
		this.registrations.push(registrant);
		return registrant;
	}

	/** Returns the registrants of a webinar. */
	of(webinar: WebinarKey): Registrant[] {
		const key = webinarKey(webinar);
		const list = this.byWebinar.get(key) ?? [];
		this.byWebinar.set(key, list);
		return list;
	}

	withToken(token: string): Registrant | undefined {
		return this.all.find((registrant) => registrant.token === token);
	}

	withRowId(id: number): Registrant | undefined {
		return this.all.find((registrant) => registrant.id === id);
	}

	/** Finds a registrant. @throws RangeError if there is none */
	find(who: Who): Registrant {
		if (typeof who === 'object') return who;
		const wanted = typeof who === 'string' ? who.toLowerCase() : who;
		const found = this.all.filter(({ email, leadId }) => email.toLowerCase() === wanted || leadId === wanted);
		const latest = found.at(-1);
		if (latest) return latest;
		throw new RangeError(`There is no registrant ${who}.`);
	}

	remove(who: Who): void {
		const registrant = this.find(who);
		for (const list of [this.all, this.of(registrant)]) list.splice(list.indexOf(registrant), 1);
		const key = sessionKey(registrant, registrant);
		if (this.bySession.get(key) === registrant) this.bySession.delete(key);
	}

	removeAll(): void {
		this.all.length = 0;
		this.registrations.length = 0;
		this.byWebinar.clear();
		this.bySession.clear();
		this.leadIds.clear();
	}

	/** Returns the earlier registration of the same person for the same session. */
	private earlierRegistration({ webinar, person, ...booking }: Booking): Registrant | undefined {
		if (booking.via === 'sandbox') return undefined;
		const registrant = this.bySession.get(sessionKey({ ...keyOf(webinar), ...booking }, person));
		// A test may have moved the session of this registrant since.
		return registrant?.startsAt === booking.startsAt ? registrant : undefined;
	}

	private insert({ webinar, person, ...booking }: Booking): Registrant {
		const index = this.added++;
		const registrant: Registrant = {
			userId: FIRST_USER_ID + index,
			id: FIRST_ROW_ID + index,
			leadId: this.leadId(person, FIRST_LEAD_ID + index),
			eventId: FIRST_EVENT_ID + index,
			// A UUID, because Node.js creates many of them quickly.
			token: randomUUID().replaceAll('-', '').slice(0, 16),
			...keyOf(webinar),
			...person,
			...booking,
			registeredAt: this.now(),
			subscribed: true,
			confirmed: !webinar.doubleOptIn || booking.via === 'sandbox',
			attended: {},
			enteredLiveAfter: 0,
			purchased: {},
		};
		this.all.push(registrant);
		this.of(registrant).push(registrant);
		this.bySession.set(sessionKey(registrant, person), registrant);
		return registrant;
	}

	/** Returns the lead ID of an email address: the known one, or a new one. */
	private leadId({ email }: Person, newId: number): number {
		const key = email.toLowerCase();
		const id = this.leadIds.get(key) ?? newId;
		this.leadIds.set(key, id);
		return id;
	}
}

function keyOf({ product, id }: Webinar): WebinarKey {
	return { product, webinarId: id };
}

function webinarKey({ product, webinarId }: WebinarKey): string {
	return `${product} ${webinarId}`;
}

/** Identifies a person in a session of a webinar. */
function sessionKey(
	session: WebinarKey & Pick<Registrant, 'schedule' | 'startsAt'>,
	{ email }: Pick<Person, 'email'>,
): string {
	return [webinarKey(session), session.schedule, session.startsAt, email.toLowerCase()].join(' ');
}

export function webinarOf(
	{ product, webinarId }: WebinarKey,
	webinars: readonly Webinar[],
): Webinar | undefined {
	return webinars.find((webinar) => webinar.product === product && webinar.id === webinarId);
}

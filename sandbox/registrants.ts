import { randomUUID } from 'node:crypto';
import type { Person, Registrant, Webinar, WebinarKey } from './types';

/** Far apart, so that an id of one kind never matches one of another. */
const FIRST_USER_ID = 5_001;
const FIRST_EVENT_ID = 3_000_001;
const FIRST_ROW_ID = 20_000_001;
const FIRST_LEAD_ID = 70_000_001;

/** A checked registration. */
export interface Booking extends Pick<Registrant, BookedMember> {
	webinar: Webinar;
	person: Person;
}
type BookedMember =
	'schedule' | 'date' | 'startsAt' | 'sessions' | 'timezone' | 'via' | 'parameters' | 'answers';

/** A registrant, their lead id, or an email address, which selects its latest registration. */
export type Who = Registrant | number | string;

/** All registrations, in their order. A person who registers twice has two entries. */
export class Registrants {
	readonly all: Registrant[] = [];
	private readonly byLeadId = new Map<number, Registrant>();
	private readonly byWebinar = new Map<string, Registrant[]>();
	private readonly eventIds = new Map<string, number>();
	/** How many were added ever. Not reset by `forget`, so that an id never belongs to two people. */
	added = 0;

	constructor(private readonly now: () => number) {}

	add({ webinar, person, ...booking }: Booking): Registrant {
		const place = this.added++;
		const key = { product: webinar.product, webinarId: webinar.id };
		const registrant: Registrant = {
			userId: FIRST_USER_ID + place,
			id: FIRST_ROW_ID + place,
			leadId: FIRST_LEAD_ID + place,
			eventId: this.eventId([keyText(key), booking.schedule, booking.startsAt].join()),
			// A UUID, because Node.js creates many of them quickly.
			token: randomUUID().replaceAll('-', '').slice(0, 16),
			...key,
			...person,
			...booking,
			registeredAt: this.now(),
			subscribed: true,
			confirmed: !webinar.doubleOptIn || booking.via === 'sandbox',
			attended: {},
			purchased: {},
		};
		this.all.push(registrant);
		this.byLeadId.set(registrant.leadId, registrant);
		this.of(key).push(registrant);
		return registrant;
	}

	of(webinar: WebinarKey): Registrant[] {
		const key = keyText(webinar);
		const list = this.byWebinar.get(key) ?? [];
		this.byWebinar.set(key, list);
		return list;
	}

	withToken(token: string): Registrant | undefined {
		return this.all.find((registrant) => registrant.token === token);
	}

	withLeadId(leadId: number): Registrant | undefined {
		return this.byLeadId.get(leadId);
	}

	/** Throws if there is no such registrant. */
	find(who: Who): Registrant {
		const wanted = typeof who === 'object' ? who.leadId : who;
		const found = typeof wanted === 'string' ? this.latestWithEmail(wanted) : this.withLeadId(wanted);
		if (found) return found;
		throw new RangeError(`There is no registrant ${wanted}.`);
	}

	remove(who: Who): void {
		const registrant = this.find(who);
		this.byLeadId.delete(registrant.leadId);
		for (const list of [this.all, this.of(registrant)]) list.splice(list.indexOf(registrant), 1);
	}

	forget(): void {
		this.all.length = 0;
		this.byLeadId.clear();
		this.byWebinar.clear();
	}

	private latestWithEmail(email: string): Registrant | undefined {
		const wanted = email.toLowerCase();
		return this.all.filter((registrant) => registrant.email.toLowerCase() === wanted).at(-1);
	}

	private eventId(event: string): number {
		const id = this.eventIds.get(event) ?? FIRST_EVENT_ID + this.eventIds.size;
		this.eventIds.set(event, id);
		return id;
	}
}

function keyText({ product, webinarId }: WebinarKey): string {
	return `${product} ${webinarId}`;
}

export function webinarOf(
	{ product, webinarId }: WebinarKey,
	webinars: readonly Webinar[],
): Webinar | undefined {
	return webinars.find((webinar) => webinar.product === product && webinar.id === webinarId);
}

import { randomBytes } from 'node:crypto';
import type { Parameters, Person, Registrant, Webinar } from './types';

const FIRST_USER_ID = 5001;

/** A checked registration that only has to be written down. */
export interface Booking {
	webinar: Webinar;
	person: Person;
	schedule: number;
	date: string;
	sessions: readonly string[];
	timezone: string;
	via: Registrant['via'];
	parameters: Parameters;
}

/** Everyone who registered, in that order. A person who registers twice is in it twice. */
export class Registrants {
	readonly all: Registrant[] = [];
	/** Not started anew by `forget`, so that an id never stands for two people. */
	private nextUserId = FIRST_USER_ID;

	constructor(private readonly now: () => number) {}

	add({ webinar, person, ...booking }: Booking): Registrant {
		const registrant: Registrant = {
			userId: this.nextUserId++,
			token: randomBytes(8).toString('hex'),
			product: webinar.product,
			webinarId: webinar.id,
			...person,
			...booking,
			registeredAt: this.now(),
		};
		this.all.push(registrant);
		return registrant;
	}

	withToken(token: string): Registrant | undefined {
		return this.all.find((registrant) => registrant.token === token);
	}

	forget(): void {
		this.all.length = 0;
	}
}

export function webinarOf(
	{ product, webinarId }: Registrant,
	webinars: readonly Webinar[],
): Webinar | undefined {
	return webinars.find((webinar) => webinar.product === product && webinar.id === webinarId);
}

import { bookSessions } from './booking';
import type { Booking } from './registrants';
import { upcomingSessions } from './sessions';
import type { Person, Webinar } from './types';

const firstNames = ['Ada', 'Ben', 'Chiara', 'Dmitri', 'Esra', 'Femi', 'Grace'];
const lastNames = ['Okafor', 'Lindqvist', 'Moreau', 'Tanaka', 'Rossi', 'Haddad', 'Novak', 'Silva', 'Kaur'];

/** Made-up people, numbered consecutively; each has a unique email address. */
export function samplePeople(count: number, before: number): Person[] {
	return Array.from({ length: count }, (_, index) => {
		const place = before + index + 1;
		const firstName = firstNames[place % firstNames.length] ?? '';
		const lastName = lastNames[place % lastNames.length] ?? '';
		const email = `${firstName}.${lastName}.${place}@example.com`.toLowerCase();
		return { firstName, lastName, email };
	});
}

/**
 * The registrations of people for one schedule, without the checks of the register operation. Throws a RangeError if
 * the webinar has no such schedule.
 */
export function bookingsOf(
	people: readonly Person[],
	webinar: Webinar,
	{ schedule, now }: { schedule?: number | undefined; now: number },
): Booking[] {
	const chosen = schedule ?? upcomingSessions(webinar, now)[0]?.schedule;
	const booked = chosen === undefined ? undefined : bookSessions(webinar, { schedule: chosen, now });
	if (chosen === undefined || !booked) {
		throw new RangeError(`Webinar ${webinar.id} has no schedule${schedule ? ` ${schedule}` : ''}.`);
	}
	const booking = {
		webinar,
		schedule: chosen,
		...booked,
		via: 'sandbox',
		parameters: {},
		answers: {},
	} as const;
	return people.map((person) => ({ ...booking, person }));
}

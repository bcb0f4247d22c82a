import { bookSchedule } from './bookSessions';
import type { Booking } from './registrants';
import { nextSession } from './sessions';
import type { Person, Webinar } from './types';

const firstNames = ['Ada', 'Ben', 'Chiara', 'Dmitri', 'Esra', 'Femi', 'Grace'];
const lastNames = ['Okafor', 'Lindqvist', 'Moreau', 'Tanaka', 'Rossi', 'Haddad', 'Novak', 'Silva', 'Kaur'];

/** Invents people with unique email addresses. @param before how many people were invented before */
export function samplePeople(count: number, before: number): Person[] {
	return Array.from({ length: count }, (_, index) => {
		const number = before + index + 1;
		const firstName = firstNames[number % firstNames.length] ?? '';
		const lastName = lastNames[number % lastNames.length] ?? '';
		const email = `${firstName}.${lastName}.${number}@example.com`.toLowerCase();
		return { firstName, lastName, email };
	});
}

/**
 * Books a schedule for people without the checks of the register operation. The session may be over. Without a schedule,
 * books the next session.
 *
 * @throws RangeError if the webinar has no such schedule
 */
export function bookingsOf(
	people: readonly Person[],
	webinar: Webinar,
	{ schedule, now }: { schedule?: number | undefined; now: number },
): Booking[] {
	const chosen = schedule ?? nextSession(webinar, now)?.schedule;
	const booked =
		chosen === undefined ? undefined : bookSchedule(webinar, { schedule: chosen, now, includePast: true });
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

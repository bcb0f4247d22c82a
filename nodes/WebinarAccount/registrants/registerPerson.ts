import type { Zone } from 'luxon';

import type { CallParameters, ServiceClient } from '../service/endpoints';
import { ServiceError } from '../service/errors';
import { COMPARE } from '../service/failures';
import type { Json } from '../service/schemas';
import { isBlank, shortened } from '../utils/values';
import type { FoundSession } from '../webinars/chooseSession';
import { normalizedDate, dateText, EST, momentOf, zoneNamed } from '../webinars/dates';
import { isJustInTimeOrReplay, startText } from '../webinars/webinar';
import { normalizedEmail } from './registrantList';

/** A person and the session that was chosen for them. */
export interface Contact extends FoundSession {
	email: string;
	/** The person's data, by API parameter name, such as `first_name` and `email`. */
	parameters: CallParameters;
	/** The date that selects one session of the schedule; empty to register for the schedule as a whole. */
	date: string;
}

/**
 * The fields of a registration: those that the service returned, with `starts_at` (ISO 8601 in UTC) and `date_text` (a
 * date for people) added. The added fields are null if the start of the session is unknown.
 */
export type Registered = Readonly<Record<string, Json | undefined>>;

/**
 * Sends a register request and checks the response. One request registers the person for a whole series.
 * @throws ServiceError if the request fails, or if the response is about a different person, webinar or session
 */
export async function registerPerson(service: ServiceClient, contact: Contact): Promise<Registered> {
	const { webinar, session, date, parameters } = contact;
	const { timezone } = session;
	const request = {
		...parameters,
		webinar_id: String(webinar.id),
		schedule: String(session.schedule),
		...(date !== '' && { date }),
		...(timezone !== undefined && !isJustInTimeOrReplay(session) && { timezone }),
	};
	const { user } = await service.call(webinar.product.name, 'register', request);
	if (isBlank(user.user_id)) {
		throw new ServiceError('The service reported a success but registered nobody', {
			description: `The service's response has no user_id. Check in the webinar account whether the person is registered for the session. If not, run this item again. ${COMPARE}`,
		});
	}
	// A missing email address, ID or date is accepted, and any date if the request had none.
	const isSamePerson =
		typeof user.email === 'string' && normalizedEmail(user.email) === normalizedEmail(contact.email);
	const isDifferentPerson = !isBlank(user.email) && !isSamePerson;
	if (isDifferentPerson || isDifferentId(user.webinar_id, webinar.id)) {
		throw new ServiceError('The service returned a registration for a different person or webinar', {
			description:
				'The person may have been registered. Look the person up in the webinar account before you run this item again.',
			mayHaveActed: true,
		});
	}
	const hasBothDates = normalizedDate(date) !== undefined && normalizedDate(user.date) !== undefined;
	const isDifferentDate = hasBothDates && !isDateOfSession(user, contact);
	if (isDifferentDate || isDifferentId(user.schedule, session.schedule)) {
		const chosen = `schedule ${session.schedule}${date === '' ? ', any date' : ` on ${date}`}`;
		const booked = `schedule ${user.schedule ?? '(unknown)'} on ${shortened(user.date ?? '(unknown)')}`;
		throw new ServiceError('The service registered the person for a different session than the one chosen', {
			description: `Chosen: ${chosen}. Booked: ${booked}, user_id ${user.user_id}. The service may have returned an earlier registration of this person. Look the person up in the webinar account and correct the session there. ${COMPARE}`,
			mayHaveActed: true,
		});
	}
	const startsAt = startOf(user, contact);
	return {
		...user,
		starts_at: startText(webinar, startsAt),
		date_text: dateText(startsAt, webinar.zone),
	};
}

/** Whether a returned ID differs from the ID in the request. A missing ID does not count as different. */
function isDifferentId(returned: number | null | undefined, sent: number): boolean {
	return !isBlank(returned) && returned !== sent;
}

/** The date of the session that a response to a registration states, with its time zone. */
interface DateInResponse {
	date?: unknown;
	timezone?: unknown;
}

/**
 * Whether the date in a response is the date of the session. The service does not document the time zone of that date,
 * so it is compared in each possible zone.
 */
export function isDateOfSession(user: DateInResponse, { session, webinar }: FoundSession): boolean {
	if (normalizedDate(user.date) === normalizedDate(session.date)) return true;
	return possibleZones(user, { session, webinar }).some((zone) => {
		const start = momentOf(user.date, zone);
		return start !== undefined && start === session.startsAt;
	});
}

/**
 * Returns the start of the booked session in milliseconds since 1970; undefined if the response has no readable date.
 */
function startOf(user: DateInResponse, found: FoundSession): number | undefined {
	if (isBlank(user.date)) return undefined;
	if (isDateOfSession(user, found)) return found.session.startsAt;
	const [likeliest = EST] = possibleZones(user, found);
	return momentOf(user.date, likeliest);
}

/**
 * Returns the possible time zones of the date in a response, the most likely first: the zone that the response names,
 * the zone in the request, the webinar's own zone.
 */
function possibleZones({ timezone }: DateInResponse, { session, webinar }: FoundSession): Zone[] {
	return [
		typeof timezone === 'string' ? zoneNamed(timezone) : undefined,
		zoneNamed(session.timezone ?? ''),
		zoneNamed(webinar.detail.timezone ?? ''),
		webinar.zone,
	].filter((zone) => zone !== undefined);
}

/**
 * Returns the key of a session within its webinar. If a person has two registrations with the same key, the second one
 * is a duplicate. The key omits values that keep changing: the IDs and dates of just-in-time and instant-replay
 * sessions, and the date of a session that is always open.
 */
export function sessionKey({ session, date }: Pick<Contact, 'session' | 'date'>): string {
	const { kind, schedule, startsAt, coversWebinar } = session;
	if (coversWebinar) return 'series';
	if (isJustInTimeOrReplay(session)) return kind;
	if (kind === 'anyTime' || date === '') return `${schedule}`;
	// The key contains the start, not the date, because attendees in different time zones have different dates for the
	// same session.
	return `${schedule}|${startsAt ?? date}`;
}

/** Whether a registration shows which session the person is registered for. */
export function hasScheduleAndDate({ schedule, date }: Registered): boolean {
	return !isBlank(schedule) && normalizedDate(date) !== undefined;
}

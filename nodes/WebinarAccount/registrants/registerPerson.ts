import type { Zone } from 'luxon';

import type { CallParameters, ServiceClient } from '../service/endpoints';
import { ServiceError } from '../service/errors';
import { COMPARE } from '../service/failures';
import type { Attendee, Json } from '../service/schemas';
import { isBlank, shortened } from '../utils/values';
import type { FoundSession } from '../webinars/chooseSession';
import { normalizedDate, dateText, EST, momentOf, zoneNamed } from '../webinars/dates';
import { isJustInTimeOrReplay, startText } from '../webinars/webinar';
import { normalizedEmail } from './registrantList';

/** A person and the session that was chosen for them. */
export interface Contact extends FoundSession {
	email: string;
	/** The person's data, such as first name and email address, under the service's names. */
	parameters: CallParameters;
	/** The date that selects one session of the schedule; empty to register for the schedule as a whole. */
	date: string;
}

/**
 * The registration that the service returned, with `starts_at` (ISO 8601 in UTC) and `date_text` (for people). Both are
 * null if the start is not known.
 */
export type Registered = Readonly<Record<string, Json | undefined>>;

/**
 * Sends a registration and checks the response. A series is registered once ("Registration rules", 1).
 * @throws ServiceError also if the service reports a success that is not the registration that was sent
 */
export async function registerPerson(service: ServiceClient, contact: Contact): Promise<Registered> {
	const { webinar, session, date, parameters } = contact;
	const { timezone } = session;
	const sent = {
		...parameters,
		webinar_id: String(webinar.id),
		schedule: String(session.schedule),
		...(date !== '' && { date }),
		...(timezone !== undefined && !isJustInTimeOrReplay(session) && { timezone }),
	};
	const { user } = await service.call(webinar.product.name, 'register', sent);
	checkPerson(user, contact);
	checkSession(user, contact);
	const startsAt = startOf(user, contact);
	return {
		...user,
		starts_at: startText(webinar, startsAt),
		date_text: dateText(startsAt, webinar.zone),
	};
}

/** Checks that the response is about the person and the webinar that were sent. A missing field is accepted. */
function checkPerson({ user_id, email, webinar_id }: Attendee, contact: Contact): void {
	if (isBlank(user_id)) {
		throw new ServiceError('The service reported a success but registered nobody', {
			description: `Its response has no user_id. Check the session in the webinar account, then run this item again. ${COMPARE}`,
		});
	}
	const isSamePerson = typeof email === 'string' && normalizedEmail(email) === normalizedEmail(contact.email);
	const isOtherPerson = !isBlank(email) && !isSamePerson;
	if (isOtherPerson || isOtherId(webinar_id, contact.webinar.id)) {
		throw new ServiceError('The service returned the registration of another person or webinar', {
			description:
				'The person may have been registered. Look it up in the webinar account before you run this item again.',
			mayHaveActed: true,
		});
	}
}

/**
 * Checks that the response is about the chosen session. A missing or unreadable field is accepted, and so is any date if
 * none was sent.
 */
function checkSession(user: Attendee, { session, date, webinar }: Contact): void {
	const hasBothDates = normalizedDate(date) !== undefined && normalizedDate(user.date) !== undefined;
	const isOtherDate = hasBothDates && !isDateOf(user, { session, webinar });
	if (!isOtherDate && !isOtherId(user.schedule, session.schedule)) return;
	const chosen = `schedule ${session.schedule} on ${date || '(any date)'}`;
	const booked = `schedule ${user.schedule ?? '(unknown)'} on ${shortened(user.date ?? '(unknown)')}`;
	throw new ServiceError('The service registered the person for a different session than the one chosen', {
		description: `Chosen: ${chosen}. Booked: ${booked}, user_id ${user.user_id}. The service may have returned an earlier registration of this person. Look the person up in the webinar account, and correct the session there. ${COMPARE}`,
		mayHaveActed: true,
	});
}

function isOtherId(returned: number | null | undefined, sent: number): boolean {
	return !isBlank(returned) && returned !== sent;
}

/**
 * Whether a returned date is that of the session. The date may be in the zone that was sent, in the webinar's own zone, or
 * in the zone that the response names, because the service does not document which one it returns.
 */
function isDateOf(user: Pick<Attendee, 'date' | 'timezone'>, { session, webinar }: FoundSession): boolean {
	if (normalizedDate(user.date) === normalizedDate(session.date)) return true;
	return possibleZones(user, { session, webinar }).some((zone) => {
		const start = momentOf(user.date, zone);
		return start !== undefined && start === session.startsAt;
	});
}

/** Returns the start of a registration, in milliseconds since 1970; undefined without a readable date. */
function startOf(user: Pick<Attendee, 'date' | 'timezone'>, found: FoundSession): number | undefined {
	if (isBlank(user.date)) return undefined;
	if (isDateOf(user, found)) return found.session.startsAt;
	const [likeliest = EST] = possibleZones(user, found);
	return momentOf(user.date, likeliest);
}

/** Returns the time zones in which a returned date may be, the likeliest first. */
function possibleZones({ timezone }: Pick<Attendee, 'timezone'>, { session, webinar }: FoundSession): Zone[] {
	return [
		typeof timezone === 'string' ? zoneNamed(timezone) : undefined,
		zoneNamed(session.timezone ?? ''),
		zoneNamed(webinar.detail.timezone ?? ''),
		webinar.zone,
	].filter((zone) => zone !== undefined);
}

/** Whether the service says for which session it registered the person. */
export function hasScheduleAndDate({ schedule, date }: Registered): boolean {
	return !isBlank(schedule) && normalizedDate(date) !== undefined;
}

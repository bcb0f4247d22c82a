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
 * @returns the registration, with a hint for the user if the response does not confirm the session
 * @throws ServiceError if the request fails, or if the response is about a different person, webinar or session
 */
export async function registerPerson(
	service: ServiceClient,
	contact: Contact,
): Promise<{ registered: Registered; hint: string | undefined }> {
	const { webinar, session, date, parameters } = contact;
	const { timezone } = session;
	const request = {
		...parameters,
		webinar_id: String(webinar.id),
		schedule: String(session.schedule),
		...(date !== '' && { date }),
		...(timezone !== undefined && !isJustInTimeOrReplay(session) && { timezone }),
	};
	const { user } = await service.call('register', request);
	if (isBlank(user.user_id)) {
		throw new ServiceError('The service reported a success but registered nobody', {
			description: `The service's response has no user_id. Check in the webinar account whether the person is registered for the session. If not, run this item again. ${COMPARE}`,
		});
	}

	// A missing email address, ID or date is accepted, and any date if the request had none.
	const isSamePerson =
		typeof user.email === 'string' && normalizedEmail(user.email) === normalizedEmail(contact.email);
	const isDifferentPerson = !isBlank(user.email) && !isSamePerson;
	if (isDifferentPerson || (user.webinar_id ?? webinar.id) !== webinar.id) {
		throw new ServiceError('The service returned a registration for a different person or webinar', {
			description:
				'The person may have been registered. Look the person up in the webinar account before you run this item again.',
			mayHaveActed: true,
		});
	}

	// The service does not document the time zone of the date in the response, so the date is compared in each possible
	// zone, the most likely one first: the zone that the response names, the zone in the request, the webinar's own zone.
	const zones = [
		typeof user.timezone === 'string' ? zoneNamed(user.timezone) : undefined,
		zoneNamed(timezone ?? ''),
		zoneNamed(webinar.detail.timezone ?? ''),
		webinar.zone,
	].filter((zone) => zone !== undefined);
	const bookedDate = normalizedDate(user.date);
	const isSameDate =
		bookedDate === normalizedDate(session.date) ||
		(session.startsAt !== undefined && zones.some((zone) => momentOf(bookedDate, zone) === session.startsAt));
	const isDifferentDate = normalizedDate(date) !== undefined && bookedDate !== undefined && !isSameDate;
	if (isDifferentDate || (user.schedule ?? session.schedule) !== session.schedule) {
		const chosen = `schedule ${session.schedule}${date === '' ? ', any date' : ` on ${date}`}`;
		const booked = `schedule ${user.schedule ?? '(unknown)'} on ${shortened(user.date ?? '(unknown)')}`;
		throw new ServiceError('The service registered the person for a different session than the one chosen', {
			description: `Chosen: ${chosen}. Booked: ${booked}, user_id ${user.user_id}. The service may have returned an earlier registration of this person. Look the person up in the webinar account and correct the session there. ${COMPARE}`,
			mayHaveActed: true,
		});
	}

	const [likeliestZone = EST] = zones;
	const startsAt = isSameDate ? session.startsAt : momentOf(bookedDate, likeliestZone);
	const registered = {
		...user,
		starts_at: startText(webinar, startsAt),
		date_text: dateText(startsAt, webinar.zone),
	};
	const isSessionStated = !isBlank(user.schedule) && bookedDate !== undefined;
	const isOneDate = session.kind === 'dated' && session.startsAt !== undefined && !session.isSeries;
	const isDateChecked =
		isOneDate && !session.coversWebinar && webinar.zone && !webinar.product.registersOneDate;
	let hint: string | undefined;
	if (date !== '' && !isSessionStated) {
		hint =
			'The service did not say which session it registered the person for. Check the session in the webinar account.';
	} else if (isDateChecked && isSessionStated && !isSameDate) {
		hint =
			'The service registered the person for another date of the chosen session. Check the session in the webinar account.';
	}
	return { registered, hint };
}

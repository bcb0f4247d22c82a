import type { Responses } from '../service/endpoints';
import { ServiceError } from '../service/errors';
import { COMPARE } from '../service/response';
import type { Hint } from '../utils/run';
import { isBlank, scalarText, shortened } from '../utils/values';
import type { FoundSession } from '../webinars/chooseSession';
import { dateText, EST, momentOf, normalizedDate, zoneNamed } from '../webinars/dates';
import { startText } from '../webinars/webinar';
import type { Registered } from './existingRegistration';
import { emailOf, normalizedEmail } from './registrantList';

/** The session that a register request is for. */
export interface RequestedSession extends FoundSession {
	email: string;
	/** The date that selects one session of the schedule; empty to register for the schedule as a whole. */
	date: string;
}

type User = Responses['register']['user'];

/**
 * Checks that a response is about the person, the webinar and the session of the request. A missing email address, ID or
 * date is accepted, and any date if the request had none.
 * @returns the registration, and hints about a session that the response does not confirm
 */
export function checkResponse(
	user: User,
	contact: RequestedSession,
): { registered: Registered; hints: Hint[] } {
	const { webinar, session, date } = contact;
	if (isBlank(user.user_id)) {
		throw new ServiceError('The service reported a success but registered nobody', {
			description: `The service's response has no user_id. Check in the webinar account whether the person is registered for the session. If not, run this item again. ${COMPARE}`,
		});
	}
	const isDifferentPerson = !isBlank(user.email) && emailOf(user) !== normalizedEmail(contact.email);
	if (isDifferentPerson || (user.webinar_id ?? webinar.id) !== webinar.id) {
		throw new ServiceError('The service returned a registration for a different person or webinar', {
			description:
				'The person may have been registered. Look the person up in the webinar account before you run this item again.',
			mayHaveActed: true,
		});
	}
	const booked = bookedSessionOf(user, contact);
	if (booked.comparison === 'different') throw differentSession(user, contact);

	const isOneDate = session.kind === 'dated' && session.startsAt !== undefined && !session.isSeries;
	const isDateChecked =
		isOneDate && !session.coversWebinar && webinar.zone !== undefined && !webinar.product.registersOneDate;
	const isSessionStated = !isBlank(user.schedule) && booked.date !== undefined;
	const hints: Hint[] = [
		[
			booked.comparison === 'sameSeries',
			'The service returned an earlier registration for another session of the series. It covers the following sessions too.',
		],
		[
			date !== '' && !isSessionStated,
			'The service did not say which session it registered the person for. Check the session in the webinar account.',
		],
		[
			isDateChecked && isSessionStated && !booked.isSameDate,
			'The service registered the person for another date of the chosen session. Check the session in the webinar account.',
		],
	];
	return {
		registered: {
			...user,
			starts_at: startText(webinar, booked.startsAt),
			date_text: dateText(booked.startsAt, webinar.zone),
		},
		hints,
	};
}

/** The session for which the service registered a person. */
interface BookedSession {
	/** Compared with the requested one. `sameSeries` is another schedule of the same live series. */
	comparison: 'same' | 'sameSeries' | 'different';
	/** The date in the response in the form of `normalizedDate`. */
	date: string | undefined;
	isSameDate: boolean;
	/** The start in milliseconds since 1970. */
	startsAt: number | undefined;
}

function bookedSessionOf(user: User, { webinar, session, date: requested }: RequestedSession): BookedSession {
	// The service does not document the time zone of the date in the response, so the date is compared in each possible
	// zone, the most likely one first: the zone that the response names, the zone in the request, the webinar's own zone.
	const zones = [
		typeof user.timezone === 'string' ? zoneNamed(user.timezone) : undefined,
		zoneNamed(session.timezone ?? ''),
		zoneNamed(scalarText(webinar.detail.timezone)),
		webinar.zone,
	].filter((zone) => zone !== undefined);
	const date = normalizedDate(user.date);
	const isSameMoment =
		session.startsAt !== undefined && zones.some((zone) => momentOf(date, zone) === session.startsAt);
	const isSameDate = date === normalizedDate(session.date) || isSameMoment;
	const [likeliestZone = EST] = zones;
	const startsAt = isSameDate ? session.startsAt : momentOf(date, likeliestZone);

	const schedule = user.schedule ?? session.schedule;
	const isDifferentDate = normalizedDate(requested) !== undefined && date !== undefined && !isSameDate;
	if (schedule === session.schedule && !isDifferentDate)
		return { comparison: 'same', date, isSameDate, startsAt };
	const isOfSeries = session.coversWebinar && webinar.sessions.some((other) => other.schedule === schedule);
	return { comparison: isOfSeries ? 'sameSeries' : 'different', date, isSameDate, startsAt };
}

function differentSession(user: User, { session, date }: RequestedSession): ServiceError {
	const chosen = `schedule ${session.schedule}${date === '' ? ', any date' : ` on ${date}`}`;
	const booked = `schedule ${user.schedule ?? '(unknown)'} on ${shortened(user.date ?? '(unknown)')}`;
	return new ServiceError('The service registered the person for a different session than the one chosen', {
		description: `Chosen: ${chosen}. Booked: ${booked}, user_id ${user.user_id}. The service may have returned an earlier registration of this person. Look the person up in the webinar account and correct the session there. ${COMPARE}`,
		mayHaveActed: true,
	});
}

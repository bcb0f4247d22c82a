import type { Responses } from '../service/endpoints';
import { ServiceError } from '../service/errors';
import { COMPARE } from '../service/response';
import type { Hint } from '../utils/run';
import { isBlank, scalarText, shortened } from '../utils/values';
import type { Booking } from '../webinars/chooseSession';
import { dateText, EST, momentOf, normalizedDate, zoneNamed } from '../webinars/dates';
import { startText } from '../webinars/webinar';
import type { Registered } from './existingRegistration';
import { emailOf, normalizedEmail } from './registrantList';

type User = Responses['register']['user'];

/**
 * Checks that the response to a register request is about the person, the webinar and the session of the request. Accepts
 * a missing email address, ID or date, and any date if the request had none.
 * @returns the registration, and hints about a session that the response does not confirm
 * @throws ServiceError
 */
export function checkResponse(
	user: User,
	email: string,
	booking: Booking,
): { registered: Registered; hints: Hint[] } {
	const { webinar } = booking;
	if (isBlank(user.user_id)) {
		throw new ServiceError('The service reported a success but registered nobody', {
			description: `The service's response has no user_id. Check in the webinar account whether the person is registered for the session. If not, run this item again. ${COMPARE}`,
		});
	}
	const isSamePerson = isBlank(user.email) || emailOf(user) === normalizedEmail(email);
	const isSameWebinar = isBlank(user.webinar_id) || user.webinar_id === webinar.id;
	if (!isSamePerson || !isSameWebinar) {
		throw new ServiceError('The service returned a registration for a different person or webinar', {
			description:
				'The person may have been registered. Look the person up in the webinar account before you run this item again.',
			mayHaveActed: true,
		});
	}
	const booked = bookedSessionOf(user, booking);
	if (booked.comparison === 'different') throw differentSession(user, booking);
	return {
		registered: {
			...user,
			starts_at: startText(webinar, booked.startsAt),
			date_text: dateText(booked.startsAt, webinar.zone),
		},
		hints: bookedSessionHints(user, booked, booking),
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

function bookedSessionOf(user: User, { webinar, session, date: requestedDate }: Booking): BookedSession {
	// The service does not document the time zone of the date in the response, so the date is compared in each possible
	// zone, the most likely one first: the zone that the response names, the zone in the request, the webinar's own zone.
	const zones = [
		zoneNamed(scalarText(user.timezone)),
		zoneNamed(session.offset ?? ''),
		zoneNamed(scalarText(webinar.detail.timezone)),
		webinar.zone,
	].filter((zone) => zone !== undefined);
	const date = normalizedDate(user.date);
	const isSameMoment =
		session.startsAt !== undefined && zones.some((zone) => momentOf(date, zone) === session.startsAt);
	const isSameDate = date === normalizedDate(session.date) || isSameMoment;
	const startsAt = isSameDate ? session.startsAt : momentOf(date, zones[0] ?? EST);

	const scheduleId = user.schedule ?? session.scheduleId;
	const isOtherDate = normalizedDate(requestedDate) !== undefined && date !== undefined && !isSameDate;
	if (scheduleId === session.scheduleId && !isOtherDate) {
		return { comparison: 'same', date, isSameDate, startsAt };
	}
	const isOfSeries = session.coversWebinar && webinar.sessions.some((each) => each.scheduleId === scheduleId);
	return { comparison: isOfSeries ? 'sameSeries' : 'different', date, isSameDate, startsAt };
}

/** Returns the hints about a session that may be a different one than the requested one. */
function bookedSessionHints(
	user: User,
	{ comparison, date, isSameDate }: BookedSession,
	{ webinar, session, date: requestedDate }: Booking,
): Hint[] {
	const isSessionStated = !isBlank(user.schedule) && date !== undefined;
	// A live registration sends no date, so a different date is no error.
	const hasOneDate = session.kind === 'dated' && session.startsAt !== undefined && !session.isSeries;
	const isDateComparable = !webinar.product.registersOneDate && webinar.zone !== undefined;
	return [
		[
			comparison === 'sameSeries',
			'The service returned an earlier registration for another session of the series. It covers the following sessions too.',
		],
		[
			requestedDate !== '' && !isSessionStated,
			'The service did not say which session it registered the person for. Check the session in the webinar account.',
		],
		[
			hasOneDate && !session.coversWebinar && isDateComparable && isSessionStated && !isSameDate,
			'The service registered the person for another date of the chosen session. Check the session in the webinar account.',
		],
	];
}

function differentSession(user: User, { session, date }: Booking): ServiceError {
	const chosen = `schedule ${session.scheduleId}${date === '' ? ', any date' : ` on ${date}`}`;
	const booked = `schedule ${user.schedule ?? '(unknown)'} on ${shortened(user.date ?? '(unknown)')}`;
	return new ServiceError('The service registered the person for a different session than the one chosen', {
		description: `Chosen: ${chosen}. Booked: ${booked}, user_id ${user.user_id}. The service may have returned an earlier registration of this person. Look the person up in the webinar account and correct the session there. ${COMPARE}`,
		mayHaveActed: true,
	});
}

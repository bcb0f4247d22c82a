import type { Responses } from '../service/endpoints';
import { ServiceError } from '../service/errors';
import { ADVICE_TO_PROBE } from '../service/response';
import { type Hint, shortened } from '../utils/values';
import type { Booking } from '../webinars/chooseSession';
import { dateText, momentOf, normalizedDate, startText, zoneNamed } from '../webinars/dates';
import { hasStart } from '../webinars/webinar';
import type { Registered } from './existingRegistration';
import { emailOf, normalizedEmail } from './registrantList';

type User = Responses['register']['user'];

/**
 * Checks that the response to a register request is about the person, the webinar and the session of the request. Accepts
 * a missing email address, webinar ID, schedule or date, and any date if the request had none.
 * @returns the registration, and a hint if it is for another session of the same series
 * @throws ServiceError
 */
export function checkResponse(
	user: User,
	email: string,
	booking: Booking,
): { registered: Registered; hints: Hint[] } {
	const { webinar } = booking;
	if (!user.user_id) {
		throw new ServiceError('The person may have been registered, but the response has no user_id', {
			description: `Check in the webinar account whether the person is registered for the session. If not, run this item again. ${ADVICE_TO_PROBE}`,
			mayHaveActed: true,
		});
	}
	const isSamePerson = !user.email || emailOf(user) === normalizedEmail(email);
	const isSameWebinar = (user.webinar_id ?? webinar.id) === webinar.id;
	if (!isSamePerson || !isSameWebinar) {
		throw new ServiceError('The service returned a registration for a different person or webinar', {
			description:
				'The person may have been registered. Look the person up in the webinar account before you run this item again.',
			mayHaveActed: true,
		});
	}
	const { startsAt, isSessionSame, isOfSameSeries } = bookedSession(user, booking);
	if (!isSessionSame && !isOfSameSeries) throw differentSession(user, booking);
	const { zone } = webinar.dates;
	return {
		registered: { ...user, starts_at: startText(startsAt, zone), date_text: dateText(startsAt, zone) },
		hints: [
			[
				!isSessionSame,
				'The service returned an earlier registration for another session of the series. It covers the following sessions too.',
			],
		],
	};
}

/**
 * Reads the session in the response, and compares it with the requested one. What the response lacks counts as requested.
 * `startsAt` is undefined if the response has no readable date, or one in an unknown time zone.
 */
function bookedSession(user: User, booking: Booking) {
	const { webinar, session, date: requestedDate } = booking;
	const date = normalizedDate(user.date);
	const isSameDate =
		// The date of a session that is always open changes every minute.
		session.kind === 'anyTime' ||
		date === normalizedDate(session.date) ||
		(hasStart(session) && possibleStarts(user, booking).includes(session.startsAt));
	// If the request had no date, any date in the response is accepted.
	const isDateAccepted = date === undefined || requestedDate === '' || isSameDate;
	const scheduleId = user.schedule ?? session.scheduleId;
	const isOfWebinar = webinar.sessions.some((each) => each.scheduleId === scheduleId);
	return {
		startsAt: isSameDate ? session.startsAt : possibleStarts(user, booking)[0],
		isSessionSame: scheduleId === session.scheduleId && isDateAccepted,
		// In a live series, a registration for one schedule of the webinar covers all of them.
		isOfSameSeries: session.coversWebinar && isOfWebinar,
	};
}

/**
 * Returns the moments that the date in a response can mean, the most likely one first. The service does not document the time
 * zone of this date. It may be the zone that the response names, the offset in the request, the webinar's own zone, or the zone
 * of the listed dates.
 */
function possibleStarts(user: User, { webinar, session }: Booking): number[] {
	const { detail, dates } = webinar;
	const zones = [...[user.timezone, session.offset, detail.timezone].map(zoneNamed), dates.zone];
	return zones.flatMap((zone) => (zone && momentOf(user.date, zone)) ?? []);
}

function differentSession(user: User, { session, date }: Booking): ServiceError {
	const chosen = `schedule ${session.scheduleId}${date === '' ? ', any date' : ` on ${date}`}`;
	const booked = `schedule ${user.schedule ?? '(unknown)'} on ${shortened(user.date ?? '(unknown)')}`;
	return new ServiceError('The service registered the person for a different session than the one chosen', {
		description: `Chosen: ${chosen}. Booked: ${booked}, user_id ${user.user_id}. The service may have returned an earlier registration of this person. Look the person up in the webinar account and correct the session there. ${ADVICE_TO_PROBE}`,
		mayHaveActed: true,
	});
}

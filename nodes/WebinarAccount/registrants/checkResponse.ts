import type { Zone } from 'luxon';

import type { Responses } from '../service/endpoints';
import { ServiceError } from '../service/errors';
import { ADVICE_TO_PROBE } from '../service/response';
import { type Hint, shortened } from '../utils/values';
import type { Booking } from '../webinars/chooseSession';
import { dateText, momentOf, normalizedDate, startText, zoneNamed } from '../webinars/dates';
import { hasStart, type Session } from '../webinars/webinar';
import type { Registered } from './existingRegistration';
import { emailOf, normalizedEmail } from './registrantList';

type User = Responses['register']['user'];

/**
 * Checks that the response to a register request is about the person, the webinar and the session of the request. Accepts
 * a missing email address, webinar ID, schedule or date, and any date if the request had none.
 * @returns the registration, and hints about a session that the response does not confirm
 * @throws ServiceError
 */
export function checkResponse(
	user: User,
	email: string,
	booking: Booking,
): { registered: Registered; hints: Hint[] } {
	const { webinar } = booking;
	if (!user.user_id) {
		// Probably nobody was registered. `mayHaveActed` stays false, so that a later item with the same contact is still sent.
		throw new ServiceError('The service reported a success but registered nobody', {
			description: `The service's response has no user_id. Check in the webinar account whether the person is registered for the session. If not, run this item again. ${ADVICE_TO_PROBE}`,
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
	const booked = bookedSessionOf(user, booking);
	if (booked.sessionComparison === 'different') throw differentSession(user, booking);
	return {
		registered: {
			...user,
			starts_at: startText(booked.startsAt, webinar.dates.zone),
			date_text: dateText(booked.startsAt, webinar.dates.zone),
		},
		hints: bookedSessionHints(user, booked, booking),
	};
}

/** The session in the response, compared with the requested one. */
type SessionComparison = 'same' | 'sameSeries' | 'different';

/** The date in the response, compared with the requested session's, which may be in another time zone. */
type DateComparison = 'same' | 'different' | 'unreadable';

/** The session for which the service registered a person. */
interface BookedSession {
	sessionComparison: SessionComparison;
	dateComparison: DateComparison;
	/** The start in milliseconds since 1970; undefined if the response has no readable date, or one in an unknown time zone. */
	startsAt: number | undefined;
}

/** Reads the session in the response, and compares it with the requested one. */
function bookedSessionOf(user: User, booking: Booking): BookedSession {
	const { webinar, session } = booking;
	// The service does not document the time zone of the date in the response: it may be the zone that the response names, the
	// offset in the request, the webinar's own zone, or the zone of the listed dates, if these differ. Each may be unknown.
	// The most likely zone comes first.
	const zones = [
		zoneNamed(user.timezone),
		zoneNamed(session.offset),
		zoneNamed(webinar.detail.timezone),
		webinar.dates.zone,
	].filter((zone) => zone !== undefined);
	const [likeliestZone] = zones;
	const dateComparison = compareDates(user, session, zones);
	const startInLikeliestZone = likeliestZone && momentOf(user.date, likeliestZone);
	return {
		sessionComparison: compareSessions(user, dateComparison, booking),
		dateComparison,
		startsAt: dateComparison === 'same' ? session.startsAt : startInLikeliestZone,
	};
}

/** Compares the date in the response with the requested session's. @param zones the possible time zones of the response */
function compareDates(user: User, session: Session, zones: readonly Zone[]): DateComparison {
	const date = normalizedDate(user.date);
	if (date === undefined) return 'unreadable';
	// The date of a session that is always open changes every minute.
	if (session.kind === 'anyTime' || date === normalizedDate(session.date)) return 'same';
	const isSameMoment =
		session.startsAt !== undefined && zones.some((zone) => momentOf(date, zone) === session.startsAt);
	return isSameMoment ? 'same' : 'different';
}

/**
 * Compares the schedule and the date in the response with those of the request. If the response lacks one of them, or the
 * request had no date, only the other one is compared.
 * @param user the registration in the response
 * @returns `sameSeries` for another session of the same live series
 */
function compareSessions(
	user: User,
	dateComparison: DateComparison,
	{ webinar, session, date: requestedDate }: Booking,
): SessionComparison {
	// Without a schedule in the response, it counts as the requested one.
	const scheduleId = user.schedule ?? session.scheduleId;
	// A request without a date accepts any.
	const isWrongDate = dateComparison === 'different' && normalizedDate(requestedDate) !== undefined;
	if (scheduleId === session.scheduleId && !isWrongDate) return 'same';
	const isOfWebinar = webinar.sessions.some((each) => each.scheduleId === scheduleId);
	// In a live series, a registration for one schedule of the webinar covers all of them.
	return session.coversWebinar && isOfWebinar ? 'sameSeries' : 'different';
}

/** Returns the hints about a session that may be a different one than the requested one. */
function bookedSessionHints(
	user: User,
	{ sessionComparison, dateComparison }: BookedSession,
	booking: Booking,
): Hint[] {
	const isSessionStated = typeof user.schedule === 'number' && dateComparison !== 'unreadable';
	// A registration without a date is for the whole schedule.
	const isForOneSession = booking.date !== '';
	return [
		[
			sessionComparison === 'sameSeries',
			'The service returned an earlier registration for another session of the series. It covers the following sessions too.',
		],
		[
			isForOneSession && !isSessionStated,
			'The service did not say which session it registered the person for. Check the session in the webinar account.',
		],
		[
			// In a live series, any date is right. In an automated webinar, a different date is an error.
			isSessionStated && dateComparison === 'different' && isSingleLiveDate(booking),
			'The service registered the person for another date of the chosen session. Check the session in the webinar account.',
		],
	];
}

/** Whether a registration is for a single session of a live webinar, and the session's start is known. */
function isSingleLiveDate({ webinar, session }: Booking): boolean {
	// The webinar is an automated one.
	if (webinar.product.registersOneDate) return false;
	if (session.isRecurringOrInSeries || session.coversWebinar) return false;
	// Without the zone, the start is a guess.
	return webinar.dates.zone !== undefined && session.kind === 'dated' && hasStart(session);
}

function differentSession(user: User, { session, date }: Booking): ServiceError {
	const chosen = `schedule ${session.scheduleId}${date === '' ? ', any date' : ` on ${date}`}`;
	const booked = `schedule ${user.schedule ?? '(unknown)'} on ${shortened(user.date ?? '(unknown)')}`;
	return new ServiceError('The service registered the person for a different session than the one chosen', {
		description: `Chosen: ${chosen}. Booked: ${booked}, user_id ${user.user_id}. The service may have returned an earlier registration of this person. Look the person up in the webinar account and correct the session there. ${ADVICE_TO_PROBE}`,
		mayHaveActed: true,
	});
}

import type { Responses } from '../service/endpoints';
import { ServiceError } from '../service/errors';
import { RUN_PROBE } from '../service/response';
import type { Hint } from '../utils/hint';
import { shortened } from '../utils/values';
import type { Booking } from '../webinars/chooseSession';
import { dateText, momentOf, normalizedDate, startText, zoneNamed } from '../webinars/dates';
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
	// Without this ID, probably nobody was registered. `mayHaveActed` is therefore not set, so that the next item with the same
	// person is sent.
	if (!user.user_id) {
		throw new ServiceError('The service reported a success but registered nobody', {
			description: `The service's response has no user_id. Check in the webinar account whether the person is registered for the session. If not, run this item again. ${RUN_PROBE}`,
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
	if (booked.comparison === 'different') throw differentSession(user, booking);
	return {
		registered: {
			...user,
			starts_at: startText(booked.startsAt, webinar.zone),
			date_text: dateText(booked.startsAt, webinar.zone),
		},
		hints: bookedSessionHints(user, booked, booking),
	};
}

/** The result of comparing the session in the response with the requested one. */
type Comparison = 'same' | 'sameSeries' | 'different';

/** The session for which the service registered a person. */
interface BookedSession {
	comparison: Comparison;
	/** The date in the response in the form of `normalizedDate`; undefined without a readable date. */
	date: string | undefined;
	/** Whether the response has the requested session's date, possibly in another time zone. */
	isSameDate: boolean;
	/** The start in milliseconds since 1970; undefined if the response has no readable date, or one in an unknown time zone. */
	startsAt: number | undefined;
}

/** Reads the session in the response, and compares it with the requested one. */
function bookedSessionOf(user: User, booking: Booking): BookedSession {
	const { webinar, session } = booking;
	// The service does not document the time zone of the date in the response, so the date is compared in each possible
	// zone, the most likely one first: the zone that the response names, the zone in the request, and the webinar's own zone.
	// A webinar with just-in-time sessions may have none of these, only `webinar.zone`, in which it was read.
	const zones = [
		zoneNamed(user.timezone),
		zoneNamed(session.offset),
		zoneNamed(webinar.detail.timezone),
		webinar.zone,
	].filter((zone) => zone !== undefined);
	const [likeliestZone] = zones;
	const date = normalizedDate(user.date);
	const isSameMoment =
		session.startsAt !== undefined && zones.some((zone) => momentOf(date, zone) === session.startsAt);
	const isSameDate = date !== undefined && (date === normalizedDate(session.date) || isSameMoment);
	return {
		comparison: compareSessions(user, date, isSameDate, booking),
		date,
		isSameDate,
		startsAt: isSameDate ? session.startsAt : likeliestZone && momentOf(date, likeliestZone),
	};
}

/**
 * Compares the schedule and the date in the response with those of the request. If the response lacks one of them, or the
 * request had no date, only the other one is compared.
 * @param date the date in the response; undefined if it is unreadable
 * @param isSameDate whether this is the requested session's date, possibly in another time zone
 * @returns `sameSeries` for another session of the same live series
 */
function compareSessions(
	user: User,
	date: string | undefined,
	isSameDate: boolean,
	{ webinar, session, date: requestedDate }: Booking,
): Comparison {
	// Without a schedule in the response, it counts as the requested one.
	const scheduleId = user.schedule ?? session.scheduleId;
	const areBothDatesKnown = normalizedDate(requestedDate) !== undefined && date !== undefined;
	const isOtherDate = areBothDatesKnown && !isSameDate;
	if (scheduleId === session.scheduleId && !isOtherDate) return 'same';
	// The whole webinar is one series, so a registration for any of its schedules is for all of them.
	const isOfSeries = session.coversWebinar && webinar.sessions.some((each) => each.scheduleId === scheduleId);
	return isOfSeries ? 'sameSeries' : 'different';
}

/** Returns the hints about a session that may be a different one than the requested one. */
function bookedSessionHints(
	user: User,
	{ comparison, date, isSameDate }: BookedSession,
	{ webinar, session, date: requestedDate }: Booking,
): Hint[] {
	const isSessionStated = typeof user.schedule === 'number' && date !== undefined;
	const isDifferenceCertain = webinar.zone !== undefined && isSessionStated && !isSameDate;
	// For an automated webinar, `compareSessions` has compared the dates. A live registration sends no date, and in a series
	// or a schedule with several dates, the service may return any of them.
	const hasOneDate = session.kind === 'dated' && session.startsAt !== undefined && !session.isSeries;
	const isOtherDateUnexpected =
		!webinar.product.registersOneDate && hasOneDate && !session.coversWebinar && isDifferenceCertain;
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
			isOtherDateUnexpected,
			'The service registered the person for another date of the chosen session. Check the session in the webinar account.',
		],
	];
}

function differentSession(user: User, { session, date }: Booking): ServiceError {
	const chosen = `schedule ${session.scheduleId}${date === '' ? ', any date' : ` on ${date}`}`;
	const booked = `schedule ${user.schedule ?? '(unknown)'} on ${shortened(user.date ?? '(unknown)')}`;
	return new ServiceError('The service registered the person for a different session than the one chosen', {
		description: `Chosen: ${chosen}. Booked: ${booked}, user_id ${user.user_id}. The service may have returned an earlier registration of this person. Look the person up in the webinar account and correct the session there. ${RUN_PROBE}`,
		mayHaveActed: true,
	});
}

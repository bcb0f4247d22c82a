import type { CallParameters, ServiceClient } from '../service/endpoints';
import { ServiceError } from '../service/errors';
import { COMPARE } from '../service/failures';
import type { Attendee, Json, Registrant } from '../service/schemas';
import { isBlank, isRecord, isScalar, readFlag, shortened } from '../utils/values';
import { dateIn, EST, momentOf, zoneNamed } from '../webinars/dates';
import type { FoundSession } from '../webinars/chooseSession';
import { lacksPermanentId, rowZone, startText, type Webinar } from '../webinars/webinar';
import { sameAddress } from './registrantList';
import { LAST_ZONE, sessionStart } from './simplify';

/** A registration, with `starts_at`: ISO 8601 in UTC, null where it is not known. */
export type Registered = Readonly<Record<string, Json | undefined>>;

/**
 * Once for a whole series ("Registration rules", 1).
 * @param person first name, email address and other known values, under the service's names
 * @param isWholeSchedule without a date, so that the service registers for the schedule ("Registration rules", 2)
 * @throws ServiceError also when the service reports a success that is not the registration that was sent
 */
export async function registerPerson(
	service: ServiceClient,
	found: FoundSession,
	person: CallParameters,
	isWholeSchedule: boolean,
): Promise<Registered> {
	const { webinar, session } = found;
	const date = isWholeSchedule || lacksPermanentId(session) ? '' : session.date;
	const sent = {
		...person,
		webinar_id: String(webinar.id),
		schedule: String(session.schedule),
		...(date !== '' && { date }),
		...(session.timezone !== undefined && { timezone: session.timezone }),
	};
	const { user } = await service.call(webinar.product.name, 'register', sent);
	checkAttendee(user, sent, found);
	return { ...user, starts_at: startText(webinar, isBlank(user.date) ? undefined : startOf(user, found)) };
}

/** A member that is missing or cannot be read proves nothing, and neither does a date where none was sent. */
function checkAttendee(user: Attendee, sent: CallParameters, found: FoundSession): void {
	const { webinar, session } = found;
	const { user_id, email } = user;
	if (isBlank(user_id)) {
		throw new ServiceError('The service reported a success but registered nobody', {
			description: `Its answer has no user_id. Check the session in the webinar account, then run this item again. ${COMPARE}`,
		});
	}
	const isOther = (answered: number | null | undefined, id: number) => !isBlank(answered) && answered !== id;
	const isSamePerson = typeof email === 'string' && sameAddress(email) === sameAddress(String(sent.email));
	if ((!isBlank(email) && !isSamePerson) || isOther(user.webinar_id, webinar.id)) {
		throw new ServiceError('The service answered with the registration of another person or webinar', {
			description:
				'The person may have been registered. Look it up in the webinar account before you run this item again.',
			mayHaveActed: true,
		});
	}
	const areDates = dateIn(sent.date) !== undefined && dateIn(user.date) !== undefined;
	const isOtherDate = areDates && startOf(user, found) !== session.startsAt;
	if (isOther(user.schedule, session.schedule) || isOtherDate) {
		const booked = `schedule ${user.schedule ?? '(unknown)'} on ${shortened(user.date ?? '(unknown)')}`;
		throw new ServiceError('The service registered the person for a different session than the one chosen', {
			description: `Chosen: schedule ${session.schedule} on ${String(sent.date ?? '(any date)')}. Booked: ${booked}, user_id ${user_id}. Correct it in the webinar account. ${COMPARE}`,
			mayHaveActed: true,
		});
	}
}

/** Whether a date is in the zone that it names or in that of the call is not documented: as it was sent, in the latter. */
function startOf(
	{ date, timezone }: Pick<Attendee, 'date' | 'timezone'>,
	{ webinar, session }: FoundSession,
): number | undefined {
	if (dateIn(date) === dateIn(session.date)) return session.startsAt;
	const named = typeof timezone === 'string' ? zoneNamed(timezone) : undefined;
	return momentOf(date, named ?? zoneNamed(session.timezone ?? '') ?? webinar.zone ?? EST);
}

export function namesSession({ schedule, date }: Registered): boolean {
	return !isBlank(schedule) && dateIn(date) !== undefined;
}

export function rowStart(row: Registrant, webinar: Webinar) {
	const zone = rowZone(webinar);
	return {
		date: dateIn(row.event) ?? dateIn(row.schedule),
		likely: sessionStart(row, zone ?? EST),
		latest: sessionStart(row, zone ?? LAST_ZONE),
	};
}

/** With every member of a new registration: null where the list does not know it. The row's other members stay. */
export function asRegistration(row: Registrant, { webinar, session }: FoundSession): Registered {
	const { detail } = webinar;
	const links = isRecord(row.links) ? row.links : {};
	const linkTo = (room: string) => [links[room], row[room]].find(isScalar) ?? null;
	const zone = rowZone(webinar);
	const { date = null, likely } = rowStart(row, webinar);
	const isKnown = zone !== undefined && date !== null;
	return {
		...row,
		...('subscribed' in row && { subscribed: readFlag(row.subscribed) ?? row.subscribed }),
		webinar_hash: detail.webinar_hash ?? null,
		date: isKnown ? date : null,
		timezone: isKnown ? (detail.timezone ?? null) : null,
		starts_at: startText({ zone }, likely),
		password: null,
		live_room_url: linkTo('live_room'),
		replay_room_url: linkTo('replay_room'),
		thank_you_url: null,
		phone: row.phone ?? null,
		user_id: row.user_id ?? null,
		schedule: row.schedule_id ?? session.schedule,
		webinar_id: webinar.id,
	};
}

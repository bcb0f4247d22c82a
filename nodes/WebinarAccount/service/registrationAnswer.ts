import type { Zone } from 'luxon';

import { shortened } from '../utils/text';
import { isBlank } from '../utils/values';
import type { CallParameters } from './endpoints';
import { COMPARE } from './errorTexts';
import { ServiceError } from './errors';
import type { Attendee } from './schemas';
import { dateIn, momentOf } from './sessions/choice';
import type { Booking } from './sessions/find';
import { zoneNamed } from './sessions/timezone';
import type { Reading } from './webinars';

/**
 * Checks that the answer to a registration is about the person, webinar and session that were sent. A member that is
 * missing proves nothing, and neither does a date where none was sent.
 * @param sent the parameters of the call
 * @param reading gives the zone of the date that was sent
 */
export function checkAttendee(user: Attendee, sent: CallParameters, reading: Reading): void {
	if (isBlank(user.user_id)) {
		throw new ServiceError('The service reported a success but registered nobody', {
			description: `Its answer has no user_id. Check the session in the webinar account, then run this item again. ${COMPARE}`,
		});
	}
	if (isOther(user.email, sent.email) || isOther(user.webinar_id, sent.webinar_id)) {
		throw new ServiceError('The service answered with the registration of another person or webinar', {
			description:
				'The person may have been registered. Look it up in the webinar account before you run this item again.',
		});
	}
	if (isOther(user.schedule, sent.schedule) || isOtherDate(user, sent.date, reading)) {
		const booked = `schedule ${user.schedule ?? '(unknown)'} on ${shortened(user.date ?? '(unknown)')}`;
		throw new ServiceError('The service registered the person for a different session than the one chosen', {
			description: `Chosen: schedule ${String(sent.schedule)} on ${String(sent.date ?? '(any date)')}. Booked: ${booked}, user_id ${user.user_id}. Correct it in the webinar account. ${COMPARE}`,
		});
	}
}

/** Apart from case, because hosts store email addresses in lower case. */
function isOther(answered: unknown, sent: CallParameters[string] | undefined): boolean {
	if (isBlank(answered)) return false;
	const isText = typeof answered === 'string' || typeof answered === 'number';
	return !isText || String(answered).trim().toLowerCase() !== String(sent).toLowerCase();
}

function isOtherDate(user: Attendee, sent: CallParameters[string] | undefined, reading: Reading): boolean {
	if (!user.date || typeof sent !== 'string' || dateIn(user.date) === dateIn(sent)) return false;
	const zone = zoneIn(user, sent) ?? reading.zone;
	return momentOf(user.date, zone).toMillis() !== momentOf(sent, reading.zone).toMillis();
}

type InZone = Pick<Attendee, 'date' | 'timezone'>;

/**
 * The zone that an answer names for its date; undefined if the date is in the zone of the call. Which of the two it is
 * in is not documented: a date as it was sent is in the zone of the call.
 */
function zoneIn({ date, timezone }: InZone, sent: string): Zone | undefined {
	if (dateIn(date ?? '') === dateIn(sent) || typeof timezone !== 'string') return undefined;
	return zoneNamed(timezone);
}

/** The start of a registration's session in UTC (ISO 8601); null if its zone is a guess. */
export function startInUtc(user: InZone, { reading, session }: Booking): string | null {
	return reading.inUtc(user.date ?? '', zoneIn(user, session.date));
}

import { DateTime, FixedOffsetZone } from 'luxon';

import { isRecord, isScalar } from '../../utils/values';
import type { Product } from '../products';
import type { Json, Registrant } from '../schemas';
import { DATE_FORMAT } from '../sessions/choice';
import type { Booking } from '../sessions/find';
import { followsAttendee } from '../webinars';
import { sessionStart } from './sessionStart';

/**
 * A row of the registrants' list as the registration that it stands for: what a new registration has is under the same
 * names, so that the same expressions work for both; the row's other members follow.
 */
export function asRegistration(
	row: Registrant,
	{ product, booking }: { product: Product; booking: Booking },
): Record<string, Json | undefined> {
	const { reading, session } = booking;
	const { webinar } = reading;
	const { live_room, replay_room } = isRecord(row.links) ? row.links : {};
	const date = dateOf(row);
	// The list does not state the zone of its dates. It can only be the webinar's, if the webinar has one.
	const isZoneKnown = !reading.isZoneGuessed && !followsAttendee(product, webinar);
	return {
		...row,
		webinar_id: webinar.webinar_id,
		webinar_hash: webinar.webinar_hash ?? null,
		schedule: row.schedule_id ?? session.schedule,
		...(date !== undefined && isZoneKnown && { date, timezone: webinar.timezone ?? null }),
		live_room_url: isScalar(live_room) ? live_room : null,
		replay_room_url: isScalar(replay_room) ? replay_room : null,
		existing: true,
	};
}

/** The date of the row's session as YYYY-MM-DD HH:MM; undefined if the row has none in a known format. */
function dateOf(row: Registrant): string | undefined {
	const start = sessionStart(row, FixedOffsetZone.utcInstance);
	return Number.isNaN(start) ? undefined : DateTime.fromMillis(start, { zone: 'utc' }).toFormat(DATE_FORMAT);
}

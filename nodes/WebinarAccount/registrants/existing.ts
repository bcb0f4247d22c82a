import { FixedOffsetZone } from 'luxon';

import type { Json, Registrant } from '../service/schemas';
import { isRecord, isScalar } from '../utils/values';
import { dateIn } from '../webinars/dates';
import type { FoundSession } from '../webinars/find';
import { registrationNumber } from './identity';
import { sessionStart } from './simplify';

/**
 * A row of the registrants' list as the registration that it stands for, with every member of a new one: null where the
 * list does not know it. The row's other members follow.
 */
export function asRegistration(
	row: Registrant,
	{ webinar, session }: FoundSession,
): Record<string, Json | undefined> {
	const links = isRecord(row.links) ? row.links : {};
	const linkTo = (room: string) => [links[room], row[room]].find(isScalar) ?? null;
	const date = dateIn(row.event) ?? dateIn(row.schedule);
	// The list does not state the zone of its dates. It can only be the webinar's, if the webinar has one.
	const zone = webinar.followsAttendee ? undefined : webinar.zone;
	const isKnown = zone !== undefined && date !== undefined;
	return {
		...row,
		webinar_hash: webinar.detail.webinar_hash ?? null,
		date: isKnown ? date : null,
		timezone: isKnown ? (webinar.detail.timezone ?? null) : null,
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

/**
 * The registration that counts, of several that a person has: the one for the chosen date, then the next upcoming one,
 * then the newest.
 * @param now milliseconds since 1970
 */
export function bestOf(
	rows: readonly Registrant[],
	{ webinar, session }: FoundSession,
	now: number,
): Registrant | undefined {
	const zone = webinar.zone ?? FixedOffsetZone.utcInstance;
	const chosen = dateIn(session.date);
	const rank = (row: Registrant): [number, number] => {
		const isChosen = chosen !== undefined && [dateIn(row.event), dateIn(row.schedule)].includes(chosen);
		const start = sessionStart(row, zone);
		if (isChosen) return [0, 0];
		return start !== undefined && start > now ? [1, start] : [2, -(registrationNumber(row) ?? 0)];
	};
	return [...rows].sort((one, other) => {
		const [[first, a], [second, b]] = [rank(one), rank(other)];
		return first - second || a - b;
	})[0];
}

import { EST, minutesUntil, nameOfZone } from './dates';
import { type Session, startText, type Webinar } from './webinar';

/**
 * A session with its webinar, as an output.
 * @param session `startsAt`: undefined for one without a start of its own
 * @param now milliseconds since 1970
 */
export function sessionRow(
	webinar: Pick<Webinar, 'id' | 'detail' | 'zone' | 'followsAttendee'>,
	{ schedule, date, comment, startsAt }: Pick<Session, 'schedule' | 'date' | 'comment' | 'startsAt'>,
	now: number,
) {
	const { id, detail, zone, followsAttendee } = webinar;
	const start = startText(webinar, startsAt);
	return {
		webinar_id: id,
		webinar_hash: detail.webinar_hash ?? null,
		name: detail.name ?? null,
		title: detail.title ?? null,
		type: detail.type ?? null,
		schedule,
		date,
		comment,
		timezone: followsAttendee ? nameOfZone(zone ?? EST, startsAt ?? now) : (detail.timezone ?? null),
		starts_at: start,
		minutes_until_start: start === null ? null : minutesUntil(Date.parse(start), now),
		registration_url: detail.registration_url ?? null,
		direct_live_room_url: detail.direct_live_room_url ?? null,
		direct_replay_room_url: detail.direct_replay_room_url ?? null,
	};
}

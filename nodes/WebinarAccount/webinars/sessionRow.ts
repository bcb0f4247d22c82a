import { Settings } from 'luxon';

import type { WebinarDetail } from '../service/schemas';
import { EST, gmtForm, MINUTE_MS } from './dates';
import { type Session, startText, type Webinar } from './webinar';

/** A webinar, or what a sample shows of one. */
interface ShownWebinar extends Pick<Webinar, 'id' | 'zone' | 'followsAttendee'> {
	detail: Partial<WebinarDetail>;
}

/** What an output says of the zone of a session's date. */
export function shownZone(
	{ detail, zone, followsAttendee }: Omit<ShownWebinar, 'id'>,
	startsAt: number | undefined,
): string | null {
	if (!followsAttendee) return detail.timezone ?? null;
	const known = zone ?? EST;
	return known.isUniversal ? gmtForm(known, startsAt ?? Settings.now()) : known.name;
}

/** An output: what people look for first, the IDs last. @param now milliseconds since 1970 */
export function sessionRow(
	webinar: ShownWebinar,
	{ schedule, date, comment, startsAt }: Pick<Session, 'schedule' | 'date' | 'comment' | 'startsAt'>,
	now: number,
) {
	const { id, detail } = webinar;
	const start = startText(webinar, startsAt);
	return {
		name: detail.name ?? null,
		title: detail.title ?? null,
		date,
		timezone: shownZone(webinar, startsAt),
		starts_at: start,
		// + 0 makes 0 of -0.
		minutes_until_start: start === null ? null : Math.round((Date.parse(start) - now) / MINUTE_MS) + 0,
		comment,
		type: detail.type ?? null,
		registration_url: detail.registration_url ?? null,
		direct_live_room_url: detail.direct_live_room_url ?? null,
		direct_replay_room_url: detail.direct_replay_room_url ?? null,
		webinar_id: id,
		webinar_hash: detail.webinar_hash ?? null,
		schedule,
	};
}

import { DateTime } from 'luxon';

import { type DatedWebinar, readDatedWebinar } from '../../service/sessions/booking';
import { InputError } from '../../service/errors';
import { quoted } from '../../utils/quoted';
import type { Session, WebinarDetail } from '../../service/schemas';
import { isOpenAnyTime, isUnnumbered, startOf } from '../../service/sessions/sessions';
import { type ListedSession, minutesUntil, sessionMemory, sessionsDue } from './dueSessions';
import { type EventData, type PollContext, triggerEvent } from './triggerEvent';

export const sessionStarting = triggerEvent({
	value: 'sessionStarting',
	name: 'Session Starting',
	description: 'When a session of the webinar is about to start, once per session',
	watches: 'webinar',
	isAhead: true,
	memory: sessionMemory,
	noExample: ({ schedule }) =>
		schedule === undefined
			? new InputError(
					'The webinar has no upcoming session with a date',
					'Add a schedule to it, or choose another webinar. What can be entered at any time never starts.',
				)
			: new InputError(
					'The session is not among the upcoming ones of the webinar',
					'Choose another session, or leave Session empty to watch all of them. What can be entered at any time never starts.',
				),

	async poll(context, memory) {
		const dated = await readWebinar(context);
		const now = context.now.toMillis();
		const { minutesBefore } = context;
		const { due, memory: next } = sessionsDue(memory, listedSessions(dated, context), { now, minutesBefore });
		return { events: due.map((session) => eventOf(session, dated.webinar, now)), memory: next };
	},

	async examples(context) {
		const dated = await readWebinar(context);
		const now = context.now.toMillis();
		return listedSessions(dated, context)
			.filter((session) => session.startsAt > now)
			.sort((one, other) => one.startsAt - other.startsAt)
			.map((session) => eventOf(session, dated.webinar, now));
	},
});

/** Without a time zone: a webinar that follows each attendee's gives its dates in EST. */
async function readWebinar({ webinars, product, webinarId, now }: PollContext): Promise<DatedWebinar> {
	return await readDatedWebinar(webinars, product, { id: webinarId }, undefined, now);
}

/**
 * Sessions with a number and a start.
 * @throws InputError when there are some, but the zone of their dates is not known
 */
function listedSessions(
	{ webinar, zone, isZoneGuessed }: DatedWebinar,
	{ schedule }: PollContext,
): ListedSession[] {
	const hasStart = (session: Session) =>
		!isOpenAnyTime(session, webinar.type) && !isUnnumbered(session) && startOf(session, zone).isValid;
	const sessions = (webinar.schedules ?? [])
		.filter((session) => schedule === undefined || session.schedule === schedule)
		.filter(hasStart);
	if (isZoneGuessed && sessions.length > 0) throw unknownStart(webinar);
	return sessions.map((session) => ({
		schedule: session.schedule,
		startsAt: startOf(session, zone).toMillis(),
		date: session.date,
		comment: session.comment ?? null,
	}));
}

function unknownStart({ timezone }: WebinarDetail): InputError {
	const name = (timezone ?? '').trim();
	return new InputError(
		name === ''
			? 'The webinar names no time zone'
			: `The time zone ${quoted(name)} of the webinar is not known`,
		"So the start of its sessions is not known. Set the webinar's time zone in the webinar account.",
	);
}

function eventOf(session: ListedSession, webinar: WebinarDetail, now: number): EventData {
	const { webinar_id, webinar_hash, name, title, timezone, direct_live_room_url, direct_replay_room_url } =
		webinar;
	return {
		webinar_id,
		webinar_hash,
		name,
		title,
		schedule: session.schedule,
		date: session.date,
		comment: session.comment,
		starts_at: DateTime.fromMillis(session.startsAt, { zone: 'utc' }).toISO({ suppressMilliseconds: true }),
		minutes_until_start: minutesUntil(session.startsAt, now),
		timezone,
		direct_live_room_url,
		direct_replay_room_url,
	};
}

import { DateTime } from 'luxon';

import { InputError } from '../../service/errors';
import type { WebinarDetail } from '../../service/schemas';
import { minutesUntil, startOf } from '../../service/sessions/upcoming';
import { quoted } from '../../utils/text';
import { type ListedSession, sessionsDue, sessionState } from '../dueSessions';
import { webinarEvent } from '../triggerEvent';
import type { EventData, WebinarContext } from './event';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

export const sessionStarting = webinarEvent({
	value: 'sessionStarting',
	name: 'Session Starting',
	action: 'On session about to start',
	description: 'When a session of the webinar is about to start, once per session',
	takes: ['minutesBefore'],
	state: sessionState,
	initial: { upcoming: [], reported: [] },
	// A day more, because the time zone of the list's dates may be a guess.
	leadMs: ({ minutesBefore }) => minutesBefore * MINUTE_MS + DAY_MS,
	isDue: ({ upcoming }, { minutesBefore, now }) =>
		upcoming.some(({ startsAt }) => startsAt - minutesBefore * MINUTE_MS <= now),
	noExample: ({ schedule, webinarId }) =>
		schedule === undefined
			? new InputError(
					webinarId === undefined
						? 'No webinar has an upcoming session with a date'
						: 'The webinar has no upcoming session with a date',
					'Add a schedule in the webinar account, or choose another webinar. Always-on webinars have no start time.',
				)
			: new InputError(
					'The session is not an upcoming session of the webinar',
					'Choose another session, or All Sessions. Always-on webinars have no start time.',
				),

	async poll(context, before) {
		const { webinar, sessions } = await readSessions(context);
		const { minutesBefore, now } = context;
		const { due, state } = sessionsDue(before, sessions, { now, minutesBefore });
		return { events: due.map((session) => eventOf(session, webinar, now)), state };
	},

	async examples(context) {
		const { webinar, sessions } = await readSessions(context);
		const { now } = context;
		return sessions
			.filter(({ startsAt }) => startsAt > now)
			.sort((one, other) => one.startsAt - other.startsAt)
			.map((session) => eventOf(session, webinar, now));
	},
});

/**
 * Reads the webinar and its sessions with an ID and a start. No time zone is passed, so a webinar that follows each
 * attendee's zone has its dates in EST.
 * @throws InputError when there are such sessions, but the zone of their dates is unknown
 */
async function readSessions(
	context: WebinarContext,
): Promise<{ webinar: WebinarDetail; sessions: ListedSession[] }> {
	const { webinars, product, webinarId, schedule: chosen } = context;
	const reading = await webinars.webinar(product, { id: webinarId });
	const { webinar, isZoneGuessed } = reading;
	const sessions = reading.sessions
		.filter((session) => chosen === undefined || session.schedule === chosen)
		.flatMap((session) => {
			const { schedule, date, comment = null } = session;
			const startsAt = startOf({ reading, session });
			return startsAt === undefined ? [] : [{ schedule, startsAt, date, comment }];
		});
	if (!isZoneGuessed || sessions.length === 0) return { webinar, sessions };
	if (context.isAlone) throw unknownStart(webinar);
	return { webinar, sessions: [] };
}

function unknownStart({ timezone }: WebinarDetail): InputError {
	const name = (timezone ?? '').trim();
	return new InputError(
		name === ''
			? 'The webinar has no time zone'
			: `The time zone ${quoted(name)} of the webinar is not known`,
		"Its sessions have no known start. Set the webinar's time zone in the webinar account.",
	);
}

function eventOf(session: ListedSession, webinar: WebinarDetail, now: number): EventData {
	const { schedule, date, comment, startsAt } = session;
	return {
		webinar_id: webinar.webinar_id,
		webinar_hash: webinar.webinar_hash,
		name: webinar.name,
		title: webinar.title,
		schedule,
		date,
		comment,
		starts_at: DateTime.fromMillis(startsAt, { zone: 'utc' }).toISO({ suppressMilliseconds: true }),
		minutes_until_start: minutesUntil(startsAt, now),
		timezone: webinar.timezone,
		direct_live_room_url: webinar.direct_live_room_url,
		direct_replay_room_url: webinar.direct_replay_room_url,
	};
}

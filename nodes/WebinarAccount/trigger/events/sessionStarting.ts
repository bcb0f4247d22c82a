import { DateTime } from 'luxon';
import { z } from 'zod/v4';

import { InputError } from '../../service/errors';
import { quoted } from '../../utils/text';
import { DATE_FORMAT, minutesUntil, utcText } from '../../webinars/dates';
import type { Webinar } from '../../webinars/webinar';
import { type EventData, type WebinarContext, webinarEvent } from '../event';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

const listedSession = z.object({
	schedule: z.int(),
	/** Milliseconds since 1970. */
	startsAt: z.int(),
	date: z.string(),
	comment: z.string().nullable(),
});

type ListedSession = z.output<typeof listedSession>;

const sessionState = z.object({
	/** Sessions of the last poll that were not reported yet. */
	upcoming: z.array(listedSession),
	/** Sessions that were reported, or began before the first poll. */
	reported: z.array(listedSession.pick({ schedule: true, startsAt: true })),
});

type SessionState = z.output<typeof sessionState>;
type Reported = SessionState['reported'][number];

export const sessionStarting = webinarEvent<SessionState>({
	value: 'sessionStarting',
	name: 'Session Starting',
	description: 'When a session of the webinar is about to start, once per session',
	takes: ['minutesBefore'],
	state: sessionState,
	initial: { upcoming: [], reported: [] },

	async poll(context, before) {
		const { webinar, sessions } = await readSessions(context);
		const { due, state } = sessionsDue(before, sessions, context);
		return { events: due.map((session) => eventOf(session, webinar, context.now)), state };
	},

	async examples(context) {
		const { webinar, sessions } = await readSessions(context);
		const { now } = context;
		return sessions
			.filter(({ startsAt }) => startsAt > now)
			.sort((one, other) => one.startsAt - other.startsAt)
			.map((session) => eventOf(session, webinar, now));
	},

	sample({ minutesBefore }, now) {
		const startsAt = now + minutesBefore * MINUTE_MS - (now % MINUTE_MS);
		const date = DateTime.fromMillis(startsAt, { zone: 'utc' }).toFormat(DATE_FORMAT);
		const detail = {
			...{ webinar_hash: 'sample', name: 'Sample Webinar', title: 'A Sample Webinar', timezone: 'UTC' },
			direct_live_room_url: 'https://event.example.com/go/live/6/sample',
			direct_replay_room_url: 'https://event.example.com/go/replay/6/sample',
		};
		return eventOf({ schedule: 56, startsAt, date, comment: 'Sample session' }, { id: 6, detail }, now);
	},
});

/**
 * Reads the webinar and its sessions with a date. No time zone is passed, so a webinar that follows each attendee's zone
 * has its dates in EST.
 * @throws InputError when there are such sessions, but the zone of their dates is unknown
 */
async function readSessions({
	webinars,
	product,
	webinarId,
	schedule: chosen,
}: WebinarContext): Promise<{ webinar: Webinar; sessions: ListedSession[] }> {
	const webinar = await webinars.webinar(product, { id: webinarId });
	const sessions = webinar.sessions.flatMap(({ kind, schedule, startsAt, date, comment }) => {
		const isWatched = kind === 'dated' && (chosen === undefined || schedule === chosen);
		return isWatched && startsAt !== undefined ? [{ schedule, startsAt, date, comment }] : [];
	});
	if (!webinar.zone && sessions.length > 0) throw unknownStart(webinar);
	return { webinar, sessions };
}

function unknownStart({ detail }: Webinar): InputError {
	const name = (detail.timezone ?? '').trim();
	return new InputError(
		name === ''
			? 'The webinar has no time zone'
			: `The time zone ${quoted(name)} of the webinar is not known`,
		"Its sessions have no known start. Set the webinar's time zone in the webinar account.",
	);
}

/**
 * Finds the sessions to report: each once, near its start, and at most an hour after it. The service may list only
 * future sessions, so a session that began since the last poll is read from the state.
 * @param state undefined at the first poll, which reports nothing and skips sessions that have begun
 */
function sessionsDue(
	state: SessionState | undefined,
	listed: readonly ListedSession[],
	{ now, minutesBefore }: Pick<WebinarContext, 'now' | 'minutesBefore'>,
): { due: ListedSession[]; state: SessionState } {
	const before = state?.upcoming ?? [];
	const isListed = isAmong(listed);
	const wasListed = isAmong(before);
	/**
	 * A session that disappeared before its start while one appeared that begins less than an hour earlier or later was
	 * moved. One that disappears at its start has begun.
	 */
	const movedTo = (session: Reported): ListedSession | undefined =>
		isListed(session) || session.startsAt <= now
			? undefined
			: listed.find(
					(other) =>
						other.schedule === session.schedule &&
						Math.abs(other.startsAt - session.startsAt) < HOUR_MS &&
						!wasListed(other),
				);
	const isOver = ({ startsAt }: Reported) => now - startsAt > HOUR_MS;
	const reported = (state?.reported ?? [])
		.filter((session) => !isOver(session) || isListed(session))
		// A moved session gets its new start, so that a further move is measured from there.
		.map((session) => identityOf(movedTo(session) ?? session));
	const begun = before.filter((session) => session.startsAt <= now && !isListed(session));
	const sessions = [...listed, ...begun]
		.filter((session) => !isOver(session))
		.sort((one, other) => one.startsAt - other.startsAt);

	const reportFrom = state ? minutesBefore * MINUTE_MS : 0;
	const done = new Set(reported.map(keyOf));
	const due: ListedSession[] = [];
	const upcoming: ListedSession[] = [];
	for (const session of sessions) {
		if (done.has(keyOf(session))) continue;
		done.add(keyOf(session));
		if (session.startsAt - reportFrom > now) upcoming.push(session);
		else due.push(session);
	}
	return {
		due: state ? due : [],
		state: { upcoming, reported: [...reported, ...due.map(identityOf)] },
	};
}

function identityOf({ schedule, startsAt }: Reported): Reported {
	return { schedule, startsAt };
}

function keyOf({ schedule, startsAt }: Reported): string {
	return `${schedule} ${startsAt}`;
}

function isAmong(sessions: readonly Reported[]): (session: Reported) => boolean {
	const keys = new Set(sessions.map(keyOf));
	return (session) => keys.has(keyOf(session));
}

function eventOf(
	{ schedule, date, comment, startsAt }: ListedSession,
	{ id, detail }: Pick<Webinar, 'id' | 'detail'>,
	now: number,
): EventData {
	return {
		webinar_id: id,
		webinar_hash: detail.webinar_hash,
		name: detail.name,
		title: detail.title,
		schedule,
		date,
		comment,
		starts_at: utcText(startsAt),
		minutes_until_start: minutesUntil(startsAt, now),
		timezone: detail.timezone,
		direct_live_room_url: detail.direct_live_room_url,
		direct_replay_room_url: detail.direct_replay_room_url,
	};
}

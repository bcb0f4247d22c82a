import { DateTime, FixedOffsetZone } from 'luxon';
import { z } from 'zod/v4';

import { InputError } from '../service/errors';
import { quoted } from '../utils/values';
import { DATE_FORMAT, HOUR_MS, MINUTE_MS } from '../webinars/dates';
import { sessionRow, type Webinar } from '../webinars/webinar';
import { type WebinarContext, webinarEvent } from './event';

const knownSession = z.object({
	schedule: z.int(),
	startsAt: z.int(),
	date: z.string(),
	comment: z.string().nullable(),
	/** Whether it was reported, or began before the first poll. */
	isReported: z.boolean(),
});

type KnownSession = z.output<typeof knownSession>;
type ListedSession = Omit<KnownSession, 'isReported'>;

export const sessionStarting = webinarEvent(z.array(knownSession), {
	value: 'sessionStarting',
	name: 'Session Starting',
	description: 'When a session of the webinar is about to start, once per session',
	takes: ['minutesBefore'],
	initial: [],

	async poll(context, before) {
		const { webinar, sessions } = await readSessions(context);
		const { due, state } = sessionsDue(before, sessions, context);
		return { events: due.map((session) => sessionRow(webinar, session, context.now)), state };
	},

	async examples(context) {
		const { webinar, sessions } = await readSessions(context);
		const { now } = context;
		return sessions
			.filter(({ startsAt }) => startsAt > now)
			.sort((one, other) => one.startsAt - other.startsAt)
			.map((session) => sessionRow(webinar, session, now));
	},

	sample({ minutesBefore }, now) {
		const startsAt = now + minutesBefore * MINUTE_MS - (now % MINUTE_MS);
		const date = DateTime.fromMillis(startsAt, { zone: 'utc' }).toFormat(DATE_FORMAT);
		const detail = {
			webinar_hash: 'sample',
			name: 'Sample Webinar',
			title: 'A Sample Webinar',
			type: 'Single presentation' as const,
			timezone: 'UTC',
			registration_url: 'https://event.example.com/register/6/sample',
			direct_live_room_url: 'https://event.example.com/go/live/6/sample',
			direct_replay_room_url: 'https://event.example.com/go/replay/6/sample',
		};
		const webinar = { id: 6, detail, zone: FixedOffsetZone.utcInstance, followsAttendee: false };
		return sessionRow(webinar, { schedule: 56, startsAt, date, comment: 'Sample session' }, now);
	},
});

/** The sessions with a date, which is in EST if the webinar follows the attendee, because no time zone is passed. */
async function readSessions(
	context: WebinarContext,
): Promise<{ webinar: Webinar; sessions: ListedSession[] }> {
	const webinar = await context.webinars.forDisplay().webinar(context.product, { id: context.webinarId });
	const sessions = webinar.sessions.flatMap(({ kind, schedule, startsAt, date, comment }) => {
		const isWatched = kind === 'dated' && schedule === (context.schedule ?? schedule);
		return isWatched && startsAt !== undefined ? [{ schedule, startsAt, date, comment }] : [];
	});
	if (webinar.zone || sessions.length === 0) return { webinar, sessions };
	const name = (webinar.detail.timezone ?? '').trim();
	throw new InputError(
		name === ''
			? 'The webinar has no time zone'
			: `The time zone ${quoted(name)} of the webinar is not known`,
		"Its sessions have no known start. Set the webinar's time zone in the webinar account.",
	);
}

/**
 * Each once, near its start, and at most an hour after it. The service may list only future sessions, so a session that
 * began since the last poll is read from the state.
 * @param before undefined at the first poll, which reports nothing and skips sessions that have begun
 */
function sessionsDue(
	before: readonly KnownSession[] | undefined,
	listed: readonly ListedSession[],
	{ now, minutesBefore }: Pick<WebinarContext, 'now' | 'minutesBefore'>,
): { due: ListedSession[]; state: KnownSession[] } {
	const known = before ?? [];
	const listedKeys = new Set(listed.map(keyOf));
	const knownKeys = new Set(known.map(keyOf));
	const sessions = new Map(listed.map((session) => [keyOf(session), { ...session, isReported: false }]));
	for (const session of known) {
		const { schedule, startsAt, isReported } = session;
		const isGone = !listedKeys.has(keyOf(session));
		const hasBegun = startsAt <= now;
		if (!isReported && !(isGone && hasBegun)) continue;
		// Gone before its start, while one appeared that begins less than an hour earlier or later: it was moved, and gets
		// its new start, so that a further move is measured from there.
		const isMovedTo = (other: ListedSession) =>
			other.schedule === schedule &&
			Math.abs(other.startsAt - startsAt) < HOUR_MS &&
			!knownKeys.has(keyOf(other));
		const current = (isGone && !hasBegun && listed.find(isMovedTo)) || session;
		sessions.set(keyOf(current), { ...current, isReported });
	}
	const isOver = ({ startsAt }: ListedSession) => now - startsAt > HOUR_MS;
	const left = [...sessions.values()]
		// One that was reported is not reported again if the clock was ahead.
		.filter((session) => !isOver(session) || (session.isReported && listedKeys.has(keyOf(session))))
		.sort((one, other) => one.startsAt - other.startsAt);
	const reportFrom = before ? minutesBefore * MINUTE_MS : 0;
	const isNear = ({ startsAt }: ListedSession) => startsAt - reportFrom <= now;
	return {
		due: before ? left.filter((session) => isNear(session) && !session.isReported) : [],
		state: left.map((session) => ({ ...session, isReported: session.isReported || isNear(session) })),
	};
}

function keyOf({ schedule, startsAt }: ListedSession): string {
	return `${schedule} ${startsAt}`;
}

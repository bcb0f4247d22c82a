import { z } from 'zod/v4';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** Maximum number of reported sessions in the state; the latest ones are kept. */
const MAX_REPORTED = 1000;

const listedSession = z.object({
	schedule: z.int(),
	/** Milliseconds since 1970. */
	startsAt: z.int(),
	date: z.string(),
	comment: z.string().nullable(),
});

/** A session of the webinar's list. */
export type ListedSession = z.output<typeof listedSession>;

const reportedSession = listedSession.pick({ schedule: true, startsAt: true });

type Reported = z.output<typeof reportedSession>;

export const sessionState = z.object({
	/** Sessions of the last poll that were not reported yet. */
	upcoming: z.array(listedSession),
	/** Sessions that were reported, or began before the first poll. */
	reported: z.array(reportedSession),
});

type SessionState = z.output<typeof sessionState>;

/**
 * Finds the sessions to report: each once, near its start, and at most an hour after it. The service may list only
 * future sessions, so a session that began since the last poll is read from the state.
 * @param state undefined at the first poll, which reports nothing and skips sessions that have begun
 * @param now milliseconds since 1970
 */
export function sessionsDue(
	state: SessionState | undefined,
	listed: readonly ListedSession[],
	{ now, minutesBefore }: { now: number; minutesBefore: number },
): { due: ListedSession[]; state: SessionState } {
	const before = state?.upcoming ?? [];
	// A moved session gets its new start, so that a further move is measured from there.
	const reported = (state?.reported ?? []).map((session) => {
		const { schedule, startsAt } = movedTo(session, listed, before) ?? session;
		return { schedule, startsAt };
	});
	const isMissing = (session: ListedSession) =>
		!isAmong(listed, session) && !movedTo(session, listed, before);
	// A session that disappeared before its start was cancelled.
	const begun = before.filter((session) => session.startsAt <= now).filter(isMissing);
	const sessions = [...listed, ...begun]
		.filter(({ startsAt }) => now - startsAt <= HOUR_MS)
		.sort((one, other) => one.startsAt - other.startsAt);

	const reportFrom = state ? minutesBefore * MINUTE_MS : 0;
	const due: ListedSession[] = [];
	const upcoming: ListedSession[] = [];
	for (const session of sessions) {
		const { schedule, startsAt } = session;
		if (isAmong(reported, session)) continue;
		if (startsAt - reportFrom > now) upcoming.push(session);
		else {
			due.push(session);
			reported.push({ schedule, startsAt });
		}
	}
	return { due: state ? due : [], state: { upcoming, reported: reported.slice(-MAX_REPORTED) } };
}

/**
 * A session that disappeared while one appeared that begins less than an hour earlier or later was moved.
 * @param before sessions that were listed beside it, which are others
 */
function movedTo(
	session: Reported,
	listed: readonly ListedSession[],
	before: readonly ListedSession[],
): ListedSession | undefined {
	if (isAmong(listed, session)) return undefined;
	return listed.find(
		(other) =>
			other.schedule === session.schedule &&
			Math.abs(other.startsAt - session.startsAt) < HOUR_MS &&
			!isAmong(before, other),
	);
}

function isAmong(sessions: readonly Reported[], { schedule, startsAt }: Reported): boolean {
	return sessions.some((other) => other.schedule === schedule && other.startsAt === startsAt);
}

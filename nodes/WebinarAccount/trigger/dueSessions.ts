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
	const isMissing = (session: ListedSession) => !listed.some((other) => isSame(session, other));
	// A session that disappeared before its start was cancelled.
	const begun = (state?.upcoming ?? []).filter((session) => session.startsAt <= now).filter(isMissing);
	const sessions = [...listed, ...begun]
		.filter(({ startsAt }) => now - startsAt <= HOUR_MS)
		.sort((one, other) => one.startsAt - other.startsAt);

	const reportFrom = state ? minutesBefore * MINUTE_MS : 0;
	const reported = [...(state?.reported ?? [])];
	const due: ListedSession[] = [];
	const upcoming: ListedSession[] = [];
	for (const session of sessions) {
		const { schedule, startsAt } = session;
		if (reported.some((other) => isSame(session, other))) continue;
		if (startsAt - reportFrom > now) upcoming.push(session);
		else {
			due.push(session);
			reported.push({ schedule, startsAt });
		}
	}
	return { due: state ? due : [], state: { upcoming, reported: reported.slice(-MAX_REPORTED) } };
}

/** A session that is moved by less than an hour is still the same session. */
function isSame(one: z.output<typeof reportedSession>, other: z.output<typeof reportedSession>): boolean {
	return one.schedule === other.schedule && Math.abs(one.startsAt - other.startsAt) < HOUR_MS;
}

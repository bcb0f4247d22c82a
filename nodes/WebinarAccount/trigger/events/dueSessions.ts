import { z } from 'zod/v4';

const MINUTE_MS = 60_000;

/** A session that began longer ago than this is not reported any more, and is forgotten. */
const LATEST_MS = 60 * MINUTE_MS;

const rememberedSession = z.object({
	schedule: z.int(),
	/** Milliseconds since 1970. */
	startsAt: z.int(),
	date: z.string(),
	comment: z.string().nullable(),
	/** Reported, or begun before it could be. */
	isDone: z.boolean(),
});

export const sessionMemory = z.object({ sessions: z.array(rememberedSession) });

type SessionMemory = z.output<typeof sessionMemory>;

/** A session as the webinar lists it. */
export type ListedSession = Omit<z.output<typeof rememberedSession>, 'isDone'>;

interface SessionsDue {
	due: ListedSession[];
	memory: SessionMemory;
}

/**
 * Which sessions to report: each once, as soon as its start is near. The service lists only what is to come, so
 * sessions are remembered from the day they are listed; one that began between two polls is still reported.
 * @param memory undefined at the first poll, which reports nothing and lets pass what has begun
 * @param listed with start in the future or shortly before
 */
export function sessionsDue(
	memory: SessionMemory | undefined,
	listed: readonly ListedSession[],
	{ now, minutesBefore }: { now: number; minutesBefore: number },
): SessionsDue {
	const remembered = memory?.sessions ?? [];
	const isDone = (session: ListedSession) =>
		remembered.some((other) => isSame(other, session) && other.isDone);
	// One that is off the list before it began was cancelled, and may come back.
	const offTheList = remembered.filter(
		(session) =>
			(session.startsAt <= now || session.isDone) && !listed.some((other) => isSame(other, session)),
	);
	const sessions = [...listed, ...offTheList]
		.filter((session, place, all) => all.findIndex((other) => isSame(other, session)) === place)
		.filter(({ startsAt }) => now - startsAt <= LATEST_MS)
		.map((session) => ({ ...session, isDone: isDone(session) }))
		.sort((one, other) => one.startsAt - other.startsAt);
	const due = sessions.filter(
		(session) => memory && !session.isDone && session.startsAt - minutesBefore * MINUTE_MS <= now,
	);
	const isOver = (session: ListedSession) => session.startsAt <= now;
	return {
		due,
		memory: {
			sessions: sessions.map((session) => ({
				...session,
				isDone: session.isDone || due.includes(session) || isOver(session),
			})),
		},
	};
}

function isSame(one: ListedSession, other: ListedSession): boolean {
	return one.schedule === other.schedule && one.startsAt === other.startsAt;
}

/** Whole minutes until a start; negative after it. */
export function minutesUntil(startsAt: number, now: number): number {
	return Math.round((startsAt - now) / MINUTE_MS) + 0;
}

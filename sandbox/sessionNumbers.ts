import type { SessionRule, Webinar } from './types';

/**
 * Returns the sessions of a webinar with their numbers in the dashboard: 1, 2, 3. One-click links contain these numbers, and
 * not the schedule IDs of the API. Just in time and instant replay have none.
 */
export function numberedSessions({ sessions }: Webinar): Array<{ number: number; rule: SessionRule }> {
	return sessions.filter(hasNumber).map((rule, index) => ({ number: index + 1, rule }));
}

/** Returns the session number of a schedule; undefined if it has none. */
export function sessionNumberOf(webinar: Webinar, schedule: number): number | undefined {
	return numberedSessions(webinar).find(({ rule }) => rule.schedule === schedule)?.number;
}

function hasNumber({ kind }: SessionRule): boolean {
	return kind !== 'justInTime' && kind !== 'instantReplay';
}

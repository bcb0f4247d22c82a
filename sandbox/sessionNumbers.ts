import type { SessionRule, Webinar } from './types';

/**
 * The numbers that the dashboard gives the sessions of a webinar, and that its one-click links contain: 1, 2, 3, other
 * than the schedule IDs of the API. Just in time and instant replay have none.
 */
export function numberedSessions({ sessions }: Webinar): Array<{ number: number; rule: SessionRule }> {
	return sessions.filter(hasNumber).map((rule, index) => ({ number: index + 1, rule }));
}

/** The session number of a schedule; undefined if it has none. */
export function sessionNumberOf(webinar: Webinar, schedule: number): number | undefined {
	return numberedSessions(webinar).find(({ rule }) => rule.schedule === schedule)?.number;
}

function hasNumber({ kind }: SessionRule): boolean {
	return kind !== 'justInTime' && kind !== 'instantReplay';
}

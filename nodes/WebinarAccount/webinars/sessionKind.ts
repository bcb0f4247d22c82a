import type { WebinarDetail } from '../service/schemas';

/**
 * The kind of a session, which determines when people can attend:
 * - `dated`: on a fixed date
 * - `justInTime`: a few minutes after they register
 * - `instantReplay`: immediately after they register, as a recording
 * - `anyTime`: at any time, because the room is always open ("Always on", "Right now")
 */
export type SessionKind = 'dated' | 'justInTime' | 'instantReplay' | 'anyTime';

/** How the service's description of a session begins, in lower case. Text may follow: "Just in time (15 minutes)". */
const DESCRIPTIONS = {
	justInTime: 'just in time',
	instantReplay: 'instant replay',
} as const;

/**
 * Returns the kind of a session.
 * @param description the service's description of the session, e.g. "Every day, 01:00 PM"
 * @param type the type of the webinar, e.g. "Always on"
 */
export function sessionKind(
	description: string | null | undefined,
	type: WebinarDetail['type'],
): SessionKind {
	const text = normalized(description);
	if (text.startsWith(DESCRIPTIONS.justInTime)) return 'justInTime';
	if (text.startsWith(DESCRIPTIONS.instantReplay)) return 'instantReplay';
	return isAnyTime(description) || isAnyTime(type) ? 'anyTime' : 'dated';
}

/** Whether people can attend at any time. @param text the description of a session, or the type of a webinar */
export function isAnyTime(text: string | null | undefined): boolean {
	return ['always on', 'right now'].includes(normalized(text));
}

/** Whether a session recurs, e.g. "Every day, 01:00 PM". */
export function isRecurring(description: string | null | undefined): boolean {
	return normalized(description).startsWith('every');
}

/**
 * Normalizes a description, so that "Just-in-Time" and "Just In Time " become equal. Cuts off the end of a long text.
 */
function normalized(text: string | null | undefined): string {
	return (text ?? '')
		.slice(0, 100)
		.toLowerCase()
		.replace(/[\s-]+/g, ' ')
		.trim();
}

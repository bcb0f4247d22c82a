import type { WebinarDetail } from '../service/schemas';

/**
 * When people can attend a session:
 * - `dated`: at its date
 * - `justInTime`: a few minutes after anybody registers
 * - `instantReplay`: at once, as a recording
 * - `anyTime`: whenever they like ("Always on", "Right now")
 */
export type SessionKind = 'dated' | 'justInTime' | 'instantReplay' | 'anyTime';

/** How the service's descriptions begin. It may add text: "Just in time (15 minutes)". */
export const descriptions = { justInTime: 'just in time', instantReplay: 'instant replay' } as const;

export function sessionKind(
	description: string | null | undefined,
	type: WebinarDetail['type'],
): SessionKind {
	const text = normalized(description);
	if (text.startsWith(descriptions.justInTime)) return 'justInTime';
	if (text.startsWith(descriptions.instantReplay)) return 'instantReplay';
	return isAnyTime(description) || isAnyTime(type) ? 'anyTime' : 'dated';
}

/** @param text the description of a session, or the type of a webinar */
export function isAnyTime(text: string | null | undefined): boolean {
	return ['always on', 'right now'].includes(normalized(text));
}

/** Whether a session repeats: "Every day, 01:00 PM". */
export function isRecurring(description: string | null | undefined): boolean {
	return normalized(description).startsWith('every');
}

/** Makes "Just-in-Time", "just in time" and "Just In Time " equal. Reads only the beginning of a long text. */
function normalized(text: string | null | undefined): string {
	return (text ?? '')
		.slice(0, 100)
		.toLowerCase()
		.replace(/[\s-]+/g, ' ')
		.trim();
}

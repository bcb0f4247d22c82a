import type { TriggerEvent } from './event';
import { registrantAdded, registrantAttended, registrantPurchased } from './registrants';
import { sessionStarting } from './sessionStarting';
import { webinarPublished } from './webinarPublished';

/** The trigger's events in the order of the editor's list; selector, fields and dispatch derive from this. */
export const events: readonly TriggerEvent[] = [
	registrantAdded,
	registrantAttended,
	registrantPurchased,
	sessionStarting,
	webinarPublished,
];

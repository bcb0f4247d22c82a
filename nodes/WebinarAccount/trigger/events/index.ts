import type { TriggerEvent } from './event';
import { registrantAdded, registrantAttended, registrantPurchased } from './registrants';
import { sessionStarting } from './sessionStarting';
import { webinarPublished } from './webinarPublished';

/** The trigger's events in the order of the editor's list. The selector, the fields and the poll use this table. */
export const events: readonly TriggerEvent[] = [
	registrantAdded,
	registrantAttended,
	registrantPurchased,
	sessionStarting,
	webinarPublished,
];

import type { TriggerEvent } from '../event';
import { registrantEvents } from './registrants';
import { sessionStarting } from './sessionStarting';
import { webinarPublished } from './webinarPublished';

/** The trigger's events in the order of the editor's list. The selector, the fields and the poll use this table. */
export const events: readonly TriggerEvent[] = [...registrantEvents, sessionStarting, webinarPublished];

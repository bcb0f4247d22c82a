import type { Zone } from 'luxon';

import type { Registrant } from '../schemas';
import { momentOfPhrase } from '../sessions/phrase';

/** The start of the row's session, in milliseconds since 1970; NaN if the row does not state it. */
export function sessionStart({ event, schedule }: Registrant, zone: Zone): number {
	const start = momentOfPhrase(event, zone);
	return Number.isNaN(start) ? momentOfPhrase(schedule, zone) : start;
}

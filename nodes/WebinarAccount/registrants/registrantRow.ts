import type { Zone } from 'luxon';

import type { Registrant } from '../service/schemas';
import { readFlag } from '../utils/values';
import { momentOf } from '../webinars/dates';

/** Whether the person bought something in the live room or the replay room; undefined if the row does not say. */
export function hasPurchased({ purchased_live, purchased_replay }: Registrant): boolean | undefined {
	const flags = [readFlag(purchased_live), readFlag(purchased_replay)];
	if (flags.includes(true)) return true;
	return flags.includes(false) ? false : undefined;
}

/**
 * Returns the start of a row's session in milliseconds since 1970; undefined if the row has no readable date.
 * @param zone the time zone of the row's dates
 */
export function sessionStart({ event, schedule }: Registrant, zone: Zone): number | undefined {
	return momentOf(event, zone) ?? momentOf(schedule, zone);
}

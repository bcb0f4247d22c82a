import type { EventData, ListEvent } from './event';
import type { WatchedWebinar } from './selectWebinars';
import { parseKeys, serializeKeys, type TriggerState } from './store';

export const webinarPublished: ListEvent = {
	watches: 'list',
	value: 'webinarPublished',
	name: 'Webinar Published',
	description: 'When the account has a new webinar',
	takes: [],
	sample: {
		webinar_id: 6,
		webinar_hash: 'sample',
		name: 'Sample Webinar',
		title: 'A Sample Webinar',
		description: 'An invented webinar',
		type: 'Single presentation',
		timezone: 'America/New_York',
		schedules: ['Fri, 31 Oct 2025, 12:00 PM'],
	},
};

/** Returns the webinars that were never listed before. @param previous undefined at the first poll, which has no events */
export function publishedSince(
	previous: TriggerState | undefined,
	state: TriggerState,
	webinars: ReadonlyArray<Required<WatchedWebinar>>,
): { events: EventData[]; state: TriggerState } {
	const known = parseKeys(state.listedIds);
	const published = previous ? webinars.filter(({ id }) => !known.has(id)) : [];
	const listedIds = serializeKeys(known, new Set(webinars.map(({ id }) => id)));
	return { events: published.map(({ listed }) => listed), state: { ...state, listedIds } };
}

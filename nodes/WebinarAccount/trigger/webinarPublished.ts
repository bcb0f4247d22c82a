import type { EventData, ListEvent } from './event';
import type { WatchedWebinar } from './selectWebinars';
import { parseKeys, serializeKeys, type TriggerState } from './store';

/** The Webinar Published event, which the trigger detects in the webinar list. */
export const webinarPublished: ListEvent = {
	watches: 'list',
	value: 'webinarPublished',
	name: 'Webinar Published',
	description: 'When a new webinar is published in the account',
	takes: [],
	sample: {
		webinar_id: 6,
		webinar_hash: 'sample',
		name: 'Sample Webinar',
		title: 'A Sample Webinar',
		description: 'A sample webinar',
		type: 'Single presentation',
		timezone: 'America/New_York',
		schedules: ['Fri, 31 Oct 2025, 12:00 PM'],
	},
};

/**
 * Returns an event for each webinar that was never listed before, with the state to store.
 * @param previous undefined in the trigger's first poll, which reports no events
 * @param state the state to update
 * @param webinars the webinars in the list now
 */
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

import type { Json } from '../service/schemas';
import { mapConcurrent } from '../utils/async';
import { DAY_MS } from '../webinars/dates';
import { listedStarts, withIdsLast } from '../webinars/webinar';
import type { EventData, PollContext, WatchedWebinar, WebinarEvent } from './event';
import { watchedWebinars, WEBINARS_AT_ONCE, withWebinarId } from './findEvents';
import { findUnknownSchedule } from './registrantEvent';

/** Maximum number of examples to return. */
const MAX_EXAMPLES = 3;

/** Maximum number of webinars to search for examples. */
const MAX_WEBINARS = 10;

/**
 * Returns examples for a manual test in the editor: recent real events, the most recent first, or the nearest sessions,
 * the next one first. If there are none, returns a sample event, which is marked with `sample: true`.
 * @throws InputError if the chosen webinar does not seem to have the chosen schedule
 */
export async function findExamples(context: PollContext): Promise<EventData[]> {
	const { event } = context;
	if (event.watches === 'list') {
		const newest = (await watchedWebinars(context)).reverse().slice(0, MAX_EXAMPLES);
		const examples = newest.flatMap(({ listed }) => (listed ? [withIdsLast<Json | undefined>(listed)] : []));
		return examples.length > 0
			? examples
			: [{ sample: true, ...withIdsLast<Json | undefined>(event.sample) }];
	}
	const examples = await findRealEvents(event, context);
	if (examples.length > 0) return examples;
	const sample = { sample: true, ...event.sample(context, context.now) };
	return [context.webinar ? sample : { ...sample, webinar_id: 6 }];
}

/**
 * Searches the watched webinars for recent events.
 * @throws if every webinar failed, or has no events because the chosen schedule does not exist
 */
async function findRealEvents(event: WebinarEvent, context: PollContext): Promise<EventData[]> {
	const watched = webinarsToSearch(event, context, await watchedWebinars(context));
	const errors: unknown[] = [];
	const found = await mapConcurrent(watched, WEBINARS_AT_ONCE, async (webinar) => {
		try {
			const forWebinar = { ...context, ...webinar, startedAt: context.now, isBaseline: false };
			const examples = await event.examples(forWebinar);
			const unknownSchedule = examples.length === 0 ? await findUnknownSchedule(forWebinar) : undefined;
			if (unknownSchedule) errors.push(unknownSchedule);
			return examples.map((data) => withWebinarId(data, webinar));
		} catch (error) {
			errors.push(error);
			return [];
		}
	});
	if (errors.length > 0 && errors.length === watched.length) throw errors[0];
	const examples = found.flat();
	const minutesUntilStart = ({ minutes_until_start: minutes }: EventData) => Number(minutes ?? Infinity);
	const sorted = event.isAboutSessions ? nearestFirst(examples, minutesUntilStart) : examples;
	return sorted.slice(0, MAX_EXAMPLES);
}

/**
 * Returns the webinars to search for examples: those with the nearest sessions for an event about sessions, otherwise
 * those with the highest IDs.
 */
function webinarsToSearch(
	event: WebinarEvent,
	{ product, now }: PollContext,
	watched: readonly WatchedWebinar[],
): WatchedWebinar[] {
	if (!event.isAboutSessions) return watched.slice(-MAX_WEBINARS).reverse();
	const timeUntilStart = ({ listed }: WatchedWebinar) => {
		const times = (listed ? listedStarts(product, listed) : [])
			// The date of a recurring session, such as "Every day, 01:00 PM", is not in the list, but is probably near.
			.map((start) => (start === Infinity ? DAY_MS : start - now))
			// Only an event after the start can have happened for a past session.
			.filter((time) => event.takes.includes('minutesAfterStart') || time > 0);
		return nearestFirst(times, (time) => time)[0] ?? Infinity;
	};
	return nearestFirst(watched, timeUntilStart).slice(0, MAX_WEBINARS);
}

/** Sorts items by their sessions: those that have begun, the latest first, and then the others, the earliest first. */
function nearestFirst<Item>(items: readonly Item[], timeUntilStart: (item: Item) => number): Item[] {
	const byTime = items.map((item) => ({ item, time: timeUntilStart(item) }));
	byTime.sort((one, other) => Math.abs(one.time) - Math.abs(other.time));
	const hasBegun = ({ time }: { time: number }) => time <= 0;
	const sorted = [...byTime.filter(hasBegun), ...byTime.filter((each) => !hasBegun(each))];
	return sorted.map(({ item }) => item);
}

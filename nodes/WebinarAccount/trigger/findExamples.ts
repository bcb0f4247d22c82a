import { mapConcurrent } from '../utils/async';
import type { EventData, PollContext } from './event';
import { WEBINARS_AT_ONCE, webinarContext, withWebinarId } from './findEvents';
import { listWebinars, watchedWebinars } from './selectWebinars';
import { findUnknownSchedule } from './findUnknownSchedule';

const MAX_EXAMPLES = 3;
/** Maximum webinars to search for examples. Those with the highest IDs are searched first. */
const MAX_WEBINARS = 10;

/**
 * Returns real events for a manual test, most recent first, or an invented one with `sample: true`.
 * @throws InputError if the webinar does not seem to have the chosen schedule
 */
export async function findExamples(context: PollContext): Promise<EventData[]> {
	const { event, now, webinar } = context;
	if (event.watches === 'list') {
		const newest = (await listWebinars(context)).reverse().slice(0, MAX_EXAMPLES);
		if (newest.length === 0) return [{ sample: true, ...event.sample }];
		return newest.map(({ listed }) => listed);
	}

	const watched = (await watchedWebinars(context)).slice(-MAX_WEBINARS).reverse();
	const failures: unknown[] = [];
	const found = await mapConcurrent(watched, WEBINARS_AT_ONCE, async (one) => {
		try {
			const ofWebinar = webinarContext(context, one, now, false);
			const examples = await event.examples(ofWebinar);
			const problem = examples.length === 0 ? await findUnknownSchedule(ofWebinar) : undefined;
			if (problem) throw problem;
			return examples.map((data) => withWebinarId(data, one));
		} catch (error) {
			failures.push(error);
			return [];
		}
	});
	if (failures.length > 0 && failures.length === watched.length) throw failures[0];
	const examples = found.flat().slice(0, MAX_EXAMPLES);
	if (examples.length > 0) return examples;
	const sample = { sample: true, ...event.sample(context, now) };
	return [webinar ? sample : { ...sample, webinar_id: 6 }];
}

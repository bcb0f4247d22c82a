import type { Json } from '../service/schemas';
import { mapConcurrent } from '../utils/async';
import { inOrder } from '../utils/outputOrder';
import { DAY_MS } from '../webinars/dates';
import { listedStarts } from '../webinars/webinar';
import type { EventData, PollContext, WatchedWebinar } from './event';
import { asKnownFailure, listedData, watchedWebinars, WEBINARS_AT_ONCE, withWebinarId } from './findEvents';
import { findUnknownSchedule, registrantExamples, sampleRegistrant } from './registrantEvents';
import { sampleSession, sessionExamples } from './sessionEvents';

/** Maximum number of examples to return. */
const MAX_EXAMPLES = 3;

/** Maximum number of webinars to search for examples. */
const MAX_WEBINARS = 3;

/**
 * Returns examples for a manual test in the editor: recent real events, the most recent first, or the nearest sessions,
 * the next one first. If there are none, returns a sample event, which is marked with `sample: true`.
 * @throws if every webinar failed, or has no events because the chosen schedule does not exist
 */
export async function findExamples(context: PollContext): Promise<EventData[]> {
	const { event, now, product } = context;
	const newestFirst = (await watchedWebinars(context)).reverse();
	if (event.watches === 'webinarList') {
		const newest = newestFirst.slice(0, MAX_EXAMPLES);
		const webinars = newest.flatMap(({ listed }) => (listed ? [listedData(listed)] : []));
		return webinars.length > 0 ? webinars : [{ sample: true, ...inOrder<Json | undefined>(event.sample) }];
	}

	/** Returns the time until the start of the webinar's nearest session; the same time for all webinars if unknown. */
	const timeUntilStart = ({ listed }: WatchedWebinar): number => {
		const starts = listed && event.watches === 'sessions' ? listedStarts(product, listed) : [];
		const times = starts
			// The date of a recurring session, such as "Every day, 01:00 PM", is not in the list, but is probably near.
			.map((start) => (start === Infinity ? DAY_MS : start - now))
			// Only an event after the start can have happened for a past session.
			.filter((time) => event.takes.includes('minutesAfterStart') || time > 0);
		return times.sort(compareNearness)[0] ?? Infinity;
	};
	const searched = newestFirst
		.map((webinar) => ({ webinar, time: timeUntilStart(webinar) }))
		.sort((one, other) => compareNearness(one.time, other.time))
		.slice(0, MAX_WEBINARS);
	const errors: Error[] = [];
	const found = await mapConcurrent(searched, WEBINARS_AT_ONCE, async ({ webinar }) => {
		try {
			const forWebinar = { ...context, ...webinar, startedAt: now, reports: 'everything' as const };
			const examples =
				event.watches === 'registrants'
					? await registrantExamples(event, forWebinar)
					: await sessionExamples(event, forWebinar);
			const unknownSchedule = examples.length === 0 ? await findUnknownSchedule(forWebinar) : undefined;
			if (unknownSchedule) errors.push(unknownSchedule);
			return examples.map((data) => withWebinarId(data, webinar));
		} catch (error) {
			errors.push(asKnownFailure(error));
			return [];
		}
	});
	const [firstError] = errors;
	if (firstError && errors.length === searched.length) throw firstError;
	const examples = found.flat();
	if (event.watches === 'sessions') {
		const minutes = ({ minutes_until_start: value }: EventData) => Number(value ?? Infinity);
		examples.sort((one, other) => compareNearness(minutes(one), minutes(other)));
	}
	if (examples.length > 0) return examples.slice(0, MAX_EXAMPLES);
	const sample =
		event.watches === 'registrants' ? sampleRegistrant(event, context) : sampleSession(event, context, now);
	return [{ sample: true, ...sample, ...(!context.webinar && { webinar_id: 6 }) }];
}

/** Compares times until a session's start: sessions that have begun, the latest first, and then the next ones to start. */
function compareNearness(one: number, other: number): number {
	return Number(one > 0) - Number(other > 0) || Math.abs(one) - Math.abs(other);
}

import { InputError } from '../service/errors';
import type { WebinarListItem } from '../service/schemas';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../webinars/dates';
import { hasInTitle, listedStarts } from '../webinars/webinar';
import type { PollContext, WebinarEvent } from './event';
import type { TriggerState } from './store';

/** Step 1 of a poll: chooses the webinars to read. */

const WEEK_MS = 7 * DAY_MS;
/** Interval of readings, in milliseconds, of a webinar without a session within a week. */
const IDLE_INTERVAL_MS = 6 * HOUR_MS;

export interface WatchedWebinar {
	id: string;
	/** Its entry in the webinar list; absent if a single webinar is watched. */
	listed?: WebinarListItem;
}

/** Returns the webinars that are due. Those that were not read for the longest time come first. */
export function selectWebinars(
	watched: readonly WatchedWebinar[],
	state: TriggerState,
	event: WebinarEvent,
	context: PollContext,
): WatchedWebinar[] {
	const triedAt = ({ id }: WatchedWebinar) => state.webinars[id]?.triedAt ?? 0;
	const isDue = (webinar: WatchedWebinar) => {
		const wasRead = state.webinars[webinar.id]?.event !== undefined;
		if (!wasRead || hasSessionWithinWeek(webinar, event, context)) return true;
		// The absolute value, in case the clock was wrong.
		return Math.abs(context.now - triedAt(webinar)) >= IDLE_INTERVAL_MS;
	};
	return watched.filter(isDue).sort((one, other) => triedAt(one) - triedAt(other));
}

/** Lists each webinar of the account once, in the order of the IDs. */
export async function listWebinars({
	webinars,
	product,
	warn,
}: PollContext): Promise<Array<Required<WatchedWebinar>>> {
	const { webinars: all, unreadable = 0 } = await webinars.wholeList(product);
	if (unreadable > 0) warn(unreadableEntries(unreadable));
	const byId = new Map(all.map((listed) => [listed.webinar_id, { id: String(listed.webinar_id), listed }]));
	return [...byId].sort(([one], [other]) => one - other).map(([, webinar]) => webinar);
}

function unreadableEntries(count: number): InputError {
	const entries = count === 1 ? '1 entry' : `${count} entries`;
	return new InputError(
		`The service's webinar list has ${entries} without a readable webinar ID`,
		'They are not watched.',
	);
}

/** Returns the webinars to watch: the chosen one, or all webinars with the wanted title. */
export async function watchedWebinars(context: PollContext, state?: TriggerState): Promise<WatchedWebinar[]> {
	const { webinar, webinars, product, titleContains } = context;
	if (webinar) {
		// The state has the ID, so a registration page is looked up only in the first poll.
		const [knownId] = Object.keys(state?.webinars ?? {});
		return [{ id: knownId ?? (await webinars.id(product, webinar)) }];
	}
	return (await listWebinars(context)).filter(({ listed }) => hasInTitle(titleContains, listed));
}

/** Goes by the webinar list. A session without a date there ("Every day, 01:00 PM") can be at any time. */
function hasSessionWithinWeek(
	{ listed }: WatchedWebinar,
	event: WebinarEvent,
	{ product, now, minutesBefore, minutesAfterStart }: PollContext,
): boolean {
	if (!listed) return true;
	const earliest = now - WEEK_MS - minutesAfterStart * MINUTE_MS;
	const latest = event.isAtAnyTime ? Infinity : now + WEEK_MS + minutesBefore * MINUTE_MS;
	const starts = listedStarts(product, listed);
	return starts.some((start) => start === Infinity || (start >= earliest && start <= latest));
}

import { InputError } from '../service/errors';
import type { WebinarListItem } from '../service/schemas';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../webinars/dates';
import { hasInTitle, listedStarts } from '../webinars/webinar';
import type { PollContext, WebinarEvent } from './event';
import type { TriggerState } from './store';

/** Selects the webinars to read in a poll. This is the first step of a poll. */

const WEEK_MS = 7 * DAY_MS;

/** Interval in milliseconds at which webinars are read that have no session in the past week or the next week. */
const IDLE_INTERVAL_MS = 6 * HOUR_MS;

/** A webinar that the trigger watches. */
export interface WatchedWebinar {
	id: string;
	/** The webinar's entry in the webinar list. Present only if all webinars are watched. */
	listed?: WebinarListItem;
}

/**
 * Returns the watched webinars that this poll must read: those that were never read, those with a session in the past
 * week or the next week, and those that were last tried at least six hours ago. The webinars that have waited longest
 * come first.
 */
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
		// The absolute value, because the last attempt can lie in the future after a correction of the clock.
		return Math.abs(context.now - triedAt(webinar)) >= IDLE_INTERVAL_MS;
	};
	return watched.filter(isDue).sort((one, other) => triedAt(one) - triedAt(other));
}

/** Reads the account's webinar list, and returns each webinar once, sorted by ID. */
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

/** Creates the warning about entries of the webinar list that have no readable ID. */
function unreadableEntries(count: number): InputError {
	const entries = count === 1 ? '1 entry' : `${count} entries`;
	return new InputError(
		`The service's webinar list has ${entries} without a readable webinar ID`,
		'The trigger cannot watch webinars without a readable ID.',
	);
}

/** Returns the webinars to watch: the chosen webinar, or all webinars whose title contains the wanted text. */
export async function watchedWebinars(context: PollContext, state?: TriggerState): Promise<WatchedWebinar[]> {
	const { webinar, webinars, product, titleContains } = context;
	if (webinar) {
		// The state contains the ID, so the ID for a registration page's URL is looked up only in the first poll.
		const [knownId] = Object.keys(state?.webinars ?? {});
		return [{ id: knownId ?? (await webinars.id(product, webinar)) }];
	}
	return (await listWebinars(context)).filter(({ listed }) => hasInTitle(titleContains, listed));
}

/**
 * Whether a webinar has a session in the past week or the next week, according to the webinar list. A session without a
 * date there, such as "Every day, 01:00 PM", counts too.
 */
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

import { FixedOffsetZone } from 'luxon';
import { deepCopy } from 'n8n-workflow';

import { pageFetcher, registrantsQuery } from '../registrants/registrantList';
import { toRegistrantOutput } from '../registrants/registrantOutput';
import type { Json, WebinarListItem } from '../service/endpoints';
import { InputError, PartError } from '../service/errors';
import { mapConcurrent } from '../utils/async';
import { inOutputOrder } from '../utils/values';
import { unknownSchedule } from '../webinars/chooseSession';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../webinars/dates';
import { hasInTitle, listedStarts } from '../webinars/webinar';
import {
	type EventData,
	type Poll,
	SAMPLE_WEBINAR_ID,
	type WatchedWebinar,
	type WebinarReading,
	type WebinarWithState,
} from './events';
import { fetchRegistrantEvents, fetchRegistrantExamples } from './registrantEvents';
import {
	compareByNearness,
	fetchSessionEvents,
	fetchSessionExamples,
	nearestFirst,
	sampleSession,
} from './sessionEvents';
import { limitStateSize, type TriggerState, type WebinarState } from './state';

// The part of a poll or a test that does not depend on n8n's node: chooses the webinars to read, and collects what was found.

/**
 * Maximum number of webinars that are read at the same time. All of them share the account's rate limit. With more at
 * once, none of ten big webinars would be finished in time.
 */
const WEBINARS_AT_ONCE = 3;

const WEEK_MS = 7 * DAY_MS;

/** Interval in milliseconds at which webinars are read that have no session in the past week or the next week. */
const IDLE_INTERVAL_MS = 6 * HOUR_MS;

/** What a poll found in all watched webinars. */
interface Findings {
	events: EventData[];
	/** The state to store for the next poll. */
	state: TriggerState;
	/** Problems for n8n's log. */
	warnings: Error[];
	/** Why the poll fails and stores nothing; undefined unless every watched webinar failed. */
	failure: PartError | undefined;
}

/**
 * Finds the new events in one poll. If a webinar cannot be read, or is not reached in time, the next poll reports its
 * events.
 * @param stored the stored state; undefined if there is none
 * @throws if the webinar list or the chosen webinar cannot be read
 */
export async function findEvents(poll: Poll, stored: TriggerState | undefined): Promise<Findings> {
	const { entered, keyDigest, now, watchKey } = poll;
	const watched = await fetchWatchedWebinars(poll, stored);
	// Undefined in the first poll, and for another account or another webinar.
	const previous = stored && (await isContinued(stored, watched, poll)) ? stored : undefined;
	const firstPollAt = previous?.firstPollAt ?? now;
	const knownStates = previous?.webinars ?? {};
	// The new webinars come first, then those that have waited longest.
	const triedAt = ({ webinarId }: WatchedWebinar) => knownStates[webinarId]?.triedAt ?? 0;
	watched.sort((one, other) => triedAt(one) - triedAt(other));
	const results = await mapConcurrent(watched, WEBINARS_AT_ONCE, async (webinar) => {
		const state = knownStates[webinar.webinarId] ?? (await startState(webinar, !previous, poll));
		return await pollWebinar({ ...webinar, firstPollAt, state }, poll);
	});
	const polledStates = Object.fromEntries(results.map(({ webinarId, state }) => [webinarId, state]));
	// Webinars that are no longer listed keep their states.
	const states = { ...knownStates, ...polledStates };
	return {
		events: results.flatMap(({ events }) => events),
		state: limitStateSize({ watchKey, keyDigest, firstPollAt, entered, webinars: states }, watched),
		...problemsOf(results),
	};
}

/** Returns what n8n must show or log about the polled webinars. */
function problemsOf(results: readonly WebinarResult[]): Pick<Findings, 'warnings' | 'failure'> {
	const failures = results.flatMap(({ failure }) => failure ?? []);
	// If every webinar failed, the poll fails with the first failure, which n8n shows. The others are only logged.
	const failure = failures.length === results.length ? failures[0] : undefined;
	const loggedFailures = failures.filter((each) => each !== failure);
	const warnings = results.flatMap((result) => result.warnings);
	return { failure, warnings: [...warnings, ...loggedFailures, ...unreadWarnings(results)] };
}

/** Returns a warning if there are webinars that the first poll listed, and that no poll has read. */
function unreadWarnings(results: readonly WebinarResult[]): InputError[] {
	const count = results.filter(({ state }) => state.readStatus === 'unreadOld').length;
	if (count === 0) return [];
	return [
		new InputError(
			`${count === 1 ? '1 webinar has' : `${count} webinars have`} not been read yet`,
			'The next polls read them. What happens before a webinar is read for the first time is not reported.',
		),
	];
}

/** Returns the first state of a webinar. */
async function startState(webinar: WatchedWebinar, isFirstPoll: boolean, poll: Poll): Promise<WebinarState> {
	return {
		// In the first poll, every webinar is old, so that its first reading reports nothing.
		readStatus: isFirstPoll ? 'unreadOld' : 'unreadNew',
		triedAt: 0,
		// `isContinued` compares it, to find out whether a new API key is of the same account.
		hash: await fetchHash(webinar, poll),
	};
}

/**
 * Returns the webinars to watch, sorted by ID: the chosen webinar, or all webinars whose title contains the wanted
 * text.
 */
async function fetchWatchedWebinars(poll: Poll, stored?: TriggerState): Promise<WatchedWebinar[]> {
	const { entered, keyDigest, titleContains, webinar, webinars } = poll;
	if (webinar) {
		// The ID is looked up again only for another account or another entry, because looking it up can take a request.
		const isUnchanged = stored?.keyDigest === keyDigest && stored.entered === entered;
		// The stored state of a chosen webinar has no other webinars.
		const [knownId] = isUnchanged ? Object.keys(stored.webinars) : [];
		return [{ webinarId: knownId ?? (await webinars.fetchId(webinar)) }];
	}
	const all = await webinars.fetchList();
	return all
		.filter((listed) => hasInTitle(titleContains, listed))
		.sort((one, other) => one.webinar_id - other.webinar_id)
		.map((listed) => ({ webinarId: String(listed.webinar_id), listed }));
}

/**
 * Whether a stored state is of the account and the webinar that this poll reads. A different API key may be a new key
 * of the same account. One of the watched webinars then has the stored hash. Its ID does not show this, because a
 * webinar of another account can have the same ID.
 */
async function isContinued(
	stored: TriggerState,
	watched: readonly WatchedWebinar[],
	poll: Poll,
): Promise<boolean> {
	// A chosen webinar must have a state. If all webinars are watched, one without a state is new.
	if (watched.some(({ listed, webinarId }) => !listed && !stored.webinars[webinarId])) return false;
	if (stored.keyDigest === poll.keyDigest) return true;
	for (const webinar of watched) {
		const storedHash = stored.webinars[webinar.webinarId]?.hash;
		if (storedHash && storedHash === (await fetchHash(webinar, poll))) return true;
	}
	return false;
}

/** Returns a webinar's hash; empty if the service does not tell it. */
async function fetchHash({ webinarId, listed }: WatchedWebinar, { webinars }: Poll): Promise<string> {
	const { webinar_hash } = listed ?? (await webinars.fetch({ id: webinarId })).detail;
	return webinar_hash ?? '';
}

/** The result of polling one watched webinar. */
interface WebinarResult {
	webinarId: string;
	/** The webinar's state after the poll. */
	state: WebinarState;
	events: EventData[];
	warnings: PartError[];
	/** Why the webinar could not be read. */
	failure?: PartError;
}

/**
 * Reads the chosen webinar, or one of all webinars if it is due and there is time left.
 * @throws if the chosen webinar cannot be read. The result of one of all webinars has the failure instead.
 */
async function pollWebinar(webinar: WebinarWithState, poll: Poll): Promise<WebinarResult> {
	const { listed, state, webinarId } = webinar;
	if (!listed) return await readWebinar(webinar, poll);
	const unchanged = { webinarId, state, events: [], warnings: [] };
	// An event in the webinar list needs no further request.
	const isTimeUp = poll.event.watches !== 'webinarList' && performance.now() >= poll.lastWebinarAt;
	if (isTimeUp || !isWebinarDue(listed, state, poll)) return unchanged;
	try {
		return await readWebinar(webinar, poll);
	} catch (error) {
		// The next poll tries it after the webinars that have waited longer, so that it does not delay them.
		const tried = { ...state, triedAt: poll.now };
		return { ...unchanged, state: tried, failure: new PartError(`Webinar ${webinarId}`, error) };
	}
}

/**
 * Whether a poll of all webinars must read a webinar: one that is unread, was not tried for six hours, or has a session in
 * the past week or the next week.
 */
function isWebinarDue(listed: WebinarListItem, state: WebinarState, poll: Poll): boolean {
	const { event, minutesAfterStart, minutesBefore, now, product } = poll;
	if (state.readStatus !== 'read') return true;
	// The absolute value, because the last attempt can lie in the future after a correction of the clock.
	if (Math.abs(now - state.triedAt) >= IDLE_INTERVAL_MS) return true;
	const earliest = now - WEEK_MS - minutesAfterStart * MINUTE_MS;
	// Registrations can come long before a session, so any later session counts for them.
	const canHappenLongBefore = event.watches === 'registrants' && event.canHappenLongBefore;
	const latest = canHappenLongBefore ? Infinity : now + WEEK_MS + minutesBefore * MINUTE_MS;
	// A session without a date in the list, such as "Every day, 01:00 PM", has an infinite start. It can be at any time.
	return listedStarts(product, listed).some(
		(start) => start === Infinity || (start >= earliest && start <= latest),
	);
}

/** Reads a webinar, and returns its new events and its next state. */
async function readWebinar(webinar: WebinarWithState, poll: Poll): Promise<WebinarResult> {
	const { state, webinarId } = webinar;
	const { events, isEmpty, isIncomplete, memory, warnings } = await fetchEvents(webinar, poll);
	const isFirstReading = state.readStatus === 'unreadOld' || state.readStatus === 'unreadNew';
	// A second reading counts as complete, because a list might always lack rows.
	const readStatus = isFirstReading && isIncomplete ? 'readInPart' : 'read';
	// If nothing was found, the chosen schedule may not exist. This is logged once.
	const scheduleProblems = isFirstReading && isEmpty ? await findScheduleProblems(webinar, poll) : [];
	return {
		webinarId,
		state: { ...state, triedAt: poll.now, readStatus, memory },
		events: events.map((data) => withWebinarId(data, webinar)),
		warnings: [...warnings, ...scheduleProblems].map((each) => new PartError(`Webinar ${webinarId}`, each)),
	};
}

/** Finds the new events of a webinar in the data that the event watches. */
async function fetchEvents(webinar: WebinarWithState, poll: Poll): Promise<WebinarReading> {
	const { event } = poll;
	if (event.watches === 'registrants') return await fetchRegistrantEvents(webinar, { ...poll, event });
	if (event.watches === 'sessions') return await fetchSessionEvents(webinar, { ...poll, event });
	// A webinar that the first poll listed is not new.
	const isNewSinceFirstPoll = webinar.state.readStatus === 'unreadNew';
	const events = isNewSinceFirstPoll ? eventsFromListEntry(webinar) : [];
	// Not empty, so that no schedule is checked. The fields of this event include none.
	return { events, isEmpty: false, memory: undefined, warnings: [] };
}

/** Maximum number of examples to return, and of webinars to search for them. */
const MAX_EXAMPLES = 3;

/**
 * Returns examples for a manual test in the editor: recent real events of the newest webinars, or the nearest sessions. If
 * there are none, returns a sample event, which is marked with `sample: true`.
 * @throws if `fetchExamples` fails for every webinar
 */
export async function findExamples(poll: Poll): Promise<EventData[]> {
	const { event } = poll;
	// `fetchWatchedWebinars` returns the oldest webinar first.
	const newestFirst = (await fetchWatchedWebinars(poll)).reverse();
	const ordered = event.watches === 'sessions' ? nearestFirst(newestFirst, { ...poll, event }) : newestFirst;
	const searched = ordered.slice(0, MAX_EXAMPLES);
	const results = await Promise.allSettled(searched.map((webinar) => fetchExamples(webinar, poll)));
	const failures = results.filter((result) => result.status === 'rejected');
	if (failures[0] && failures.length === results.length) throw failures[0].reason;
	const found = results.flatMap((result) => (result.status === 'fulfilled' ? result.value : []));
	const examples = event.watches === 'sessions' ? found.sort(compareByNearness) : found;
	if (examples.length > 0) return examples.slice(0, MAX_EXAMPLES);
	return [{ sample: true, ...sampleOf(poll) }];
}

/** Reads a webinar's examples. @throws if there are none because the chosen schedule does not exist */
async function fetchExamples(webinar: WatchedWebinar, poll: Poll): Promise<EventData[]> {
	const examples = await fetchExamplesOfEvent(webinar, poll);
	const [scheduleProblem] = examples.length === 0 ? await findScheduleProblems(webinar, poll) : [];
	if (scheduleProblem) throw scheduleProblem;
	return examples.map((data) => withWebinarId(data, webinar));
}

async function fetchExamplesOfEvent(webinar: WatchedWebinar, poll: Poll): Promise<EventData[]> {
	const { event } = poll;
	if (event.watches === 'registrants') return await fetchRegistrantExamples(webinar, { ...poll, event });
	if (event.watches === 'sessions') return await fetchSessionExamples(webinar, { ...poll, event });
	return eventsFromListEntry(webinar);
}

/** Returns an invented event with all fields of a real one. */
function sampleOf(poll: Poll): EventData {
	const { event, simplify, webinar } = poll;
	if (event.watches === 'webinarList') return inOutputOrder<Json | undefined>(event.sample);
	if (event.watches === 'sessions') return sampleSession({ ...poll, event });
	const sample = toRegistrantOutput(event.sample, simplify, FixedOffsetZone.utcInstance);
	// If all webinars are watched, each event names its webinar.
	return webinar ? sample : { ...sample, webinar_id: SAMPLE_WEBINAR_ID };
}

/** Returns a webinar's entry in the webinar list as an output item. Copied, because all executions share the list. */
function eventsFromListEntry({ listed }: WatchedWebinar): EventData[] {
	return listed ? [deepCopy(inOutputOrder<Json | undefined>(listed))] : [];
}

/**
 * Returns an error if the webinar does not have the chosen schedule. The service returns no registrants for it, and no
 * error. A past schedule may be missing from the webinar's details, but has registrants.
 */
async function findScheduleProblems(
	{ webinarId }: WatchedWebinar,
	{ schedule, service, webinars }: Poll,
): Promise<InputError[]> {
	if (schedule === undefined) return [];
	const { sessions } = await webinars.fetch({ id: webinarId });
	if (sessions.some(({ scheduleId }) => scheduleId === schedule)) return [];
	const { rows } = await pageFetcher(service, registrantsQuery(webinarId, schedule))(1);
	return rows.length > 0 ? [] : [unknownSchedule(schedule)];
}

/** Adds the webinar's ID to an output item if all webinars are watched. */
function withWebinarId(data: EventData, { listed }: WatchedWebinar): EventData {
	return listed ? { ...data, webinar_id: listed.webinar_id } : data;
}

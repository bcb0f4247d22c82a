import { hasInTitle } from '../fields/filters';
import { InputError } from '../service/errors';
import type { WebinarListItem } from '../service/schemas';
import { CancelledError, mapConcurrent } from '../utils/async';
import { quoted } from '../utils/values';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../webinars/dates';
import type { WebinarReference } from '../webinars/read';
import { listedStarts, statedZone } from '../webinars/webinar';
import type { EventData, PollContext, TriggerEvent, WebinarContext, WebinarEvent } from './event';
import { bounded, hashOf, readKeys, storeKeys, type TriggerState } from './state';

/** A poll of a list of webinars, of which one webinar is the list with one. */

const WEEK_MS = 7 * DAY_MS;

/** How often a webinar without a session in sight is read. */
const IDLE_INTERVAL_MS = 6 * HOUR_MS;

/** Webinars that are read side by side; the queue limits the rate. */
const WEBINARS_AT_ONCE = 10;

/** A manual run looks for examples in so many webinars. */
const WEBINARS_FOR_EXAMPLES = 10;

/** What is watched, and the means for one poll. */
export interface Watch extends PollContext {
	event: TriggerEvent;
	/** Identifies what is watched: a state with another key is not its own. */
	key: string;
	/** The only webinar to watch; undefined for all. */
	webinar: WebinarReference | undefined;
	/** With all webinars: a part of the titles of those to watch, in any case; empty for all. */
	titleContains: string;
	/** With all webinars: when it is aborted, the poll begins with no other webinar. */
	lastStart?: AbortSignal | undefined;
}

export interface PollResult {
	/** New events since the last poll; none at the first poll. */
	events: EventData[];
	/** The state for the next poll. */
	state: TriggerState;
}

/** A webinar to poll or to show examples of. */
interface Watched {
	id: string;
	/** Its entry in the list of all webinars; absent for one that is watched on its own. */
	listed?: WebinarListItem;
}

/**
 * Compares the service with the state. A webinar that is not reached in time, or cannot be read, keeps its own state and
 * has its turn in the next poll; what was read is part of the new state.
 * @param before undefined at the first poll
 * @throws the first failure, if there is nothing to report and nothing to remember
 */
export async function pollOnce(watch: Watch, before: TriggerState | undefined): Promise<PollResult> {
	const { event, key, product, webinars, webinar } = watch;
	if (webinar && event.watches === 'webinars') {
		const [known] = Object.keys(before?.webinars ?? {});
		const id = known ?? (await webinars.id(product, webinar));
		const start = { key, ids: '', apiKey: keyHashOf(watch), webinars: {} };
		return await pollWebinars(watch, event, [{ id }], before ?? start);
	}
	const { list, since, published } = await readChanges(watch, before);
	const listed = new Set(list.map(({ id }) => id));
	const ids = storeKeys(readKeys(since?.ids ?? ''), listed);
	// An empty list does not show whose it is.
	const apiKey = since && list.length === 0 ? since.apiKey : keyHashOf(watch);
	const start = { key, ids, apiKey, webinars: since?.webinars ?? {} };
	if (event.watches === 'list') {
		const events = list.filter(({ id }) => published.has(id)).map((one) => one.listed);
		return { events, state: start };
	}
	const watched = list.filter(isWatched(watch));
	const { events, state } = await pollWebinars(watch, event, watched, start, published);
	return { events, state: bounded(state, listed) };
}

/** The list of webinars, the state that is still its own, and the IDs of those that were published since. */
async function readChanges(watch: Watch, before: TriggerState | undefined) {
	const first = await listWebinars(watch);
	// An empty list may be a mistake: if it were the baseline, all webinars would be new in the next poll.
	const list = first.length === 0 && !before ? await listWebinars(watch) : first;
	const known = readKeys(before?.ids ?? '');
	const mayBeOther = before !== undefined && before.apiKey !== keyHashOf(watch);
	const isAnotherAccount = mayBeOther && list.length > 0 && !list.some(({ id }) => known.has(id));
	const since = isAnotherAccount ? undefined : before;
	const published = since ? list.map(({ id }) => id).filter((id) => !known.has(id)) : [];
	return { list, since, published: new Set(published) };
}

async function pollWebinars(
	watch: Watch,
	event: WebinarEvent,
	watched: readonly Watched[],
	before: TriggerState,
	published: ReadonlySet<string> = new Set(),
): Promise<PollResult> {
	const { now, lastStart } = watch;
	const apiKey = keyHashOf(watch);
	const turns = watched.map((one) => {
		const state = published.has(one.id) ? event.initial : undefined;
		const entry = before.webinars[one.id] ?? { triedAt: 0, activeUntil: now + DAY_MS, apiKey: '', state };
		const activeUntil = Math.max(entry.activeUntil, eventsUntil(watch, event, one));
		const isActive = entry.state === undefined || now <= activeUntil;
		return { ...one, entry, activeUntil, isActive };
	});
	const webinars = { ...before.webinars, ...Object.fromEntries(turns.map(({ id, entry }) => [id, entry])) };
	const failures: unknown[] = [];
	const outcome = { isNews: false, isCut: false };

	const read = async (turn: (typeof turns)[number]): Promise<EventData[]> => {
		const { id, entry, activeUntil, isActive } = turn;
		if (lastStart?.aborted) {
			outcome.isCut = true;
			return [];
		}
		try {
			const context = contextOf(watch, turn, entry.apiKey !== apiKey);
			const { events, state, problem } = await event.poll(context, entry.state);
			const dayAfterEvents = events.length > 0 ? now + DAY_MS : 0;
			webinars[id] = { triedAt: now, activeUntil: Math.max(activeUntil, dayAfterEvents), apiKey, state };
			if (problem) failures.push(named(problem, turn));
			outcome.isNews ||= !isActive || JSON.stringify(state) !== JSON.stringify(entry.state);
			return events.map((data) => withId(data, turn));
		} catch (error) {
			webinars[id] = { ...entry, triedAt: now };
			failures.push(named(error, turn));
			return [];
		}
	};
	const queue = turns
		// Also after the clock was wrong.
		.filter(({ isActive, entry }) => isActive || Math.abs(now - entry.triedAt) >= IDLE_INTERVAL_MS)
		// Those that waited longest come first, and those that failed last time last.
		.sort((one, other) => one.entry.triedAt - other.entry.triedAt);
	const events = (await mapConcurrent(queue, WEBINARS_AT_ONCE, read)).flat();
	if (failures.length > 0 && events.length === 0 && !outcome.isNews && !outcome.isCut) throw failures[0];
	return { events, state: { ...before, webinars } };
}

/** Examples for building a workflow, most recent first; an invented one, marked as such, if there are none. */
export async function examplesOf(watch: Watch): Promise<EventData[]> {
	const { event, product, webinars, webinar } = watch;
	if (event.watches === 'list') {
		const listed = (await listWebinars(watch)).map((one) => one.listed).reverse();
		return listed.length > 0 ? listed : [{ sample: true, ...event.sample }];
	}
	const watched: Watched[] = webinar
		? [{ id: await webinars.id(product, webinar) }]
		: (await listWebinars(watch)).filter(isWatched(watch)).reverse().slice(0, WEBINARS_FOR_EXAMPLES);
	const failures: unknown[] = [];
	const found = await mapConcurrent(watched, WEBINARS_AT_ONCE, async (one) => {
		try {
			return (await event.examples(contextOf(watch, one))).map((data) => withId(data, one));
		} catch (error) {
			failures.push(error);
			return [];
		}
	});
	if (failures.length > 0 && failures.length === watched.length) throw failures[0];
	const examples = found.flat();
	if (examples.length > 0) return examples;
	const sample = { sample: true, ...event.sample(watch, watch.now) };
	return [webinar ? sample : { ...sample, webinar_id: 6 }];
}

/** Each webinar of the account once, in the order of their IDs. */
async function listWebinars({ webinars, product }: Watch): Promise<Array<Required<Watched>>> {
	const listed = [...(await webinars.list(product))];
	listed.sort((one, other) => one.webinar_id - other.webinar_id);
	const byId = new Map(listed.map((webinar) => [String(webinar.webinar_id), webinar]));
	return [...byId].map(([id, webinar]) => ({ id, listed: webinar }));
}

const isWatched =
	({ titleContains }: Watch) =>
	({ listed }: Required<Watched>): boolean =>
		hasInTitle(titleContains, listed);

const keyHashOf = ({ service }: Watch) => hashOf(service.account.apiKey);

function contextOf(watch: Watch, { id, listed }: Watched, mayBeOther = false): WebinarContext {
	const { product, service } = watch;
	return {
		...watch,
		webinarId: id,
		mayBeOther,
		statedZone: async () => {
			const stated = listed ?? (await service.call(product.name, 'webinar', { webinar_id: id })).webinar;
			return statedZone(product, stated);
		},
	};
}

function withId(data: EventData, { listed }: Watched): EventData {
	return listed ? { ...data, webinar_id: listed.webinar_id } : data;
}

/**
 * Until when events can happen in a webinar, as far as the list of webinars tells, in milliseconds since 1970 and at most
 * a week from now: a week after its last session that began or begins soon. 0 without such a session. A session without
 * a date that can be read ("Every day, 01:00 PM") may begin at any time, and so may those of a webinar without a list.
 */
function eventsUntil(watch: Watch, event: WebinarEvent, { listed }: Watched): number {
	const { product, minutesBefore, now } = watch;
	const starts = listed ? listedStarts(product, listed) : [Infinity];
	// A day more, because the zone of the list's dates may be a guess.
	const soon = event.isAtAnyTime ? Infinity : now + DAY_MS + minutesBefore * MINUTE_MS;
	const inSight = starts.filter((start) => start <= soon || start === Infinity);
	if (inSight.length === 0) return 0;
	// The list may show only the first session of a series.
	const last = listed?.type === 'Series of presentations' ? now : Math.max(...inSight);
	return Math.min(last, now) + WEEK_MS;
}

/** Adds the webinar to an error that is about its list. */
function named(error: unknown, { listed }: Watched): unknown {
	if (!listed) return error;
	const name = `${quoted(listed.title ?? '')} (ID ${listed.webinar_id})`;
	if (error instanceof InputError) {
		return new InputError(`${name}: ${error.message}`, error.description);
	}
	if (!(error instanceof CancelledError)) return error;
	return new InputError(
		`${name} has more registrants than one poll can read`,
		'The other webinars are watched. Watch this one on its own, or allow polls more time in the settings of n8n.',
	);
}

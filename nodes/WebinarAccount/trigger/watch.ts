import { InputError, ServiceError } from '../service/errors';
import type { WebinarListItem } from '../service/schemas';
import { CancelledError, mapConcurrent } from '../utils/async';
import { ExpiringMap } from '../utils/sharedReads';
import { enumerated, quoted } from '../utils/values';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../webinars/dates';
import { hasInTitle, listedStarts } from '../webinars/webinar';
import type { WebinarReference } from '../webinars/webinarReference';
import type { EventData, PollContext, TriggerEvent, WebinarContext, WebinarEvent } from './event';
import { bounded, readKeys, storeKeys, type TriggerState, type WebinarState } from './state';

/** A poll of a list of webinars, of which one webinar is the list with one. */

const WEEK_MS = 7 * DAY_MS;
/** A live series goes on for so long after its last listed session: the list may show only its first one. */
const SERIES_MS = 13 * WEEK_MS;
/** How often a webinar without a session in sight is read. */
const IDLE_INTERVAL_MS = 6 * HOUR_MS;

const WEBINARS_AT_ONCE = 10;
const WEBINARS_FOR_EXAMPLES = 10;
const MAX_EXAMPLES = 3;
const MAX_NAMES = 5;

/**
 * When the failure of a webinar was last told. It is not part of the state, because n8n drops the state of a poll that
 * fails; after a restart, a failure is told once more.
 */
const toldAt = new ExpiringMap<number>(DAY_MS, 10_000);

export interface Watch extends PollContext {
	event: TriggerEvent;
	key: string;
	/** The only webinar to watch; undefined for all. */
	webinar: WebinarReference | undefined;
	/** With all webinars: a part of the titles of those to watch, in any case; empty for all. */
	titleContains: string;
	/** With all webinars: when it is aborted, the poll begins with no other webinar. */
	lastStart?: AbortSignal | undefined;
}

interface PollResult {
	events: EventData[];
	state: TriggerState;
}

interface Watched {
	id: string;
	/** Its entry in the list of all webinars; absent for one that is watched on its own. */
	listed?: WebinarListItem;
}

interface WebinarResult extends Watched {
	entry: WebinarState;
	events: EventData[];
	/** Why it could not be read, or not in full. */
	failure?: unknown;
	isRead: boolean;
}

/**
 * A webinar that is not reached in time, or cannot be read, keeps its own state and comes first in the next poll.
 * @param before undefined at the first poll
 * @throws the failure that is to be told
 */
export async function pollOnce(watch: Watch, before: TriggerState | undefined): Promise<PollResult> {
	const { event, key, now, product, webinars, webinar } = watch;
	const state = before ?? { key, startedAt: now, ids: '', webinars: {} };
	if (webinar && event.watches === 'webinars') {
		const [known] = Object.keys(state.webinars);
		const id = known ?? (await webinars.forDisplay().id(product, webinar));
		return await pollWebinars(watch, event, [{ id }], state);
	}
	let list = await listWebinars(watch);
	// An empty list may be a mistake: if it were the baseline, all webinars would be new in the next poll.
	if (list.length === 0 && !before) list = await listWebinars(watch);
	const known = readKeys(state.ids);
	const listed = new Set(list.map(({ id }) => id));
	const isNew = ({ id }: Watched) => before !== undefined && !known.has(id);
	const next = { ...state, ids: storeKeys(known, listed) };
	if (event.watches === 'list') return { events: list.filter(isNew).map((one) => one.listed), state: next };
	const chosen = list.filter((one) => hasInTitle(watch.titleContains, one.listed));
	const result = await pollWebinars(watch, event, chosen, next, isNew);
	return { ...result, state: bounded(result.state, listed) };
}

/** @param isNew whether a webinar has come into sight since the last poll, so that what happens in it is new */
async function pollWebinars(
	watch: Watch,
	event: WebinarEvent,
	watched: readonly Watched[],
	before: TriggerState,
	isNew: (one: Watched) => boolean = () => false,
): Promise<PollResult> {
	const { now, lastStart } = watch;
	const due = watched
		.map((one) => {
			const state = isNew(one) ? event.initial : undefined;
			const entry = before.webinars[one.id] ?? { triedAt: 0, activeUntil: now + DAY_MS, state };
			const activeUntil = Math.max(entry.activeUntil, eventsUntil(watch, event, one));
			return { ...one, entry: { ...entry, activeUntil } };
		})
		.filter(
			({ entry: { state, activeUntil, triedAt } }) =>
				// The difference has no sign, in case the clock was wrong.
				state === undefined || now <= activeUntil || Math.abs(now - triedAt) >= IDLE_INTERVAL_MS,
		)
		// Those that waited longest come first, and those that failed last time last.
		.sort((one, other) => one.entry.triedAt - other.entry.triedAt);
	const results = await mapConcurrent(due, WEBINARS_AT_ONCE, async (one): Promise<WebinarResult> => {
		const { entry } = one;
		if (lastStart?.aborted) return { ...one, events: [], isRead: true };
		try {
			const context = contextOf(watch, one, before.startedAt);
			const { events, state, problem: failure } = await event.poll(context, entry.state);
			const activeUntil = Math.max(entry.activeUntil, events.length > 0 ? now + DAY_MS : 0);
			const found = events.map((data) => withId(data, one));
			return { ...one, entry: { triedAt: now, activeUntil, state }, events: found, failure, isRead: true };
		} catch (failure) {
			return { ...one, entry: { ...entry, triedAt: now }, events: [], failure, isRead: false };
		}
	});
	tellFailures(watch, results, before, results.length === watched.length);
	const entries = results.map(({ id, entry }) => [id, entry] as const);
	return {
		events: results.flatMap(({ events }) => events),
		state: { ...before, webinars: { ...before.webinars, ...Object.fromEntries(entries) } },
	};
}

/**
 * A poll that tells something reports and stores nothing. So it tells failures that were not told for a day, if there is
 * nothing to report and nothing to remember; if all webinars failed, each poll tells it.
 */
function tellFailures(
	{ key, now }: Watch,
	results: readonly WebinarResult[],
	before: TriggerState,
	areAll: boolean,
): void {
	const isNews = results.some(
		({ id, entry, events }) =>
			events.length > 0 || JSON.stringify(entry.state) !== JSON.stringify(before.webinars[id]?.state),
	);
	const isLost = areAll && results.every(({ isRead }) => !isRead);
	const toldKey = ({ id }: Watched) => `${key} ${id}`;
	const wasTold = (one: Watched) => Math.abs(now - (toldAt.get(toldKey(one)) ?? -Infinity)) < DAY_MS;
	const untold = results.filter((one) => one.failure !== undefined && (isLost || (!isNews && !wasTold(one))));
	if (untold.length === 0) return;
	const reasonOf = ({ failure }: WebinarResult) => `${String(failure)} ${JSON.stringify(failure)}`;
	// Those with another reason are told by the next poll.
	const told = untold.filter((one, _, [first]) => first && reasonOf(one) === reasonOf(first));
	for (const one of told) toldAt.set(toldKey(one), now);
	throw named(told);
}

/** Examples for building a workflow, most recent first; an invented one, marked as such, if there are none. */
export async function examplesOf(watch: Watch): Promise<EventData[]> {
	const { event, product, webinars, webinar, titleContains } = watch;
	if (event.watches === 'list') {
		const listed = (await listWebinars(watch)).map((one) => one.listed).reverse();
		return listed.length > 0 ? listed.slice(0, MAX_EXAMPLES) : [{ sample: true, ...event.sample }];
	}
	const watched: Watched[] = webinar
		? [{ id: await webinars.forDisplay().id(product, webinar) }]
		: (await listWebinars(watch))
				.filter(({ listed }) => hasInTitle(titleContains, listed))
				.slice(-WEBINARS_FOR_EXAMPLES)
				.reverse();
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
	const examples = found.flat().slice(0, MAX_EXAMPLES);
	if (examples.length > 0) return examples;
	const sample = { sample: true, ...event.sample(watch, watch.now) };
	return [webinar ? sample : { ...sample, webinar_id: 6 }];
}

/** Each webinar of the account once, in the order of their IDs. */
async function listWebinars({ webinars, product }: Watch): Promise<Array<Required<Watched>>> {
	const all = await webinars.forProof().list(product);
	const byId = new Map(all.map((listed) => [listed.webinar_id, { id: String(listed.webinar_id), listed }]));
	return [...byId].sort(([one], [other]) => one - other).map(([, webinar]) => webinar);
}

function contextOf(watch: Watch, { id, listed }: Watched, startedAt = watch.now): WebinarContext {
	const { product, webinars } = watch;
	return {
		...watch,
		webinarId: id,
		startedAt,
		rowZone: async () => await webinars.forDisplay().rowZone(product, id, listed),
	};
}

function withId(data: EventData, { listed }: Watched): EventData {
	return listed ? { ...data, webinar_id: listed.webinar_id } : data;
}

/**
 * As far as the list of webinars tells: a week after the last session that began or begins soon, and at most a week from
 * now; 0 without such a session. One without a date that can be read ("Every day, 01:00 PM") may begin at any time, and so
 * may those of a webinar without a list.
 */
function eventsUntil(watch: Watch, event: WebinarEvent, { listed }: Watched): number {
	const { product, minutesBefore, now } = watch;
	const starts = listed ? listedStarts(product, listed) : [Infinity];
	// A day more, because the zone of the list's dates may be a guess.
	const soon = event.isAtAnyTime ? Infinity : now + DAY_MS + minutesBefore * MINUTE_MS;
	const inSight = starts.filter((start) => start <= soon || start === Infinity);
	if (inSight.length === 0) return 0;
	const more = listed?.type === 'Series of presentations' ? SERIES_MS : 0;
	return Math.min(Math.max(...inSight) + more, now) + WEEK_MS;
}

/** With their names if all are watched. */
function named(failed: readonly WebinarResult[]): unknown {
	const failure = failed[0]?.failure;
	const names = failed.flatMap(({ listed }) =>
		listed ? `${quoted(listed.title ?? '')} (ID ${listed.webinar_id})` : [],
	);
	if (names.length === 0) return failure;
	const more = names.splice(MAX_NAMES).length;
	const prefix = `${enumerated([...names, ...(more > 0 ? [`${more} more`] : [])])}: `;
	if (failure instanceof InputError) return new InputError(prefix + failure.message, failure.description);
	if (failure instanceof ServiceError) return new ServiceError(prefix + failure.message, { ...failure });
	if (!(failure instanceof CancelledError)) return failure;
	return new InputError(
		`${prefix}There are more registrants than one poll can read`,
		'The other webinars are watched. Watch this one on its own, or allow polls more time in the settings of n8n.',
	);
}

import { z } from 'zod/v4';

import { CancelledError, InputError } from '../service/errors';
import type { WebinarListItem } from '../service/schemas';
import { zoneOf } from '../service/webinars';
import { mapConcurrent } from '../utils/async';
import { quoted } from '../utils/text';
import { readKeys, storeKeys } from './dedupeKeys';
import type { EventData, PollContext, PollResult, WebinarContext, WebinarEventRules } from './events/event';
import { hasSessionInSight, weekAfterLastSession } from './listedSessions';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** How often a webinar without a session in sight is read. */
const IDLE_INTERVAL_MS = 6 * HOUR_MS;

/** Webinars that are read side by side; the queue limits the rate. */
const WEBINARS_AT_ONCE = 10;

/** After so many webinars that cannot be read, the poll ends: the service may be down. */
const MAX_FAILURES = 5;

/** Maximum length of the state as JSON: about 800,000 registrants. */
const MAX_STATE_LENGTH = 10_000_000;

/** A manual run looks for examples in so many webinars. */
const WEBINARS_FOR_EXAMPLES = 10;

/** What is known of a webinar. */
interface WebinarState<State> {
	/** When it was last read, or tried, in milliseconds since 1970. */
	triedAt: number;
	/** Until when it is read at each poll, even if the list shows no session; milliseconds since 1970. */
	activeUntil: number;
	/** The event's own state; undefined until the webinar was read. */
	state?: State | undefined;
}

/** The state of an event in all webinars of an account. */
interface AccountState<State> {
	/** IDs of all webinars that were ever listed; a webinar that is not among them is new. */
	ids: string;
	/** By ID. A webinar that is gone keeps its entry, in case it comes back. */
	webinars: Record<string, WebinarState<State>>;
}

export function accountState<State>(state: z.ZodType<State>): z.ZodType<AccountState<State>> {
	const webinar = z.object({ triedAt: z.number(), activeUntil: z.number(), state: state.optional() });
	return z.object({ ids: z.string(), webinars: z.record(z.string(), webinar) });
}

/**
 * Polls each watched webinar on its own. A webinar that is not reached in time, or cannot be read, keeps its state, and
 * has its turn in the next poll.
 * @throws the first failure, if nothing else came of the poll
 */
export async function pollAccount<State>(
	rules: WebinarEventRules<State>,
	context: PollContext,
	before: AccountState<State> | undefined,
): Promise<PollResult<AccountState<State>>> {
	const { now, product } = context;
	const sight = { now, leadMs: rules.leadMs(context) };
	const all = await listWebinars(context);
	const known = readKeys(before?.ids ?? '');
	const webinars = { ...before?.webinars };
	for (const [id] of all.filter(isWatched(context))) {
		const state = before && !known.has(id) ? rules.initial : undefined;
		webinars[id] ??= { triedAt: 0, activeUntil: now + DAY_MS, state };
	}

	const failures: unknown[] = [];
	let firstReadings = 0;
	const read = async ([id, webinar]: Listed): Promise<EventData[]> => {
		const entry = webinars[id];
		if (!entry || context.lastStart?.aborted || failures.length >= MAX_FAILURES) return [];
		webinars[id] = { ...entry, triedAt: now };
		try {
			const { events, state } = await rules.poll(inWebinar(context, webinar), entry.state);
			const lively = [entry.activeUntil, weekAfterLastSession(product, webinar, sight)];
			if (events.length > 0) lively.push(now + DAY_MS);
			webinars[id] = { triedAt: now, activeUntil: Math.max(...lively), state };
			if (entry.state === undefined) firstReadings++;
			return events.map((event) => withId(event, webinar));
		} catch (error) {
			failures.push(named(error, webinar));
			return [];
		}
	};
	const due = inTurn(all.filter(isWatched(context)).filter(isDue(rules, context, webinars)), webinars);
	const events = (await mapConcurrent(due, WEBINARS_AT_ONCE, read)).flat();

	if (failures.length > 0 && events.length === 0 && firstReadings === 0) throw failures[0];
	const ids = new Set(all.map(([id]) => id));
	return { events, state: bounded({ ids: storeKeys(known, ids), webinars }, ids) };
}

/** Examples from the webinars that were published last. */
export async function examplesOfAccount<State>(
	rules: WebinarEventRules<State>,
	context: PollContext,
): Promise<EventData[]> {
	const watched = (await listWebinars(context)).filter(isWatched(context));
	const latest = watched.reverse().slice(0, WEBINARS_FOR_EXAMPLES);
	const found = await mapConcurrent(latest, WEBINARS_AT_ONCE, async ([, webinar]) => {
		const events = await rules.examples(inWebinar(context, webinar));
		return events.map((event) => withId(event, webinar));
	});
	return found.flat();
}

/** A webinar of the account, with its ID as a text. */
type Listed = [id: string, webinar: WebinarListItem];

/** Each webinar once, in the order of their IDs. */
export async function listWebinars({
	webinars,
	product,
}: Pick<PollContext, 'webinars' | 'product'>): Promise<Listed[]> {
	const listed = [...(await webinars.list(product))];
	listed.sort((one, other) => one.webinar_id - other.webinar_id);
	return [...new Map(listed.map((webinar) => [String(webinar.webinar_id), webinar]))];
}

const isWatched =
	({ titleContains }: PollContext) =>
	([, { title }]: Listed): boolean =>
		(title ?? '').toLowerCase().includes(titleContains.toLowerCase());

/** Whether a webinar is read in this poll. */
const isDue =
	<State>(
		rules: WebinarEventRules<State>,
		context: PollContext,
		webinars: Readonly<Record<string, WebinarState<State>>>,
	) =>
	([id, webinar]: Listed): boolean => {
		const { now, product } = context;
		const { triedAt = 0, activeUntil = 0, state } = webinars[id] ?? {};
		if (state === undefined || now <= activeUntil || rules.isDue(state, context)) return true;
		// Also after the clock was wrong.
		if (Math.abs(now - triedAt) >= IDLE_INTERVAL_MS) return true;
		return hasSessionInSight(product, webinar, { now, leadMs: rules.leadMs(context) });
	};

/** By turns one that was read before and one that was not, each beginning with the one that waited longest. */
function inTurn<State>(
	due: readonly Listed[],
	webinars: Readonly<Record<string, WebinarState<State>>>,
): Listed[] {
	const triedAt = ([id]: Listed) => webinars[id]?.triedAt ?? 0;
	const waiting = [...due].sort((one, other) => triedAt(one) - triedAt(other));
	const isRead = ([id]: Listed) => webinars[id]?.state !== undefined;
	const [read, unread] = [waiting.filter(isRead), waiting.filter((each) => !isRead(each))];
	const turns = Array.from({ length: Math.max(read.length, unread.length) }, (_, turn) => turn);
	return turns.flatMap((turn) => [read[turn], unread[turn]]).filter((each) => each !== undefined);
}

function inWebinar(context: PollContext, webinar: WebinarListItem): WebinarContext {
	const zone = async () => Promise.resolve(zoneOf(context.product, webinar));
	return { ...context, webinarId: String(webinar.webinar_id), isAlone: false, zone };
}

function withId(event: EventData, { webinar_id }: WebinarListItem): EventData {
	return { ...event, webinar_id };
}

/** @throws InputError when the state is too long even without the webinars that are gone */
function bounded<State>(state: AccountState<State>, listed: ReadonlySet<string>): AccountState<State> {
	if (JSON.stringify(state).length <= MAX_STATE_LENGTH) return state;
	const left = Object.entries(state.webinars).filter(([id]) => listed.has(id));
	const webinars: typeof state.webinars = Object.fromEntries(left);
	if (JSON.stringify(webinars).length <= MAX_STATE_LENGTH) return { ...state, webinars };
	throw new InputError(
		'The watched webinars have more registrants than the trigger can remember',
		'Watch fewer webinars: use Title Contains, or watch a single webinar.',
	);
}

/** Adds the webinar to an error that is about its list. */
function named(error: unknown, { title, webinar_id }: WebinarListItem): unknown {
	const name = `${quoted(title ?? '')} (ID ${webinar_id})`;
	if (error instanceof InputError) {
		return new InputError(`${name}: ${error.message}`, error.description, error.reasons);
	}
	if (!(error instanceof CancelledError)) return error;
	return new InputError(
		`${name} has more registrants than one poll can read`,
		'The other webinars are watched. Watch this one on its own, or allow polls more time in the settings of n8n.',
	);
}

import { createHash } from 'crypto';
import { z } from 'zod/v4';

import { InputError } from '../service/errors';
import { isId } from '../utils/values';
import { MINUTE_MS } from '../webinars/dates';

/**
 * The state that the trigger stores between polls: its schema, its maximum size, and its conversion to the plain JSON
 * that n8n stores. A list of keys is stored as one string, because n8n wraps stored arrays in proxies, which are slow
 * to read.
 */

/** Maximum length of the state as JSON, in characters. This is enough for about 800,000 registrants. */
const MAX_STATE_LENGTH = 10_000_000;

/** Length of a digest in characters of 6 bits. Two of 200,000 digests are equal with a probability below 1 in a billion. */
const DIGEST_LENGTH = 11;

/**
 * What a poll reports of a webinar:
 * - `nothing`: the webinar was listed in the trigger's first poll and was not read yet. Its first reading only remembers.
 * - `afterFirstPoll`: only what happened after the trigger's first poll, as the dates of the rows show. Applies to a
 *   webinar that is listed for the first time after the first poll, and while a first reading is incomplete.
 * - `everything`: the webinar was read completely. Everything that the state does not know is new.
 */
const reports = z.enum(['nothing', 'afterFirstPoll', 'everything']);

export type Reports = z.output<typeof reports>;

/** The stored state of one webinar. */
const webinarState = z.object({
	reports,
	/** When a poll last tried to read the webinar, in milliseconds since 1970; 0 if it was only listed. */
	triedAt: z.number(),
	/**
	 * The webinar's hash, which shows that another API key belongs to the same account; empty if the webinar has none, null
	 * if it could not be read yet.
	 */
	hash: z.string().nullable(),
	/** The data that the event stores about the webinar; absent if the webinar was never read successfully. */
	event: z.unknown().optional(),
});

/** The stored state of the trigger. */
const triggerState = z.object({
	/** Identifies what the trigger reports; see `PollContext`. */
	watchKey: z.string(),
	/** A digest of the API key. */
	keyDigest: z.string(),
	/** When the trigger's first poll began, in milliseconds since 1970. */
	startedAt: z.number(),
	/** The chosen webinar as the user entered it, as JSON. If it is unchanged, the webinar's ID is not looked up again. */
	entered: z.string(),
	/**
	 * The watched webinars by ID. A webinar that is no longer listed keeps its entry, because it might be listed again.
	 */
	webinars: z.record(z.string(), webinarState),
});

export type TriggerState = z.output<typeof triggerState>;

/**
 * Reads the stored state. Returns undefined if none is stored for what the trigger watches now, or in another format, so
 * that the trigger starts over.
 */
export function readState(stored: unknown, watchKey: string): TriggerState | undefined {
	const { data } = triggerState.safeParse(stored);
	return data?.watchKey === watchKey ? data : undefined;
}

/**
 * Limits the size of the state. If it is too long, removes the webinars that are no longer listed.
 * @throws InputError if the state is still too long
 */
export function limitStateSize(state: TriggerState, listedIds: ReadonlySet<string>): TriggerState {
	if (JSON.stringify(state).length <= MAX_STATE_LENGTH) return state;
	const listed = Object.entries(state.webinars).filter(([id]) => listedIds.has(id));
	const webinars = Object.fromEntries(listed);
	if (JSON.stringify(webinars).length <= MAX_STATE_LENGTH) return { ...state, webinars };
	throw new InputError(
		'The watched webinars have more registrants than the trigger can remember',
		'Watch fewer webinars. Add the Title Contains option, or watch a single webinar.',
	);
}

/** What the last poll knew about a registrant list. */
const listMemory = z.object({
	/** The number of rows. With one request, a poll finds out whether the list has grown. */
	total: z.int(),
	/** The end of the list at which the service adds new registrations. */
	newest: z.enum(['first', 'last']),
	/** The number of the page at this end. */
	page: z.int(),
	/** The page that was last checked in turn; 0 after the whole list was read. */
	checkedPage: z.int(),
	/** When this page was due, in milliseconds since 1970. */
	checkedAt: z.number(),
});

export type ListMemory = z.output<typeof listMemory>;

/** The form of the stored data. Raise it with the form, so that nodes with data of another form begin with a first poll. */
export const STATE_FORMAT = 1;

/**
 * A registrant who is not reported yet:
 * - `waiting`: the attendance is not final before `until`.
 * - `notYet`: the event has not happened. The row is looked at again at `until`, and when a poll reads its page.
 * - `unreadable`: a date cannot be read.
 *
 * `until` is in milliseconds since 1970.
 */
export type Undecided =
	| { state: 'waiting'; until: number }
	| { state: 'notYet'; until?: number }
	| { state: 'unreadable'; until?: never };

/**
 * The data that the trigger stores about a webinar's registrants. The dedupe key of a row identifies the registrant.
 */
export interface RegistrantMemory {
	/** Registrants who were reported or need no report. */
	done: ReadonlySet<string>;
	/** Registrants to decide about in a later poll. */
	undecided: ReadonlyMap<string, Undecided>;
	/** Every registrant with an ID up to this one is done, unless undecided; 0 if `done` contains all. */
	floor: number;
	/** The registrant lists; null for a list that the next poll must read whole. */
	lists: ReadonlyArray<ListMemory | null>;
}

/** The stored form of `RegistrantMemory`. */
const storedRegistrants = z.object({
	done: z.string(),
	undecided: z.string(),
	floor: z.number(),
	lists: z.array(listMemory.nullable()),
});

/** Reads data that `serializeRegistrantMemory` returned. Returns an empty memory if there is none. */
export function parseRegistrantMemory(stored: unknown): RegistrantMemory {
	const { data } = storedRegistrants.safeParse(stored);
	if (!data) return { done: new Set(), undecided: new Map(), floor: 0, lists: [] };
	const split = (list: string) => (list === '' ? [] : list.split(' '));
	const undecided = split(data.undecided).map((entry): [string, Undecided] => {
		const [key = '', code = ''] = entry.split(':');
		return [key, readUndecided(code)];
	});
	return { ...data, done: new Set(split(data.done)), undecided: new Map(undecided) };
}

/** Reads the code of an undecided registrant: the first letter of the state, and the minutes since 1970 in base 36. */
function readUndecided(code: string): Undecided {
	const minute = code.slice(1);
	const until = parseInt(minute, 36) * MINUTE_MS;
	if (code.startsWith('w')) return { state: 'waiting', until };
	if (code.startsWith('n')) return minute === '' ? { state: 'notYet' } : { state: 'notYet', until };
	return { state: 'unreadable' };
}

/** Converts the memory to plain JSON. An undecided registrant is written as `key:code`. */
export function serializeRegistrantMemory(memory: RegistrantMemory): z.input<typeof storedRegistrants> {
	const { done, undecided, floor, lists } = memory;
	const entries = [...undecided].map(([key, { state, until }]) => {
		const minute = until === undefined ? '' : Math.ceil(until / MINUTE_MS).toString(36);
		return `${key}:${state.slice(0, 1)}${minute}`;
	});
	return { done: [...done].join(' '), undecided: entries.join(' '), floor, lists: [...lists] };
}

/** Number of done registrants above which the floor rises. */
const MAX_DONE = 20_000;

/** Number of done registrants to keep. A late confirmation that is older than these is not noticed. */
const KEPT_DONE = 10_000;

/**
 * Replaces old entries of `done` by a higher floor, so that the state does not grow with the list. This is safe only if
 * IDs rise with the registrations.
 */
export function raiseFloor(memory: RegistrantMemory): RegistrantMemory {
	if (memory.done.size <= MAX_DONE) return memory;
	const ids = [...memory.done].flatMap((key) => idInKey(key) ?? []).sort((one, other) => one - other);
	const floor = Math.max(memory.floor, ids.at(-KEPT_DONE - 1) ?? 0);
	const done = [...memory.done].filter((key) => (idInKey(key) ?? Infinity) > floor);
	return { ...memory, done: new Set(done), floor };
}

/** Returns the row's ID in a dedupe key; undefined if the key is a digest, because the row has no ID. */
export function idInKey(key: string): number | undefined {
	return isId(key) ? Number(key) : undefined;
}

/** Returns a short digest of a string, from which the string cannot be restored. */
export function digestOf(text: string): string {
	return createHash('sha256').update(text).digest('base64url').slice(0, DIGEST_LENGTH);
}

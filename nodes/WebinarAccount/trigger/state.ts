import { createHash } from 'crypto';
import { z } from 'zod/v4';

import { rowKey } from '../registrants/registrantList';
import { InputError } from '../service/errors';
import type { Registrant } from '../service/endpoints';
import { isId } from '../utils/values';

// The state of the trigger between polls: its form as plain JSON, its maximum size, and what it contains about a webinar's
// registrants.

/** Maximum length of the state as JSON, in characters. This is enough for about 800,000 registrants. */
const MAX_STATE_LENGTH = 10_000_000;

/** The stored state of one webinar. */
const webinarState = z.object({
	/**
	 * What the next reading of the webinar reports. The trigger's first poll may end before it has read all webinars.
	 *
	 * | Value        | First listed by | Read before | The next reading reports           |
	 * | ------------ | --------------- | ----------- | ---------------------------------- |
	 * | `unreadOld`  | the first poll  | no          | nothing; it only remembers         |
	 * | `unreadNew`  | a later poll    | no          | what is dated after the first poll |
	 * | `readInPart` | either          | in part     | what is dated after the first poll |
	 * | `read`       | either          | yes         | what the state does not know       |
	 */
	readStatus: z.enum(['unreadOld', 'unreadNew', 'readInPart', 'read']),
	/** When a poll last tried to read the webinar, in milliseconds since 1970; 0 if none did. */
	triedAt: z.number(),
	/** The webinar's hash, which shows that another API key belongs to the same account; empty if the webinar has none. */
	hash: z.string(),
	/** What the event stores about the webinar; absent if the webinar is unread. */
	memory: z.unknown().optional(),
});

export type WebinarState = z.output<typeof webinarState>;

/** The stored state of the trigger. */
const triggerState = z.object({
	/** Identifies what the trigger reports; see `Poll`. */
	watchKey: z.string(),
	keyDigest: z.string(),
	/** When the trigger's first poll began, in milliseconds since 1970. */
	firstPollAt: z.number(),
	/** The chosen webinar as the user entered it, as JSON; see `Poll`. */
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
 * Limits the size of the state. If it is too long, removes the webinars that are no longer watched.
 * @throws InputError if the state is still too long
 */
export function limitStateSize(
	state: TriggerState,
	watched: ReadonlyArray<{ webinarId: string }>,
): TriggerState {
	if (JSON.stringify(state).length <= MAX_STATE_LENGTH) return state;
	const kept = Object.entries(state.webinars).filter(([id]) =>
		watched.some(({ webinarId }) => webinarId === id),
	);
	const limited = { ...state, webinars: Object.fromEntries(kept) };
	if (JSON.stringify(limited).length <= MAX_STATE_LENGTH) return limited;
	throw new InputError(
		'The watched webinars have more registrants than the trigger can remember',
		'Watch fewer webinars. Add the Title Contains option, or watch a single webinar.',
	);
}

/**
 * The form of the stored data. Raise it with the form, so that nodes with data of another form begin with a first poll.
 */
export const STATE_FORMAT = 5;

// What the trigger remembers about a webinar's registrants. All decisions are stored as one string, because n8n wraps stored
// arrays in proxies, which are slow to read.

/**
 * A decision about a registrant:
 * - `reported`: this poll reports the registrant.
 * - `done`: the registrant was reported earlier, or needs no report.
 * - `waiting`: attendance is not final yet.
 * - `notYet`: the row does not show that the event happened.
 * - `unreadable`: a date of the row cannot be read.
 */
export interface Decision {
	kind: 'reported' | 'done' | 'waiting' | 'notYet' | 'unreadable';
	/** When the registrant must be looked at again, in milliseconds since 1970. Undefined if no time is known. */
	dueAt?: number | undefined;
}

export function isDue({ dueAt }: Decision, now: number): boolean {
	return dueAt !== undefined && dueAt <= now;
}

/** Identifies a row in later polls: the row's ID, or a digest if the row has no ID. */
export type DedupeKey = number | string;

export interface RegistrantMemory {
	decisions: ReadonlyMap<DedupeKey, Decision>;
	/** Every registrant with an ID up to this one is done, unless `decisions` has another decision. */
	doneUpToId: number;
	/** The event's registrant lists; null for a list that the next poll must read whole. */
	lists: ReadonlyArray<ListMemory | null>;
}

/** What the last poll knew about a registrant list. */
const listMemory = z.object({
	/** The number of rows. With one request, a poll finds out whether the list has grown. */
	total: z.int(),
	/** Whether the service adds new registrations to the first page, and not to the last one. */
	isNewestFirst: z.boolean(),
	/** The number of pages. */
	lastPage: z.int(),
	/** The page that was last checked in turn; 0 after the whole list was read. */
	checkedPage: z.int(),
	/** When this page was due, in milliseconds since 1970. */
	checkedPageDueAt: z.number(),
});

export type ListMemory = z.output<typeof listMemory>;

/** The stored form of `RegistrantMemory`. An entry of `decisions` is `key`, or `key:kind:dueAt`, where `dueAt` may be empty. */
const storedMemory = z.object({
	decisions: z.string(),
	doneUpToId: z.number(),
	lists: z.array(listMemory.nullable()),
});

export const emptyMemory: RegistrantMemory = { decisions: new Map(), doneUpToId: 0, lists: [] };

/** Shared by all registrants who are done, because there can be hundreds of thousands. */
const DONE: Decision = { kind: 'done' };

/** The kinds that are stored by their names. */
const STORED_KINDS = ['waiting', 'notYet', 'unreadable'] as const;

/** Reads data that `serializeMemory` returned. Returns an empty memory if there is none. */
export function parseMemory(stored: unknown): RegistrantMemory {
	const { data } = storedMemory.safeParse(stored);
	if (!data) return emptyMemory;
	const entries = data.decisions.split(' ').filter(Boolean);
	return { ...data, decisions: new Map(entries.map(parseEntry)) };
}

/** Reads a decision, such as `82:waiting:1772452920000`. A key without a kind, such as `81`, means `done`. */
function parseEntry(entry: string): [key: DedupeKey, decision: Decision] {
	const [text = '', name, dueAt] = entry.split(':');
	const key = isId(text) ? Number(text) : text;
	const kind = STORED_KINDS.find((each) => each === name);
	if (!kind) return [key, DONE];
	return [key, dueAt ? { kind, dueAt: Number(dueAt) } : { kind }];
}

/** Converts the memory to plain JSON. */
export function serializeMemory(memory: RegistrantMemory): z.input<typeof storedMemory> {
	const entries = [...memory.decisions].map(([key, decision]) => {
		return isDoneForLaterPolls(decision) ? key : `${key}:${decision.kind}:${decision.dueAt ?? ''}`;
	});
	return { ...memory, decisions: entries.join(' '), lists: [...memory.lists] };
}

/** Whether a registrant is done in later polls. This includes a registrant whom this poll reports. */
function isDoneForLaterPolls({ kind }: Decision): boolean {
	return kind === 'done' || kind === 'reported';
}

/** Maximum number of entries of registrants who are done. */
const MAX_DONE = 20_000;

/** Number of entries to keep if there are more. A late confirmation of an older registration is then not noticed. */
const KEPT_DONE = 10_000;

/**
 * Limits the number of done registrants with an ID, so that the state does not grow with the list. If there are too
 * many, drops the entries with the lowest IDs, and raises `doneUpToId` to the highest dropped ID. This is safe only if
 * IDs rise with the registrations, because a new row with a lower ID would count as done.
 */
export function dropLowestDone(memory: RegistrantMemory): RegistrantMemory {
	const doneIds = [...memory.decisions]
		.flatMap(([key, decision]) => (typeof key === 'number' && isDoneForLaterPolls(decision) ? [key] : []))
		.sort((one, other) => one - other);
	if (doneIds.length <= MAX_DONE) return memory;
	const droppedIds = doneIds.slice(0, -KEPT_DONE);
	const decisions = new Map(memory.decisions);
	for (const id of droppedIds) decisions.delete(id);
	return { ...memory, decisions, doneUpToId: Math.max(memory.doneUpToId, droppedIds.at(-1) ?? 0) };
}

/** Whether an earlier poll has decided about the row with a key. */
export function isKnown(key: DedupeKey, { decisions, doneUpToId }: RegistrantMemory): boolean {
	return decisions.has(key) || (typeof key === 'number' && key <= doneUpToId);
}

/**
 * Returns the key by which the trigger recognizes a row in a later poll. It contains no dates and names of a row that has
 * an ID, because the account's owner can change them.
 */
export function dedupeKey(row: Registrant): DedupeKey {
	return typeof row.id === 'number' && isId(String(row.id)) ? row.id : digestOf(rowKey(row));
}

/** Length of a digest in characters of 6 bits. Two of 200,000 digests are equal with a probability below 1 in a billion. */
const DIGEST_LENGTH = 11;

/** Returns a short digest of a string, from which the string cannot be restored. */
export function digestOf(text: string): string {
	return createHash('sha256').update(text).digest('base64url').slice(0, DIGEST_LENGTH);
}

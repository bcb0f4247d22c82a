import { z } from 'zod/v4';

import { rowKey } from '../registrants/registrantList';
import type { Registrant } from '../service/endpoints';
import { isId } from '../utils/values';
import { digestOf } from './store';

// What the trigger remembers about a webinar's registrants from one poll to the next, and its conversion to plain JSON. All
// decisions are stored as one string, because n8n wraps stored arrays in proxies, which are slow to read.

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

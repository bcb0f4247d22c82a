import { createHash } from 'crypto';
import { z } from 'zod/v4';

import { InputError } from '../service/errors';
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

/** The stored state of one webinar. */
const webinarState = z.object({
	/**
	 * Whether the trigger's first poll listed the webinar. Otherwise it was published later, or renamed so that its title is
	 * watched.
	 */
	isFromFirstPoll: z.boolean(),
	/** When a poll last tried to read the webinar, in milliseconds since 1970; 0 if it was only listed. */
	triedAt: z.number(),
	/** The webinar's hash, which shows that another API key belongs to the same account; empty if it is unknown. */
	hash: z.string(),
	/** The data that the event stores about the webinar; absent if the webinar was never read successfully. */
	event: z.unknown().optional(),
});

/** The stored state of the trigger. */
const triggerState = z.object({
	/** Identifies what the trigger watches; see `PollContext`. */
	watchKey: z.string(),
	/** A digest of the API key. */
	keyDigest: z.string(),
	/** When the trigger's first poll began, in milliseconds since 1970. */
	startedAt: z.number(),
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

/**
 * The size of a registrant list in the last poll. The next poll compares it with the size that the service reports, to
 * find out with one request whether the list has changed.
 */
const listSize = z.object({
	/** The number of rows that the service reported. */
	total: z.int(),
	/** The number of the page at the newest end of the list. */
	page: z.int(),
});

export type ListSize = z.output<typeof listSize>;

/**
 * The data that the trigger stores about a webinar's registrants. The dedupe key of a row identifies the registrant.
 */
export interface RegistrantMemory {
	/** Registrants not to report, because they were already reported or were listed from the start. */
	known: ReadonlySet<string>;
	/**
	 * Registrants to decide about in a later poll, with the time when their attendance is final. The time is Infinity if
	 * a date cannot be read.
	 */
	waiting: ReadonlyMap<string, number>;
	/** The size of each registrant list; null if the next poll must read the whole list. */
	sizes: ReadonlyArray<ListSize | null>;
	/** When all lists were last read whole, in milliseconds since 1970. */
	wholeAt: number;
}

/** The stored form of `RegistrantMemory`. */
const storedRegistrants = z.object({
	known: z.string(),
	waiting: z.string(),
	sizes: z.array(listSize.nullable()),
	wholeAt: z.number(),
});

/**
 * Reads data that `serializeRegistrantMemory` returned. Returns undefined if there is none, or if its format is unknown.
 */
export function parseRegistrantMemory(stored: unknown): RegistrantMemory | undefined {
	const { data } = storedRegistrants.safeParse(stored);
	if (!data) return undefined;
	const split = (list: string) => (list === '' ? [] : list.split(' '));
	const waiting = split(data.waiting).map((entry): [string, number] => {
		const [key = '', minute = ''] = entry.split(':');
		return [key, minute === '' ? Infinity : parseInt(minute, 36) * MINUTE_MS];
	});
	return { ...data, known: new Set(split(data.known)), waiting: new Map(waiting) };
}

/**
 * Converts the memory to plain JSON. A waiting registrant is written as `key:minute`, with the minutes since 1970 in
 * base 36, or without a minute for Infinity.
 */
export function serializeRegistrantMemory(memory: RegistrantMemory): z.input<typeof storedRegistrants> {
	const { known, waiting, sizes, wholeAt } = memory;
	const entries = [...waiting].map(([key, finalAt]) => {
		const minute = finalAt === Infinity ? '' : Math.ceil(finalAt / MINUTE_MS).toString(36);
		return `${key}:${minute}`;
	});
	return { known: [...known].join(' '), waiting: entries.join(' '), sizes: [...sizes], wholeAt };
}

/** Returns a short digest of a string, from which the string cannot be restored. */
export function digestOf(text: string): string {
	return createHash('sha256').update(text).digest('base64url').slice(0, DIGEST_LENGTH);
}

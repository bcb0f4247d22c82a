import { createHash } from 'crypto';
import { z } from 'zod/v4';

import { InputError } from '../service/errors';
import { DAY_MS } from '../webinars/dates';

// The state of the trigger between polls: its form as plain JSON, its maximum size, and the states that n8n does not save.

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

/**
 * The state after a poll that found no events, which n8n on its scheduler without durable cursors discards. Without
 * this copy, each poll would begin where the last event was found.
 */
interface UnsavedState {
	/** A digest of the stored state from which the polls began. */
	storedDigest: string;
	state: TriggerState;
	/** When the last poll ended, on the clock of `performance.now()`. */
	keptAt: number;
}

/** The states by workflow and node; the oldest first. */
const unsavedStates = new Map<string, UnsavedState>();

/**
 * Returns the state that `replaceUnsavedState` kept after the node's last poll; undefined if there is none, or if
 * the stored state has changed since that poll began. First removes the states that are older than a day.
 * @param stored the stored state as JSON
 */
export function unsavedState(nodeKey: string, stored: string): TriggerState | undefined {
	for (const [oldestKey, { keptAt }] of unsavedStates) {
		// The rest is newer.
		if (performance.now() - keptAt < DAY_MS) break;
		unsavedStates.delete(oldestKey);
	}
	const unsaved = unsavedStates.get(nodeKey);
	return unsaved?.storedDigest === digestOf(stored) ? unsaved.state : undefined;
}

/**
 * Keeps the state of a poll in place of the node's earlier one.
 * @param stored the stored state as JSON from which the poll began
 * @param state undefined to keep none, because the poll found events, so that n8n saves its state
 */
export function replaceUnsavedState(nodeKey: string, stored: string, state?: TriggerState): void {
	// Deleted first, because `set` moves only a new key to the end of the map.
	unsavedStates.delete(nodeKey);
	if (state) {
		unsavedStates.set(nodeKey, { storedDigest: digestOf(stored), state, keptAt: performance.now() });
	}
}

/** Length of a digest in characters of 6 bits. Two of 200,000 digests are equal with a probability below 1 in a billion. */
const DIGEST_LENGTH = 11;

/** Returns a short digest of a string, from which the string cannot be restored. */
export function digestOf(text: string): string {
	return createHash('sha256').update(text).digest('base64url').slice(0, DIGEST_LENGTH);
}

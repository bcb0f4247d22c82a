import { z } from 'zod/v4';

/** The node's state between polls, stored by n8n. */
const storedState = z.object({
	/** Identifies what is watched. When it changes, the next poll is a first poll. */
	key: z.string(),
	/** ID of the webinar, so that the address of a registration page is looked up only once. */
	webinarId: z.string(),
	/** The event's own state. */
	state: z.unknown(),
});

export type StoredState = z.output<typeof storedState>;

/** The stored state; undefined if it is unreadable or has another key. */
export function readStoredState(stored: unknown, key: string): StoredState | undefined {
	const { data } = storedState.safeParse(stored);
	return data?.key === key ? data : undefined;
}

import { z } from 'zod/v4';

/** What n8n stores for the node between polls. */
const storedState = z.object({
	/** What is watched. When it changes, the next poll is a first poll. */
	key: z.string(),
	/** ID of the webinar, so that a registration page address is looked up once. */
	webinarId: z.string(),
	/** The event's own state. */
	state: z.unknown(),
});

export type StoredState = z.output<typeof storedState>;

/** What is stored for this very key; undefined when it is for another one, or unreadable. */
export function readStoredState(stored: unknown, key: string): StoredState | undefined {
	const { data } = storedState.safeParse(stored);
	return data?.key === key ? data : undefined;
}

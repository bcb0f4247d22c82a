import { z } from 'zod/v4';

import type { WebinarReference } from '../../service/webinars';

/** What decides which memory a poll may use; with anything else chosen, a watch starts afresh. */
interface Watch {
	event: string;
	/** Value of the `resource` parameter. */
	resource: string;
	/** Absent for an event of the whole account. */
	webinar?: WebinarReference;
	/** Absent for all schedules. */
	schedule?: number;
	/** Address of the product's endpoints. */
	service: string;
	/** ID of the credential, which stands for the account: a renewed key must lose no events. */
	credential: string;
}

/** A node's memory between polls, as n8n stores it. */
const storedWatch = z.object({
	watch: z.string(),
	/** ID of the webinar, so that a registration page address is looked up once. */
	webinarId: z.string(),
	memory: z.unknown(),
});

export type StoredWatch = z.output<typeof storedWatch>;

export function watchKey({ event, resource, webinar, schedule, service, credential }: Watch): string {
	return JSON.stringify([service, credential, resource, event, webinar ?? null, schedule ?? null]);
}

/** What was stored for this very watch; undefined for another one, and for what cannot be read. */
export function readStoredWatch(stored: unknown, watch: string): StoredWatch | undefined {
	const { data } = storedWatch.safeParse(stored);
	return data?.watch === watch ? data : undefined;
}

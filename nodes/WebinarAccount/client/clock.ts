import { sleep } from 'n8n-workflow';

/** Time as the queue and the retries see it; tests put their own in its place. */
export interface Clock {
	/** Milliseconds since some moment; never set back, unlike the time of day. */
	now(): number;
	sleep(milliseconds: number): Promise<void>;
}

export const systemClock: Clock = { now: () => performance.now(), sleep };

import { sleep } from 'n8n-workflow';

/** The clock of the limiter and the retries; tests inject their own. */
export interface Clock {
	/** Monotonic time in milliseconds. */
	now(): number;
	sleep(milliseconds: number): Promise<void>;
}

export const systemClock: Clock = { now: () => performance.now(), sleep };

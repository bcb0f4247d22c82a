import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { stopSignal } from '../cli/stopSignal';

/** Registers a cleanup function. */
export type OnEnd = (end: () => Promise<unknown>) => void;

/**
 * Runs work, and then its cleanup functions in reverse order. It also runs them after a failure and on Ctrl+C.
 * @throws Stopped, or the error of the work
 */
export async function withTeardown<Result>(work: (onEnd: OnEnd) => Promise<Result>): Promise<Result> {
	const ends: Array<() => Promise<unknown>> = [];
	const stop = stopSignal();
	const stopped = new Promise<never>((_resolve, reject) => {
		stop.addEventListener('abort', () => reject(stop.reason as Error));
	});
	try {
		return await Promise.race([work((end) => void ends.unshift(end)), stopped]);
	} finally {
		for (const end of ends) await end().catch((error: unknown) => console.error(error));
	}
}

/** Creates a temporary folder that is removed at the end. */
export async function temporaryFolder(onEnd: OnEnd): Promise<string> {
	const folder = await mkdtemp(join(tmpdir(), 'n8n-webinarjam-everwebinar-'));
	// A process that is exiting may still write.
	onEnd(() => rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 500 }));
	return folder;
}

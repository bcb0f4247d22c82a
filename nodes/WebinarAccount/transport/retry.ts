import { CancelledError, ServiceError } from '../service/errors';
import type { Clock } from './clock';

/** Pauses before a call is made again. */
const PAUSES_MS = [500, 1000, 2000];

interface RetryOptions {
	/** Whether the call changes nothing at the service. */
	readOnly: boolean;
	clock: Clock;
	signal?: AbortSignal | undefined;
}

/** Makes a call again, a few times, where the failure allows it: see `ServiceError.repeat`. */
export async function withRetries<T>(
	call: () => Promise<T>,
	options: RetryOptions,
	[pause, ...laterPauses]: readonly number[] = PAUSES_MS,
): Promise<T> {
	return await call().catch(async (error: unknown) => {
		if (pause === undefined || !mayRepeat(error, options.readOnly)) throw error;
		await abortable(options.clock.sleep(pause), options.signal);
		return await withRetries(call, options, laterPauses);
	});
}

function mayRepeat(error: unknown, readOnly: boolean): boolean {
	if (!(error instanceof ServiceError)) return false;
	return error.repeat === 'always' || (error.repeat === 'ifReadOnly' && readOnly);
}

function abortable(sleeping: Promise<void>, signal: AbortSignal | undefined): Promise<void> {
	if (!signal) return sleeping;
	return new Promise((resolve, reject) => {
		const cancel = () => reject(new CancelledError());
		if (signal.aborted) return cancel();
		signal.addEventListener('abort', cancel, { once: true });
		void sleeping.then(() => {
			signal.removeEventListener('abort', cancel);
			resolve();
		});
	});
}

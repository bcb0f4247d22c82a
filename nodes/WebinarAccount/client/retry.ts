import { ServiceError } from '../service/errors';
import type { Cancellation } from './cancellation';
import type { Clock } from './clock';

/** Pauses before a call is made again. */
const PAUSES_MS = [500, 1000, 2000];

interface RetryOptions {
	/** Whether the call changes nothing at the service. */
	readOnly: boolean;
	clock: Clock;
	cancellation: Cancellation;
}

/** Makes a call again, a few times, where the failure allows it: see `ServiceError.repeat`. */
export async function withRetries<T>(
	call: () => Promise<T>,
	options: RetryOptions,
	[pause, ...laterPauses]: readonly number[] = PAUSES_MS,
): Promise<T> {
	return await call().catch(async (error: unknown) => {
		if (pause === undefined || !mayRepeat(error, options.readOnly)) throw error;
		await options.cancellation.sleep(pause, options.clock);
		return await withRetries(call, options, laterPauses);
	});
}

function mayRepeat(error: unknown, readOnly: boolean): boolean {
	if (!(error instanceof ServiceError)) return false;
	return error.repeat === 'always' || (error.repeat === 'ifReadOnly' && readOnly);
}

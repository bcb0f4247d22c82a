import { CancelledError, ServiceError } from '../service/errors';
import { unlessAborted } from '../utils/abort';
import { type Clock, systemClock } from './clock';

/** Pauses before a call is made again. */
const PAUSES_MS = [500, 1000, 2000];

interface RetryOptions {
	/** Whether the call changes nothing at the service. */
	readOnly: boolean;
	/** Ends the pauses. */
	signal?: AbortSignal | undefined;
	clock?: Clock;
}

/** Makes a call again, a few times, where the failure allows it: see `ServiceError.repeat`. */
export async function withRetries<T>(
	call: () => Promise<T>,
	options: RetryOptions,
	[pause, ...laterPauses]: readonly number[] = PAUSES_MS,
): Promise<T> {
	return await call().catch(async (error: unknown) => {
		if (pause === undefined || !mayRepeat(error, options.readOnly)) throw error;
		const { signal, clock = systemClock } = options;
		await unlessAborted(clock.sleep(pause), signal, () => new CancelledError());
		return await withRetries(call, options, laterPauses);
	});
}

function mayRepeat(error: unknown, readOnly: boolean): boolean {
	if (!(error instanceof ServiceError)) return false;
	return error.repeat === 'always' || (error.repeat === 'ifReadOnly' && readOnly);
}

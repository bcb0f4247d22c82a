import { Limiter } from '../../../nodes/WebinarAccount/service/limiter';
import { CancelledError } from '../../../nodes/WebinarAccount/utils/async';
import type { VirtualClock } from './virtualClock';
import { CALLS_PER_SECOND } from '../limits';

/** What makes the calls of one process. */
export type Client = Pick<Limiter, 'call'>;

export interface ClientOptions {
	clock: VirtualClock;
	random: () => number;
	/** Processes that share the account, which only one of the clients knows. */
	processes: number;
	callsPerSecond?: number | undefined;
}

/** The limiter of the node, and the alternatives that people use. */
export const clients = {
	limiter: ({ clock }) => new Limiter(clock),
	'wait a second': ({ clock }) => repeating(clock, { waitMs: () => 1000 }),
	'AWS adaptive mode': (options) => awsAdaptive(options),
	'known share': ({ clock, processes, callsPerSecond = CALLS_PER_SECOND }) =>
		knownShare(clock, callsPerSecond / processes),
} satisfies Record<string, (options: ClientOptions) => Client>;

export type ClientName = keyof typeof clients;

interface Strategy {
	/** Waits until a call may be sent. */
	before?: () => Promise<void>;
	after?: (throttled: boolean) => void;
	waitMs: (tries: number) => number;
}

/** Repeats a throttled call until it is admitted. */
function repeating(clock: VirtualClock, { before, after, waitMs }: Strategy): Client {
	return {
		call: async (attempt, { signal }) => {
			for (let tries = 1; ; tries++) {
				await before?.();
				if (signal?.aborted) throw new CancelledError();
				const outcome = await attempt();
				after?.(outcome.throttled);
				if (!outcome.throttled) return outcome.value;
				await clock.sleep(waitMs(tries));
			}
		},
	};
}

/** A token bucket of one token, filled at the part of the limit that somebody has told it. */
function knownShare(clock: VirtualClock, callsPerSecond: number): Client {
	let nextAt = 0;
	const before = async () => {
		const at = Math.max(clock.now(), nextAt);
		nextAt = at + 1000 / callsPerSecond;
		await clock.sleep(at - clock.now());
	};
	return repeating(clock, { before, waitMs: () => 1000 });
}

/**
 * The client-side rate limiter of the AWS SDKs' adaptive retry mode (botocore/retries/adaptive.py, throttling.py,
 * bucket.py; `DefaultRateLimiter` in the SDK for JavaScript), with that mode's exponential backoff, but repeating
 * without end.
 */
function awsAdaptive({ clock, random }: ClientOptions): Client {
	const BETA = 0.7;
	const SCALE = 0.4;
	const SMOOTHING = 0.8;
	const seconds = () => clock.now() / 1000;
	let isEnabled = false;
	let fillRate = 0;
	let capacity = 0;
	let tokens = 0;
	let filledAt = 0;
	let requests = 0;
	let measuredRate = 0;
	let measuredUntil = Math.floor(seconds() * 2) / 2;
	let lastMaxRate = 0;
	let throttledAt = seconds();

	const refill = () => {
		tokens = Math.min(capacity, tokens + (seconds() - filledAt) * fillRate);
		filledAt = seconds();
	};
	const before = async () => {
		if (!isEnabled) return;
		refill();
		while (tokens < 1) {
			await clock.sleep(Math.ceil(((1 - tokens) / fillRate) * 1000));
			refill();
		}
		tokens -= 1;
	};
	const measure = () => {
		requests++;
		const bucket = Math.floor(seconds() * 2) / 2;
		if (bucket <= measuredUntil) return;
		measuredRate = (requests / (bucket - measuredUntil)) * SMOOTHING + measuredRate * (1 - SMOOTHING);
		measuredUntil = bucket;
		requests = 0;
	};
	const timeWindow = () => Math.cbrt((lastMaxRate * (1 - BETA)) / SCALE);
	const after = (throttled: boolean) => {
		measure();
		let rate = SCALE * (seconds() - throttledAt - timeWindow()) ** 3 + lastMaxRate;
		if (throttled) {
			lastMaxRate = isEnabled ? Math.min(measuredRate, fillRate) : measuredRate;
			throttledAt = seconds();
			isEnabled = true;
			rate = lastMaxRate * BETA;
		}
		refill();
		fillRate = Math.max(0.5, Math.min(rate, 2 * measuredRate));
		capacity = Math.max(1, fillRate);
		tokens = Math.min(tokens, capacity);
	};
	return repeating(clock, {
		before,
		after,
		waitMs: (tries) => random() * Math.min(20_000, 500 * 2 ** tries),
	});
}

import type { Try } from '../../../nodes/WebinarAccount/service/limiter';
import { RateLimit } from '../../../sandbox/rateLimit';
import type { VirtualClock } from './virtualClock';

/** Times of one call in milliseconds. */
export interface CallTimes {
	/** From sending to being counted. */
	up: number;
	/** From being counted to the answer's arrival. */
	down: number;
}

/** The service's limit on a virtual clock: with the rule of the sandbox. */
export class VirtualService {
	/** The calls that were admitted: their moments, and their names in the same order. */
	readonly countedAt: number[] = [];
	readonly counted: string[] = [];
	/** Names of the calls in the order in which they arrived, throttled ones included. */
	readonly arrived: string[] = [];
	readonly throttledAt: number[] = [];

	private readonly limit: RateLimit;

	constructor(
		private readonly clock: VirtualClock,
		callsPerSecond = 20,
		/** The arrival that gets a 429 for no reason, counted from 1. */
		private readonly accidentAt = 0,
	) {
		this.limit = new RateLimit(callsPerSecond);
	}

	async call(name: string, { up, down }: CallTimes): Promise<Try<string>> {
		await this.clock.sleep(up);
		this.arrived.push(name);
		const isCounted = this.count(name);
		await this.clock.sleep(down);
		return isCounted ? { throttled: false, value: name } : { throttled: true, retryAfterMs: 1000 };
	}

	get throttled(): number {
		return this.throttledAt.length;
	}

	/** Calls that were throttled within a second of each other count once. */
	throttledMoments(): number {
		return this.throttledAt.filter((at, index) => at - (this.throttledAt[index - 1] ?? -Infinity) >= 1000)
			.length;
	}

	private count(name: string): boolean {
		const now = this.clock.now();
		if (this.arrived.length === this.accidentAt || !this.limit.admit(now)) {
			this.throttledAt.push(now);
			return false;
		}
		this.countedAt.push(now);
		this.counted.push(name);
		return true;
	}
}

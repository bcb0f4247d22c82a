import type { SendResult } from '../../../nodes/WebinarAccount/service/limiter';
import { RateLimit } from '../../../sandbox/rateLimit';
import type { VirtualClock } from './virtualClock';

/** Times of one request in milliseconds. */
export interface RequestTimes {
	/** From sending to being counted. */
	up: number;
	/** From being counted to the arrival of the response. */
	down: number;
}

/** The sandbox's rate limit on a virtual clock. */
export class VirtualService {
	/** The names of the admitted requests. */
	readonly counted: string[] = [];
	/** The names of all requests in the order of arrival. */
	readonly arrived: string[] = [];
	/** The number of 429s. */
	throttled = 0;

	private readonly limit: RateLimit;

	constructor(
		private readonly clock: VirtualClock,
		callsPerSecond = 20,
		/** The arrival that gets a 429 for no reason, counted from 1. */
		private readonly accidentAt = 0,
	) {
		this.limit = new RateLimit(callsPerSecond);
	}

	async request(name: string, { up, down }: RequestTimes): Promise<SendResult<string>> {
		await this.clock.sleep(up);
		this.arrived.push(name);
		const isCounted = this.count(name);
		await this.clock.sleep(down);
		return isCounted ? { throttled: false, value: name } : { throttled: true, retryAfterMs: 1000 };
	}

	private count(name: string): boolean {
		if (this.arrived.length === this.accidentAt || !this.limit.admit(this.clock.now())) {
			this.throttled++;
			return false;
		}
		this.counted.push(name);
		return true;
	}
}

import type { Attempt } from '../../nodes/WebinarAccount/client/limiter/callQueue';
import { mostInOneSecond, RateLimit } from '../../sandbox/rateLimit';
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
	/** The calls that were not refused: their moments, and their names in the same order. */
	readonly countedAt: number[] = [];
	readonly counted: string[] = [];
	/** Names of the calls in the order in which they arrived, refused ones included. */
	readonly arrived: string[] = [];
	refused = 0;

	private readonly limit: RateLimit;

	constructor(
		private readonly clock: VirtualClock,
		callsPerSecond = 20,
	) {
		this.limit = new RateLimit(callsPerSecond);
	}

	async call(name: string, { up, down }: CallTimes): Promise<Attempt<string>> {
		await this.clock.sleep(up);
		this.arrived.push(name);
		const isCounted = this.count(name);
		await this.clock.sleep(down);
		return isCounted ? { refused: false, value: name } : { refused: true, waitMs: 1000 };
	}

	mostInOneSecond(): number {
		return mostInOneSecond(this.countedAt);
	}

	private count(name: string): boolean {
		const now = this.clock.now();
		if (!this.limit.admit(now)) {
			this.refused++;
			return false;
		}
		this.countedAt.push(now);
		this.counted.push(name);
		return true;
	}
}

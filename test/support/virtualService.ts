import type { Attempt } from '../../nodes/WebinarAccount/transport/callQueue';
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
	readonly countedAt: number[] = [];
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
		const now = this.clock.now();
		const tooMany = !this.limit.admit(now);
		if (tooMany) this.refused++;
		else this.countedAt.push(now);
		await this.clock.sleep(down);
		return tooMany ? { refused: true, waitMs: 1000 } : { refused: false, value: name };
	}

	mostInOneSecond(): number {
		return mostInOneSecond(this.countedAt);
	}
}

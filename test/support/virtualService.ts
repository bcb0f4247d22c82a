import type { Attempt } from '../../nodes/WebinarAccount/transport/callQueue';
import type { VirtualClock } from './virtualClock';

/** Times of one call in milliseconds. */
export interface CallTimes {
	/** From sending to being counted. */
	up: number;
	/** From being counted to the answer's arrival. */
	down: number;
}

/** The service's limit on a virtual clock: at most `limit` counted calls in any 1000 ms, the others refused. */
export class VirtualService {
	readonly countedAt: number[] = [];
	/** Names of the calls in the order in which they arrived, refused ones included. */
	readonly arrived: string[] = [];
	refused = 0;

	constructor(
		private readonly clock: VirtualClock,
		private readonly limit = 20,
	) {}

	async call(name: string, { up, down }: CallTimes): Promise<Attempt<string>> {
		await this.clock.sleep(up);
		this.arrived.push(name);
		const now = this.clock.now();
		const tooMany = this.countedAt.filter((at) => at > now - 1000).length >= this.limit;
		if (tooMany) this.refused++;
		else this.countedAt.push(now);
		await this.clock.sleep(down);
		return tooMany ? { refused: true, waitMs: 1000 } : { refused: false, value: name };
	}

	mostInOneSecond(): number {
		return Math.max(
			0,
			...this.countedAt.map((from) => this.countedAt.filter((at) => at >= from && at < from + 1000).length),
		);
	}
}

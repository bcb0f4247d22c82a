/** What the first calls may take longer than later ones: to load code, to look up the host, to warm up. */
const COLD_EXCESS_MS = 250;

/** Answers that have to be known before their shortest time is believed without that excess. */
const FEW_ANSWERS = 10;

/** Answers are remembered in two halves of this size; the older one is forgotten when the newer one is full. */
const HALF_MEMORY = 100;

/** Learns the shortest time in which the service answers, and follows a change of the network. */
export class ShortestAnswer {
	private firstAnswerAt = Infinity;
	private shortestEver = Infinity;
	private older = Infinity;
	private newer = Infinity;
	private count = 0;

	/** On the safe side while little is known: 0 before the first answer. */
	get milliseconds(): number {
		if (this.count >= FEW_ANSWERS) return Math.min(this.older, this.newer);
		return this.shortestEver === Infinity ? 0 : Math.max(0, this.shortestEver - COLD_EXCESS_MS);
	}

	learn(sentAt: number, answeredAt: number): void {
		const time = answeredAt - sentAt;
		this.firstAnswerAt = Math.min(this.firstAnswerAt, answeredAt);
		this.shortestEver = Math.min(this.shortestEver, time);
		// What was sent before anything was answered says little of later calls.
		if (sentAt < this.firstAnswerAt) return;
		this.newer = Math.min(this.newer, time);
		if (++this.count % HALF_MEMORY !== 0) return;
		this.older = this.newer;
		this.newer = Infinity;
	}
}

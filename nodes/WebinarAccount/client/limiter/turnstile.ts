/** How much of its calls a queue holds, in seconds; the rest waits outside, with its execution. */
const WAITING_SECONDS = 0.5;

/** What a turnstile leads to. */
export interface Hall {
	/** Calls a second that are served at present. */
	rate(limit: number): number;
	/** Those through which somebody comes. */
	readonly turnstiles: Set<Turnstile>;
}

/**
 * Keeps the calls of one execution out of the shared queue until it is nearly their turn. All executions together
 * keep half a second's worth of calls there, in equal parts and at least one each, so that a list opened meanwhile
 * in the editor is served soon, and no execution has to wait for the whole of another.
 */
export class Turnstile {
	private inside = 0;
	private readonly outside: Array<() => void> = [];

	constructor(
		private readonly hall: () => Hall,
		private readonly callsPerSecond: number,
	) {}

	/** Waits for a place, in the order of arrival; the returned function gives it back and may be called again. */
	async enter(): Promise<() => void> {
		const { turnstiles } = this.hall();
		turnstiles.add(this);
		await new Promise<void>((resolve) => {
			this.outside.push(resolve);
			this.letIn();
		});
		let isInside = true;
		return () => {
			if (!isInside) return;
			isInside = false;
			this.inside--;
			this.letIn();
			if (this.inside === 0) turnstiles.delete(this);
		};
	}

	private letIn(): void {
		while (this.outside.length > 0 && this.inside < this.places()) {
			this.inside++;
			this.outside.shift()?.();
		}
	}

	private places(): number {
		const hall = this.hall();
		return Math.max(1, Math.floor((hall.rate(this.callsPerSecond) * WAITING_SECONDS) / hall.turnstiles.size));
	}
}

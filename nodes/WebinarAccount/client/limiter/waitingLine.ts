import { CancelledError } from '../../service/errors';
import type { Cancellation } from './cancellation';

interface Place {
	/** A refused call comes back to its old place. */
	order: number;
	/** What the call's account allows. */
	callsPerSecond: number;
	cancellation?: Cancellation | undefined;
}

interface Waiter<Turn> extends Place {
	begin(turn: Turn): void;
	fail(error: Error): void;
}

/** Calls that wait for their turn, in the order in which they first came. */
export class WaitingLine<Turn> {
	private readonly waiters: Array<Waiter<Turn>> = [];

	get first(): Readonly<Place> | undefined {
		return this.waiters[0];
	}

	/** Waits for a turn; throws a CancelledError as soon as the call's run is cancelled. */
	join(place: Place): Promise<Turn> {
		return new Promise((resolve, reject) => {
			const { cancellation } = place;
			if (cancellation?.isCancelled) return reject(new CancelledError());
			const stopListening = cancellation?.onCancel(() => {
				this.waiters.splice(this.waiters.indexOf(waiter), 1);
				reject(new CancelledError());
			});
			const waiter: Waiter<Turn> = {
				...place,
				begin: (turn) => {
					stopListening?.();
					resolve(turn);
				},
				fail: (error) => {
					stopListening?.();
					reject(error);
				},
			};
			this.insert(waiter);
		});
	}

	/** Gives the first its turn. */
	next(turn: Turn): void {
		this.waiters.shift()?.begin(turn);
	}

	/** Ends the waiting of all. */
	failAll(error: () => Error): void {
		for (const waiter of this.waiters.splice(0)) waiter.fail(error());
	}

	private insert(waiter: Waiter<Turn>): void {
		// Nearly always the last place; only refused calls go back to the front.
		let index = this.waiters.length;
		while (index > 0 && (this.waiters[index - 1]?.order ?? 0) > waiter.order) index--;
		this.waiters.splice(index, 0, waiter);
	}
}

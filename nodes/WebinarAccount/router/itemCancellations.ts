import { Cancellation } from '../client/cancellation';

/** The cancellations of the items that a run is working on. */
export class ItemCancellations {
	private readonly items = new Map<number, Cancellation>();

	constructor(private readonly run: Cancellation) {
		run.onCancel(() => this.cancelAfter(-1));
	}

	begin(itemIndex: number): Cancellation {
		const cancellation = new Cancellation();
		if (this.run.isCancelled) cancellation.cancel();
		this.items.set(itemIndex, cancellation);
		return cancellation;
	}

	end(itemIndex: number): void {
		this.items.delete(itemIndex);
	}

	/** Ends the waiting of all items behind one. */
	cancelAfter(itemIndex: number): void {
		for (const [index, cancellation] of this.items) {
			if (index > itemIndex) cancellation.cancel();
		}
	}
}

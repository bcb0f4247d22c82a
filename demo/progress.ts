import { SingleBar } from 'cli-progress';

/** A bar on the terminal; where there is no terminal, nothing. */
export class Progress {
	private readonly bar = new SingleBar({
		format: '  Registering   {bar}  {value} of {total}',
		barCompleteChar: '█',
		barIncompleteChar: '░',
		barsize: 40,
		hideCursor: true,
	});

	start(total: number): void {
		this.bar.start(total, 0);
	}

	/** One more contact was answered. */
	readonly step = (): void => this.bar.increment();

	/** Leaves the terminal as it was. Contacts that were refused without a call come in only now. */
	stop({ complete }: { complete: boolean }): void {
		if (complete) this.bar.update(this.bar.getTotal());
		this.bar.stop();
	}
}

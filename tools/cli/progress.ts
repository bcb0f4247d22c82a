import { Format, SingleBar } from 'cli-progress';

/** Where the output is no terminal. */
const LINE_EVERY_MS = 5000;

interface Shown {
	/** What is being done. */
	label: string;
	done: number;
	total: number;
	failed: number;
}

/** Says on stderr how far a long command is: a bar on a terminal, a line every few seconds elsewhere. */
export class Progress {
	private readonly startedAt = Date.now();
	private shown: Shown = { label: '', done: 0, total: 0, failed: 0 };
	private readonly bar = new SingleBar({
		format: (options, { progress, maxWidth }) =>
			`  ${Format.BarFormat(progress, options)}  ${this.text}`.slice(0, maxWidth - 1),
		barCompleteChar: '█',
		barIncompleteChar: '░',
		barsize: 20,
		clearOnComplete: true,
		// A process that is stopped could not turn it on again.
		linewrap: true,
	});
	private readonly timer = setInterval(() => {
		if (!process.stderr.isTTY) console.error(`  ${this.text}`);
	}, LINE_EVERY_MS).unref();

	show(change: Partial<Shown>): void {
		this.shown = { ...this.shown, ...change };
		if (!process.stderr.isTTY) return;
		const { done, total } = this.shown;
		if (!this.bar.isActive) this.bar.start(total, done);
		this.bar.setTotal(total);
		this.bar.update(done);
	}

	/** Prints something that stays. */
	note(text: string, print: (text: string) => void = console.error): void {
		this.bar.stop();
		print(text);
	}

	end(): void {
		clearInterval(this.timer);
		this.bar.stop();
	}

	private get text(): string {
		const { label, done, total, failed } = this.shown;
		const failures = failed > 0 ? `, ${failed} failed` : '';
		const seconds = Math.round((Date.now() - this.startedAt) / 1000);
		const elapsed = `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
		return `${done} of ${total}${failures}, ${elapsed}: ${label}`;
	}
}

import { clearLine, cursorTo } from 'node:readline';

/** Interval in milliseconds between lines if stderr is not a terminal. */
const LINE_EVERY_MS = 5000;

interface Shown {
	/** The current step. */
	label: string;
	done: number;
	total: number;
	failed: number;
}

/** Shows the progress of a long command on stderr: in one line of a terminal, otherwise as a new line every 5 seconds. */
export class Progress {
	private readonly startedAt = Date.now();
	private shown: Shown = { label: '', done: 0, total: 0, failed: 0 };
	private readonly timer = setInterval(() => {
		if (!process.stderr.isTTY) console.error(this.line());
	}, LINE_EVERY_MS).unref();

	show(change: Partial<Shown>): void {
		this.shown = { ...this.shown, ...change };
		if (!process.stderr.isTTY) return;
		this.clear();
		// A line that wraps could not be cleared.
		process.stderr.write(this.line().slice(0, process.stderr.columns - 1));
	}

	/** Prints a text that stays above the progress. */
	note(text: string, print: (text: string) => void = console.error): void {
		this.clear();
		print(text);
	}

	end(): void {
		clearInterval(this.timer);
		this.clear();
	}

	private clear(): void {
		if (!process.stderr.isTTY) return;
		clearLine(process.stderr, 0);
		cursorTo(process.stderr, 0);
	}

	private line(): string {
		const { label, done, total, failed } = this.shown;
		const failures = failed > 0 ? `, ${failed} failed` : '';
		const seconds = Math.round((Date.now() - this.startedAt) / 1000);
		const elapsed = `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
		return `  ${done} of ${total}${failures}, ${elapsed}: ${label}`;
	}
}

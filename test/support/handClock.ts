import { Settings } from 'luxon';

/** Time that passes when a test says so: the monotonic one, that of the wall, and the timeouts of signals. */
export class HandClock {
	private time = 0;
	private timeouts: Array<{ at: number; controller: AbortController }> = [];
	private readonly spies = [
		jest.spyOn(performance, 'now').mockImplementation(() => this.time),
		jest.spyOn(AbortSignal, 'timeout').mockImplementation((milliseconds) => {
			const controller = new AbortController();
			this.timeouts.push({ at: this.time + milliseconds, controller });
			return controller.signal;
		}),
	];

	/** @param wall milliseconds since 1970 */
	constructor(public wall = Date.UTC(2026, 0, 31, 12)) {
		Settings.now = () => this.wall;
	}

	/** Timeouts that are still to come. */
	get pending(): number {
		return this.timeouts.length;
	}

	pass(milliseconds: number): void {
		const end = this.time + milliseconds;
		for (;;) {
			const [next] = this.timeouts.filter(({ at }) => at <= end).sort((one, other) => one.at - other.at);
			if (!next) break;
			this.move(Math.max(this.time, next.at));
			this.timeouts = this.timeouts.filter((each) => each !== next);
			next.controller.abort();
		}
		this.move(end);
	}

	/** To a time of the wall. @param iso in UTC */
	passTo(iso: string): void {
		this.pass(Date.parse(iso) - this.wall);
	}

	end(): void {
		this.spies.forEach((spy) => spy.mockRestore());
		Settings.now = () => Date.now();
	}

	private move(to: number): void {
		this.wall += to - this.time;
		this.time = to;
	}
}

import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { ClientRequest } from 'node:http';

/** The node's timeout for a request. */
const LIMIT_MS = 30_000;
const REQUEST_STARTS = 'http.client.request.start';
/** Turns of the event loop without a call or a new timer, after which nothing but timers is waited for. */
const QUIET_TURNS = 10;

interface Timer {
	at: number;
	fire: () => void;
}

/**
 * Skips the time in which the node only waits: when no call is under way, the clock jumps to the next timer. A call
 * takes as long as it takes, so that nothing depends on how busy the machine is.
 */
export class SkippingClock {
	/** The time in milliseconds that the clocks of a test file have skipped. */
	private static skippedMs = 0;
	static {
		// Also applies after the last clock has ended, because time must never go back: the test files of a process share the
		// built node, which remembers when it sent its requests.
		const now = performance.now.bind(performance);
		performance.now = () => now() + SkippingClock.skippedMs;
	}
	/** Requests without a complete response. */
	private readonly pending = new Set<ClientRequest>();
	/** Counts what happens, to notice when nothing does. */
	private events = 0;
	private readonly timers = new Map<NodeJS.Timeout, Timer>();
	private readonly restoreTimers: () => void;

	constructor() {
		const { setTimeout: set, clearTimeout: clear } = globalThis;
		const abortTimeout = AbortSignal.timeout.bind(AbortSignal);
		const start = (callback: (...args: unknown[]) => void, milliseconds = 0, ...args: unknown[]) => {
			const fire = () => {
				this.stop(timer, clear);
				callback(...args);
			};
			const timer = set(fire, milliseconds);
			this.timers.set(timer, { at: performance.now() + milliseconds, fire });
			this.notice();
			return timer;
		};
		// Not Jest's spies, which would keep the arguments of every call.
		globalThis.setTimeout = Object.assign(start, set);
		globalThis.clearTimeout = (timer) => this.stop(timer, clear);
		AbortSignal.timeout = abortedAfter;
		this.restoreTimers = () => {
			globalThis.setTimeout = set;
			globalThis.clearTimeout = clear;
			AbortSignal.timeout = abortTimeout;
		};
		subscribe(REQUEST_STARTS, this.onRequest);
	}

	end(): void {
		unsubscribe(REQUEST_STARTS, this.onRequest);
		this.timers.forEach((_, timer) => clearTimeout(timer));
		this.restoreTimers();
	}

	/** Advances the clock. */
	advance(milliseconds: number): void {
		SkippingClock.skippedMs += milliseconds;
	}

	/** The call that arrived at a server from this port, if it is under way. */
	callFrom(port: number | undefined): ClientRequest | undefined {
		return [...this.pending].find(({ socket }) => socket?.localPort === port);
	}

	/** Says that a call will get no complete answer, so that its limit is all that is waited for. */
	givenUp(call: ClientRequest | undefined): void {
		if (!call || !this.pending.delete(call)) return;
		const latest = performance.now() + LIMIT_MS;
		this.timers.forEach(({ at }, timer) => at <= latest && timer.ref());
		this.notice();
	}

	private stop(timer: Parameters<typeof clearTimeout>[0], clear: typeof clearTimeout): void {
		if (typeof timer === 'object') this.timers.delete(timer);
		clear(timer);
	}

	private readonly onRequest = (message: unknown): void => {
		if (typeof message !== 'object' || message === null || !('request' in message)) return;
		const { request } = message;
		if (!(request instanceof ClientRequest)) return;
		this.pending.add(request);
		const settle = () => {
			if (this.pending.delete(request)) this.notice();
		};
		request.once('close', settle);
	};

	private notice(): void {
		const events = ++this.events;
		let turns = 0;
		const turn = () => {
			if (this.pending.size > 0 || this.events !== events) return;
			if (++turns === QUIET_TURNS) this.skip();
			else setImmediate(turn);
		};
		setImmediate(turn);
	}

	/** To the next timer that keeps the process alive: the others tidy up, or watch over something. */
	private skip(): void {
		const timers = [...this.timers].sort(([, one], [, other]) => one.at - other.at);
		const next = timers.find(([timer]) => timer.hasRef())?.[1];
		if (!next) return;
		SkippingClock.skippedMs += Math.max(0, next.at - performance.now());
		for (const [timer, { at, fire }] of timers) if (at <= next.at && this.timers.has(timer)) fire();
		this.notice();
	}
}

/** The same as Node.js does, with a timer that the clock knows. */
function abortedAfter(milliseconds: number): AbortSignal {
	const controller = new AbortController();
	setTimeout(() => controller.abort(new DOMException('Too late', 'TimeoutError')), milliseconds).unref();
	return controller.signal;
}

import { Stopped } from './userError';

/** If npm's shell is bash, one Ctrl+C arrives twice: from the terminal and from npm. */
const SAME_WITHIN_MS = 500;

/** Aborts with a `Stopped` on the first Ctrl+C or other stop signal. The second one ends the process immediately. */
export function stopSignal(): AbortSignal {
	const controller = new AbortController();
	let stoppedAt = Infinity;
	const onSignal = (signal: NodeJS.Signals) => {
		const now = performance.now();
		if (now > stoppedAt + SAME_WITHIN_MS) process.exit(new Stopped(signal).exitCode);
		stoppedAt = Math.min(stoppedAt, now);
		controller.abort(new Stopped(signal));
	};
	for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, onSignal);
	return controller.signal;
}

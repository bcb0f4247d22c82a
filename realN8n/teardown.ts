/** Registers how to end something that was begun. */
export type OnEnd = (end: () => Promise<unknown>) => void;

/** The user or the system asked for the end. */
export class Stopped extends Error {
	constructor(readonly signal: NodeJS.Signals) {
		super(`Stopped by ${signal}`);
	}
}

/**
 * Runs some work, and ends all that it began, the last first: when it is done, when it failed, and on Ctrl-C.
 * @throws Stopped, or what the work threw
 */
export async function withTeardown<Result>(work: (onEnd: OnEnd) => Promise<Result>): Promise<Result> {
	const ends: Array<() => Promise<unknown>> = [];
	try {
		return await Promise.race([work((end) => void ends.unshift(end)), stopSignal()]);
	} finally {
		for (const end of ends) await end().catch((error: unknown) => console.error(error));
	}
}

async function stopSignal(): Promise<never> {
	const signal = await new Promise<NodeJS.Signals>((resolve) => {
		for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, resolve);
	});
	throw new Stopped(signal);
}

import type { CallTimes } from './virtualService';

/** Draws one time in milliseconds. */
type Duration = (random: () => number) => number;

/** Where the time of a call goes. The service counts a call between `workBeforeCount` and `workAfterCount`. */
export interface Network {
	there: Duration;
	workBeforeCount?: Duration;
	workAfterCount?: Duration;
	back: Duration;
}

const none: Duration = () => 0;

const constant =
	(milliseconds: number): Duration =>
	() =>
		milliseconds;

const uniform =
	(least: number, most: number): Duration =>
	(random) =>
		least + (most - least) * random();

/** One call in `every` opens a connection first. */
const handshake =
	(usual: number, extra: number, every: number): Duration =>
	(random) =>
		random() < 1 / every ? usual + extra : usual;

/** Half of the times are near the least, one in a hundred near the most. */
const longTail =
	(least: number, most: number): Duration =>
	(random) =>
		least + (most - least) * random() ** 6;

const slowService = (milliseconds: number): Network => ({
	there: constant(50),
	workAfterCount: constant(milliseconds - 100),
	back: constant(50),
});

/** The networks of the simulation and of the scenarios, by name. */
export const networks = {
	steady: { there: constant(20), back: constant(60) },
	'way-there': { there: uniform(10, 210), back: constant(10) },
	'both-ways': { there: uniform(10, 150), back: uniform(10, 150) },
	handshakes: { there: handshake(20, 200, 5), back: constant(60) },
	'long-tail': { there: longTail(10, 900), back: constant(10) },
	'work-after-count': { there: constant(10), workAfterCount: uniform(0, 280), back: constant(10) },
	'work-before-count': { there: constant(10), workBeforeCount: uniform(0, 280), back: constant(10) },
	'answers-2s': slowService(2000),
	'answers-3500ms': slowService(3500),
} satisfies Record<string, Network>;

export type NetworkName = keyof typeof networks;

/** The times of one call. */
export function timesOf(network: Network, random: () => number): CallTimes {
	const { there, workBeforeCount = none, workAfterCount = none, back } = network;
	return { up: there(random) + workBeforeCount(random), down: workAfterCount(random) + back(random) };
}

/** Milliseconds from sending to the answer, on average. */
export function meanRoundTrip(network: Network): number {
	const steps = Array.from({ length: 1000 }, (_, index) => (index + 0.5) / 1000);
	const mean = (duration: Duration) =>
		steps.reduce((sum, step) => sum + duration(() => step), 0) / steps.length;
	const { there, workBeforeCount = none, workAfterCount = none, back } = network;
	return [there, workBeforeCount, workAfterCount, back].map(mean).reduce((sum, one) => sum + one, 0);
}

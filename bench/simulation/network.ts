import type { CallTimes } from './virtualService';

/** Draws one time in milliseconds. */
export type Duration = (random: () => number) => number;

/** Where the time of a call goes. The service counts a call between `workBeforeCount` and `workAfterCount`. */
export interface Network {
	there: Duration;
	workBeforeCount?: Duration;
	workAfterCount?: Duration;
	back: Duration;
}

export const constant =
	(milliseconds: number): Duration =>
	() =>
		milliseconds;

export const uniform =
	(least: number, most: number): Duration =>
	(random) =>
		least + (most - least) * random();

/** One call in `every` opens a connection first. */
export const handshake =
	(usual: number, extra: number, every: number): Duration =>
	(random) =>
		usual + (random() < 1 / every ? extra : 0);

/** Mostly short, seldom up to `most`: the cube of a uniform time. */
export const longTail =
	(least: number, most: number): Duration =>
	(random) =>
		least + (most - least) * random() ** 6;

/** Times that differ by a fifth at most, as between two hosts that are not busy. */
export const steady = (milliseconds: number): Duration => uniform(0.8 * milliseconds, 1.2 * milliseconds);

export function timesOf(network: Network, random: () => number): CallTimes {
	const { there, workBeforeCount = none, workAfterCount = none, back } = network;
	return {
		up: there(random) + workBeforeCount(random),
		down: workAfterCount(random) + back(random),
	};
}

const none = constant(0);

/** A duration in milliseconds that is drawn at random between these two bounds. */
type RandomMs = readonly [least: number, most: number];

/** The connection of a process to the service. */
export interface Line {
	/**
	 * Time from sending a request until the service counts it. n8n opens a connection for each request, so this takes a DNS
	 * lookup and two and a half round trips.
	 */
	outward: RandomMs;
	/** Time from counting a request to the arrival of its response: the service's work and half a round trip. */
	back: RandomMs;
	/** Share of the requests that arrive 0.8 seconds late, because a packet was lost. */
	lateShare?: number;
}

const LATE_MS = 800;

export const lines = {
	/** A server in the service's region: round trips of 18 to 24 ms. */
	near: { outward: [45, 62], back: [39, 262] },
	/** A server on another continent: 90 to 110 ms. */
	cloud: { outward: [225, 280], back: [85, 395] },
	/** A computer behind a home router: 110 to 150 ms. */
	home: { outward: [275, 395], back: [85, 325], lateShare: 0.005 },
	/** A mobile connection: 60 to 140 ms. */
	mobile: { outward: [150, 350], back: [30, 70], lateShare: 0.05 },
	/** A service that needs 3.5 seconds for each response. */
	slowService: { outward: [50, 50], back: [3450, 3450] },
	/** Round trips of 80 ms. */
	ms80: { outward: [16, 24], back: [48, 72] },
} as const satisfies Record<string, Line>;

/** Draws the one-way delays of one request, in milliseconds. */
export function drawDelays(line: Line, random: () => number): { up: number; down: number } {
	const lateMs = random() < (line.lateShare ?? 0) ? LATE_MS : 0;
	return { up: draw(line.outward, random) + lateMs, down: draw(line.back, random) };
}

/** Returns the mean round-trip time of a request in milliseconds. */
export function meanRoundTrip({ outward, back, lateShare = 0 }: Line): number {
	return mean(outward) + mean(back) + lateShare * LATE_MS;
}

function draw([least, most]: RandomMs, random: () => number): number {
	return least + (most - least) * random();
}

function mean([least, most]: RandomMs): number {
	return (least + most) / 2;
}

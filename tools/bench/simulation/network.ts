import { seededRandom } from './random';

/** Draws one time in milliseconds. */
type Duration = (random: () => number) => number;

/** n8n opens a connection for each request: a DNS look-up, then round trips for TCP, TLS and the request itself. */
export interface Network {
	/** A round trip on one connection. */
	roundTrip: Duration;
	lookUp: Duration;
	/** The share of the connections on which one packet is late. */
	stalls: number;
	/** The time that the service works on a request after it counted it. */
	work: Duration;
}

const constant =
	(milliseconds: number): Duration =>
	() =>
		milliseconds;

const uniform =
	(least: number, most: number): Duration =>
	(random) =>
		least + (most - least) * random();

const line = (roundTrip: Duration, others: Partial<Network> = {}): Network => ({
	roundTrip,
	lookUp: constant(0),
	stalls: 0,
	work: constant(0),
	...others,
});

const varying = uniform(60, 140);

/** The networks of the simulation and of the scenarios, by name. */
export const networks = {
	/** A server in the service's region. */
	near: line(uniform(18, 24), { lookUp: uniform(0, 2), work: uniform(30, 250) }),
	/** A server on another continent. */
	cloud: line(uniform(90, 110), { lookUp: uniform(0, 5), work: uniform(40, 340) }),
	/** A computer behind a home router. */
	home: line(uniform(110, 150), { lookUp: uniform(0, 20), work: uniform(30, 250), stalls: 0.005 }),
	/** A server far away. */
	far: line(uniform(240, 270), { lookUp: uniform(0, 5), work: uniform(30, 120), stalls: 0.002 }),
	'20ms': line(constant(20)),
	'look-ups': line(constant(100), { lookUp: uniform(0, 80) }),
	varying: line(varying),
	mobile: line(varying, { stalls: 0.05 }),
	work: line(constant(20), { work: uniform(0, 280) }),
	slow: line(constant(20), { work: constant(3440) }),
} satisfies Record<string, Network>;

export type NetworkName = keyof typeof networks;

const STALL_MS = 800;

/** One-way delays on one connection, in milliseconds. */
export interface Delays {
	/** TCP's round trip and the client's TLS hello. */
	hello: number;
	helloBack: number;
	request: number;
	response: number;
}

/** Draws the delays of one connection. If it stalls, one of the four is longer. */
export function delaysOf({ roundTrip, stalls }: Network, random: () => number): Delays {
	const half = roundTrip(random) / 2;
	const stalled = random() < stalls ? Math.floor(4 * random()) : undefined;
	const stall = (index: number) => (index === stalled ? STALL_MS : 0);
	return {
		hello: 3 * half + stall(0),
		helloBack: half + stall(1),
		request: half + stall(2),
		response: half + stall(3),
	};
}

/** Returns a function for the duration of a look-up with its wait. Node.js makes four look-ups at a time. */
export function lookUpsOf({ lookUp }: Network, random: () => number): (now: number) => number {
	const freeAt = [0, 0, 0, 0];
	return (now) => {
		const [first = 0, ...others] = freeAt.sort((one, other) => one - other);
		const end = Math.max(now, first) + lookUp(random);
		freeAt.splice(0, 4, end, ...others);
		return end - now;
	};
}

/** Returns the mean round-trip time in milliseconds. */
export function meanRoundTrip(network: Network): number {
	const random = seededRandom(1);
	const times = Array.from({ length: 20_000 }, () => {
		const { hello, helloBack, request, response } = delaysOf(network, random);
		const line = hello + helloBack + request + response;
		return network.lookUp(random) + line + network.work(random);
	});
	return times.reduce((sum, time) => sum + time) / times.length;
}

import { seededRandom } from './random';

/** Draws one time in milliseconds. */
type Duration = (random: () => number) => number;

/** n8n opens a connection for each call: it looks up the host, and makes round trips for TCP, TLS and the call itself. */
export interface Network {
	/** A round trip on one connection. */
	roundTrip: Duration;
	lookUp: Duration;
	/** The part of the connections that stand still for a while. */
	stalls: number;
	/** Of the service, after it counted the call. */
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
	/** A server in the service's region, on another continent, behind a home router, and far away. */
	near: line(uniform(18, 24), { lookUp: uniform(0, 2), work: uniform(30, 250) }),
	cloud: line(uniform(90, 110), { lookUp: uniform(0, 5), work: uniform(40, 340) }),
	home: line(uniform(110, 150), { lookUp: uniform(0, 20), work: uniform(30, 250), stalls: 0.005 }),
	far: line(uniform(240, 270), { lookUp: uniform(0, 5), work: uniform(30, 120), stalls: 0.002 }),
	'20ms': line(constant(20)),
	'100ms': line(constant(100)),
	'250ms': line(constant(250)),
	'look-ups': line(constant(100), { lookUp: uniform(0, 80) }),
	varying: line(varying),
	mobile: line(varying, { stalls: 0.05 }),
	work: line(constant(20), { work: uniform(0, 280) }),
	'answers-1s': line(constant(20), { work: constant(940) }),
	'answers-3500ms': line(constant(20), { work: constant(3440) }),
} satisfies Record<string, Network>;

export type NetworkName = keyof typeof networks;

const STALL_MS = 800;

/**
 * Milliseconds of the four ways on one connection: TCP and the client's hello, the server's, the call, the answer. One
 * that stands still does so on one of them.
 */
export function waysOf(
	{ roundTrip, stalls }: Network,
	random: () => number,
): [number, number, number, number] {
	const half = roundTrip(random) / 2;
	const stalled = random() < stalls ? Math.floor(4 * random()) : undefined;
	const stall = (way: number) => (way === stalled ? STALL_MS : 0);
	return [3 * half + stall(0), half + stall(1), half + stall(2), half + stall(3)];
}

/** The look-ups of a process, of which Node.js makes four at a time. Returns how long each takes with its waiting. */
export function lookUpsOf({ lookUp }: Network, random: () => number): (now: number) => number {
	const freeAt = [0, 0, 0, 0];
	return (now) => {
		const [first = 0, ...others] = freeAt.sort((one, other) => one - other);
		const end = Math.max(now, first) + lookUp(random);
		freeAt.splice(0, 4, end, ...others);
		return end - now;
	};
}

/** Milliseconds from sending to the answer, on average. */
export function meanRoundTrip(network: Network): number {
	const random = seededRandom(1);
	const times = Array.from({ length: 20_000 }, () => {
		const ways = waysOf(network, random).reduce((sum, way) => sum + way);
		return network.lookUp(random) + ways + network.work(random);
	});
	return times.reduce((sum, time) => sum + time) / times.length;
}

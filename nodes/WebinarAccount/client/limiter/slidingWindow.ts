/** The service's window ("Limits": calls per second), and a margin for the resolution of timers. */
const WINDOW_MS = 1005;
/** By how much the ways to the service may differ unnoticed. Less risks a 429 on more networks, more costs rate. */
const GUARD_MS = 25;
/** The same for calls that open a connection, and for all calls after a 429. */
const WIDE_GUARD_MS = 1000;
/** Round trips that are kept. More find the shortest one better, fewer follow a network that changes. */
const ROUND_TRIPS = 100;

/** A call in the log. `roundTrip`: milliseconds from sending to the answer or failure; absent while in flight. */
export interface Reservation {
	sentAt: number;
	isCold: boolean;
	roundTrip?: number;
}

/**
 * A sliding-window log of the calls as the service counts them: on arrival, which nobody sees here. A call is taken
 * as counted when the guard interval after sending is over, or at its answer less the shortest round trip, whichever
 * is earlier; after a 429, at the latter. docs/rate-limit.md says under which assumption that is right.
 */
export class SlidingWindow {
	private log: Reservation[] = [];
	private roundTrips: number[] = [];
	private guard = GUARD_MS;
	private reserved = 0;

	/** The first moment at which one more call leaves no more than `limit` in any second. */
	availableAt(limit: number): number {
		const expiries = this.log.map((one) => this.expiryOf(one)).sort((one, other) => one - other);
		return expiries[this.log.length - limit] ?? 0;
	}

	reserve(limit: number, now: number): Reservation {
		this.log = this.log.filter((one) => this.expiryOf(one) > now);
		// The first calls open connections.
		const reservation = { sentAt: now, isCold: this.reserved++ < limit };
		this.log.push(reservation);
		return reservation;
	}

	/** Notes the answer or failure of a call. */
	ended(reservation: Reservation, now: number): void {
		reservation.roundTrip = now - reservation.sentAt;
		// Those of cold calls say little about the others.
		if (!reservation.isCold) this.roundTrips.push(reservation.roundTrip);
		this.roundTrips = this.roundTrips.slice(-ROUND_TRIPS);
	}

	/** The service does not count the calls that it throttles. The guard interval may have been too short. */
	throttled(reservation: Reservation): void {
		this.log = this.log.filter((one) => one !== reservation);
		this.guard = WIDE_GUARD_MS;
	}

	private expiryOf({ sentAt, isCold, roundTrip }: Reservation): number {
		if (isCold) return sentAt + Math.min(WIDE_GUARD_MS, roundTrip ?? Infinity) + WINDOW_MS;
		const shortest = Math.min(...this.roundTrips);
		// A call in flight is taken to be as late as the latest of the others.
		const latest = Math.max(GUARD_MS, Math.max(...this.roundTrips) - shortest);
		const excess = roundTrip === undefined ? latest : roundTrip - shortest;
		return sentAt + Math.min(this.guard, excess) + WINDOW_MS;
	}
}

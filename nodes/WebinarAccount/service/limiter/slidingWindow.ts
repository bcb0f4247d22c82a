/** The service counts calls per second. The 5 ms are for the resolution of timers. */
const WINDOW_MS = 1005;
/**
 * By how much the times from sending a call to its count may differ unnoticed. Calls that open a connection, and all
 * calls after a 429, get a whole window instead.
 */
const GUARD_MS = 25;
/** How many round trips the shortest one is taken from: enough to find it, few enough to follow the network. */
const ROUND_TRIPS = 100;

/** A call in the log. `roundTrip`: milliseconds from sending to the response or failure; absent while in flight. */
export interface Reservation {
	sentAt: number;
	opensConnection: boolean;
	roundTrip?: number;
}

/**
 * A sliding-window log of the calls as the service counts them. It counts a call on arrival, which nobody sees here.
 * The latest moment is the earlier one of two: when the guard interval after sending is over, and the response less the
 * shortest round trip. docs/rate-limit.md says under which conditions that is right.
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
		const reservation = { sentAt: now, opensConnection: this.reserved++ < limit };
		this.log.push(reservation);
		return reservation;
	}

	/** Notes the response or failure of a call. */
	ended(reservation: Reservation, now: number): void {
		reservation.roundTrip = now - reservation.sentAt;
		// Opening a connection takes longer than a call.
		if (!reservation.opensConnection) this.roundTrips.push(reservation.roundTrip);
		this.roundTrips = this.roundTrips.slice(-ROUND_TRIPS);
	}

	/** The service does not count the calls that it throttles. The guard interval may have been too short. */
	throttled(reservation: Reservation): void {
		this.log = this.log.filter((one) => one !== reservation);
		this.guard = WINDOW_MS;
	}

	private expiryOf({ sentAt, opensConnection, roundTrip }: Reservation): number {
		if (opensConnection) return sentAt + Math.min(WINDOW_MS, roundTrip ?? Infinity) + WINDOW_MS;
		const shortest = Math.min(...this.roundTrips);
		// A call in flight is taken to be as late as the latest of the others.
		const latest = Math.max(GUARD_MS, Math.max(...this.roundTrips) - shortest);
		const excess = roundTrip === undefined ? latest : roundTrip - shortest;
		return sentAt + Math.min(this.guard, excess) + WINDOW_MS;
	}
}

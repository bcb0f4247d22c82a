import { MAX_CALLS_PER_SECOND } from '../account';

/** One 429 in so much time costs less than what avoids it: time lost by the guard, or a lower rate. */
export const HORIZON_MS = 5000;
/** So many calls are in flight at most, and the round trips of so many are remembered. */
export const MANY_CALLS = (MAX_CALLS_PER_SECOND * HORIZON_MS) / 1000;
/** The service counts calls per second. The 5 ms are for the resolution of timers. */
const WINDOW_MS = 1005;
/** The guard at first and at least, and by how much it is raised or reduced. */
const GUARD_MS = 45;
/** A call that is more than so many times as late as usual may have stood still on its way. */
const FAR = 3;
/** After this time without a 429, the rate is what it was before the last one. */
const RECOVERY_MS = 30_000;
/** The decrease by a 429, as a power of e: large at first, to find the share, and small later, to keep to it. */
const LARGEST_STEP = 0.5;
const SMALLEST_STEP = 0.06;
/** The next step after a 429 that came soon, of the last one. */
const NEXT_STEP = 0.7;
/** How much of the time that was lost, as during a cooldown, late calls may catch up. */
const CATCH_UP_MS = 500;
/** The shortest time between two calls at the full rate. It leaves gaps in which another process gets calls admitted. */
const SPACING_MS = 6;

export interface Reservation {
	sentAt: number;
	/** Sent before it was known what round trips are usual, by a process that still loads code. */
	isFirst: boolean;
	/** Milliseconds from sending to the response or failure; absent while in flight. */
	roundTrip?: number;
}

/**
 * A sliding-window log of the calls as the service counts them: on arrival, which nobody sees here. Therefore a call
 * holds its place for longer than a second, by the guard, which 429s and their absence teach.
 */
export class SlidingWindow {
	private log: Reservation[] = [];
	private roundTrips: number[] = [];
	private shortest = Infinity;
	/** By how much a round trip is longer than the shortest on average. With a guard above that, each call's own counts. */
	private usual = 0;
	private guard = GUARD_MS;
	/** Time that the guard has cost since the last 429. */
	private lost = 0;

	/** The first moment at which one more call leaves no more than `limit` in any second. */
	availableAt(limit: number, now: number): number {
		const expiries = this.log.map((one) => this.expiryOf(one, now)).sort((one, other) => one - other);
		return expiries[this.log.length - limit] ?? 0;
	}

	reserve(now: number): Reservation {
		this.log = this.log.filter((one) => this.expiryOf(one, now) > now);
		const reservation = { sentAt: now, isFirst: this.roundTrips.length < MAX_CALLS_PER_SECOND };
		this.log.push(reservation);
		return reservation;
	}

	/** Notes the response or failure of a call. */
	ended(reservation: Reservation, limit: number, now: number): void {
		reservation.roundTrip = now - reservation.sentAt;
		this.roundTrips = [...this.roundTrips, reservation.roundTrip].slice(-MANY_CALLS);
		this.shortest = Math.min(...this.roundTrips);
		const mean = this.roundTrips.reduce((sum, one) => sum + one) / this.roundTrips.length;
		if (this.roundTrips.length >= MAX_CALLS_PER_SECOND) this.usual = mean - this.shortest;
		this.lost += Math.min(this.guard, this.usual) / limit;
		if (this.lost <= HORIZON_MS) return;
		this.guard = Math.max(GUARD_MS, this.guard - GUARD_MS);
		this.lost = 0;
	}

	/** The service does not count the calls that it throttles. */
	throttled(reservation: Reservation): void {
		this.log = this.log.filter((one) => one !== reservation);
		this.lost = 0;
	}

	/** @returns false where a larger guard would not help: then others use the account */
	raiseGuard(): boolean {
		const helps = this.guard < this.usual;
		if (helps) this.guard += GUARD_MS;
		return helps;
	}

	private expiryOf({ sentAt, isFirst, roundTrip }: Reservation, now: number): number {
		const atLeast = roundTrip === undefined ? this.usual : 0;
		const lateness = Math.min(WINDOW_MS, Math.max(atLeast, (roundTrip ?? now - sentAt) - this.shortest));
		if (isFirst) return sentAt + WINDOW_MS + Math.max(this.guard, lateness);
		// Where calls are not later than the guard on average, their own lateness costs no more than it.
		const isGuarded = this.guard < this.usual && lateness <= FAR * this.usual;
		return sentAt + WINDOW_MS + (isGuarded ? this.guard : lateness);
	}
}

/**
 * The rate of this process. Others that use the same account show by 429s alone. As in TCP, a 429 lowers the rate
 * (multiplicative decrease); then time raises it, first back to what it was, then ever faster, as in CUBIC (RFC 9438).
 */
export class AdaptiveRate {
	/** The rate just after the last decrease; infinite before the first. */
	private lowered = Infinity;
	private loweredAt = 0;
	private step = LARGEST_STEP;
	availableAt = 0;

	rate(limit: number, now: number): number {
		const recovery = (now - this.loweredAt) / RECOVERY_MS;
		const growth = this.step * recovery + LARGEST_STEP * Math.max(0, recovery - 1) ** 2;
		return Math.min(limit, this.lowered * Math.exp(growth));
	}

	/** A lowered rate is spread evenly over time. */
	sent(limit: number, now: number): void {
		const rate = this.rate(limit, now);
		const paced = Math.max(this.availableAt, now - CATCH_UP_MS) + 1000 / rate;
		this.availableAt = rate < limit ? paced : now + SPACING_MS;
	}

	/** Lowers the rate, but not for a rare 429 at the full rate. */
	lower(limit: number, now: number, isRare: boolean): void {
		const rate = this.rate(limit, now);
		if (rate === limit && isRare) return;
		// 429s that come soon make the steps smaller, late ones make them larger.
		const factor = Math.max(NEXT_STEP, (now - this.loweredAt) / RECOVERY_MS);
		const step = rate === limit ? LARGEST_STEP : this.step * factor;
		this.step = Math.min(LARGEST_STEP, Math.max(SMALLEST_STEP, step));
		this.lowered = rate * Math.exp(-this.step);
		this.loweredAt = now;
	}
}

import { MAX_CALLS_PER_SECOND } from '../account';

/**
 * One 429 in so much time costs less than what avoids it: time lost by caution, or a lower rate. Also, as many calls as
 * that takes are in flight at most, and the round trips of as many are remembered.
 */
const HORIZON_MS = 5000;
export const MANY_CALLS = (MAX_CALLS_PER_SECOND * HORIZON_MS) / 1000;
/** The service counts calls per second. The 5 ms are for the resolution of timers. */
const WINDOW_MS = 1005;
/** By how much the times from sending a call to its count differ on any network. */
const GUARD_MS = 25;
/** By how much they differ for the first calls, which load code and look the host up all at once. */
const FIRST_MS = 150;
/** After this time without a 429, the rate is what it was before the last one. */
const RECOVERY_MS = 30_000;
/** The decrease by a 429, as a power of e: large at first, to find the share, and small later, to keep to it. */
const LARGEST_STEP = 0.5;
const SMALLEST_STEP = 0.06;
/** How much smaller the next step is after a 429 that came soon. */
const SHRINK = 0.7;
/** How much of the time that was lost, as during a cooldown, late calls may catch up. */
const CATCH_UP_MS = 500;
/** The shortest time between two calls at the full rate. It leaves gaps in which another process gets calls admitted. */
const SPACING_MS = 12;

/** A call in the log. `roundTrip`: milliseconds from sending to the response or failure; absent while in flight. */
export interface Reservation {
	sentAt: number;
	roundTrip?: number;
}

/**
 * A sliding-window log of the calls as the service counts them. It counts a call on arrival, which nobody sees here: a
 * call with a late response is taken to have arrived as late. When that has cost much time without any 429, it is the
 * responses that vary, and not the way there. docs/rate-limit.md says what that guarantees.
 */
export class SlidingWindow {
	private log: Reservation[] = [];
	private roundTrips: number[] = [];
	private shortest = Infinity;
	private mean = 0;
	/** Time that was lost because late calls hold their places longer, since the last 429. */
	private lost = 0;

	/** The first moment at which one more call leaves no more than `limit` in any second. */
	availableAt(limit: number, now: number): number {
		const expiries = this.log.map((one) => this.expiryOf(one, now)).sort((one, other) => one - other);
		return expiries[this.log.length - limit] ?? 0;
	}

	reserve(now: number): Reservation {
		this.log = this.log.filter((one) => this.expiryOf(one, now) > now);
		const reservation = { sentAt: now };
		this.log.push(reservation);
		return reservation;
	}

	/** Notes the response or failure of a call. */
	ended(reservation: Reservation, limit: number, now: number): void {
		reservation.roundTrip = now - reservation.sentAt;
		this.roundTrips = [...this.roundTrips, reservation.roundTrip].slice(-MANY_CALLS);
		this.shortest = Math.min(...this.roundTrips);
		this.mean = this.roundTrips.reduce((sum, one) => sum + one) / this.roundTrips.length;
		this.lost += this.latenessOf(reservation, now) / limit;
	}

	/** The service does not count the calls that it throttles. */
	throttled(reservation: Reservation): void {
		this.log = this.log.filter((one) => one !== reservation);
		this.lost = 0;
	}

	private expiryOf(call: Reservation, now: number): number {
		const lateness = this.latenessOf(call, now);
		return call.sentAt + (this.lost > HORIZON_MS ? Math.min(GUARD_MS, lateness) : lateness) + WINDOW_MS;
	}

	/** By how much a call may have been counted later than the fastest one: in flight, as usual, or as late as it is. */
	private latenessOf({ sentAt, roundTrip }: Reservation, now: number): number {
		const isFirst = this.roundTrips.length < MAX_CALLS_PER_SECOND;
		const atLeast = isFirst ? FIRST_MS : roundTrip === undefined ? GUARD_MS : 0;
		const lateness = (roundTrip ?? Math.max(this.mean, now - sentAt)) - this.shortest;
		return Math.min(WINDOW_MS, Math.max(atLeast, lateness));
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
	private throttledAt = -Infinity;
	private step = LARGEST_STEP;
	/** When the next call may be sent. */
	availableAt = 0;

	/** Calls per second, at most `limit`. */
	rate(limit: number, now: number): number {
		const recovery = (now - this.loweredAt) / RECOVERY_MS;
		const growth = this.step * recovery + LARGEST_STEP * Math.max(0, recovery - 1) ** 2;
		return Math.min(limit, this.lowered * Math.exp(growth));
	}

	/** Whether a 429 still has an effect on the highest rate. */
	isLowered(now: number): boolean {
		return this.rate(MAX_CALLS_PER_SECOND, now) < MAX_CALLS_PER_SECOND;
	}

	/** A lowered rate is spread evenly over time. */
	sent(limit: number, now: number): void {
		const rate = this.rate(limit, now);
		const paced = Math.max(this.availableAt, now - CATCH_UP_MS) + 1000 / rate;
		this.availableAt = rate < limit ? paced : now + SPACING_MS;
	}

	/** Lowers the rate: once for all calls that were in flight together, and not for a rare 429 at the full rate. */
	throttled(sentAt: number, limit: number, now: number): void {
		if (sentAt <= this.throttledAt) return;
		const rate = this.rate(limit, now);
		const isRare = now - this.throttledAt > HORIZON_MS;
		this.throttledAt = now;
		if (rate === limit && isRare) return;
		// 429s that come soon make the steps smaller, late ones make them larger.
		const factor = Math.max(SHRINK, (now - this.loweredAt) / RECOVERY_MS);
		const step = rate === limit ? LARGEST_STEP : this.step * factor;
		this.step = Math.min(LARGEST_STEP, Math.max(SMALLEST_STEP, step));
		this.lowered = rate * Math.exp(-this.step);
		this.loweredAt = now;
	}
}

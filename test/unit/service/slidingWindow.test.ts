import { SlidingWindow } from '../../../nodes/WebinarAccount/service/limiter/slidingWindow';

const WINDOW = 1005;

/** A window of one call per second whose first call, which opened a connection, is over. */
function warm(...roundTrips: number[]): { window: SlidingWindow; start: number } {
	const window = new SlidingWindow();
	window.ended(window.reserve(1, 0), 500);
	let now = 10_000;
	for (const roundTrip of roundTrips) {
		window.ended(window.reserve(1, now), now + roundTrip);
		now += 10_000;
	}
	return { window, start: now };
}

describe('a call that opens a connection', () => {
	it('counts until a second after its answer, or after the window that opening may take', () => {
		const window = new SlidingWindow();
		const [one, other] = [window.reserve(2, 100), window.reserve(2, 112)];
		expect(window.availableAt(3)).toBe(0);
		expect(window.availableAt(2)).toBe(100 + 2 * WINDOW);
		window.ended(other, 300);
		expect([window.availableAt(2), window.availableAt(1)]).toEqual([300 + WINDOW, 100 + 2 * WINDOW]);
		window.ended(one, 3000);
		expect(window.availableAt(1)).toBe(100 + 2 * WINDOW);
	});

	it('says nothing about the round trips of others', () => {
		const window = new SlidingWindow();
		window.ended(window.reserve(1, 0), 1);
		window.ended(window.reserve(1, 5000), 5200);
		window.reserve(1, 10_000);
		// With 1 ms as the shortest, the call in flight would be taken as 25 ms late at most, too: its answer tells.
		window.ended(window.reserve(1, 20_000), 20_200);
		expect(window.availableAt(1)).toBe(20_000 + WINDOW);
	});
});

describe('a later call', () => {
	it('in flight counts until a second after the guard interval', () => {
		const { window, start } = warm(100);
		window.reserve(1, start);
		expect(window.availableAt(1)).toBe(start + 25 + WINDOW);
	});

	it.each([
		[100, 0],
		[110, 10],
		[125, 25],
		[126, 25],
		[3000, 25],
	])('with an answer after %i ms, where the shortest is 100, is taken as %i ms late', (roundTrip, late) => {
		const { window, start } = warm(100, 200);
		window.ended(window.reserve(1, start), start + roundTrip);
		expect(window.availableAt(1)).toBe(start + late + WINDOW);
	});

	it('is compared with the shortest of the last hundred round trips', () => {
		const trips = new Array<number>(99).fill(120);
		const { window, start } = warm(100, ...trips);
		window.ended(window.reserve(1, start), start + 120);
		expect(window.availableAt(1)).toBe(start + WINDOW);
		const { window: other, start: later } = warm(100, ...trips.slice(1));
		other.ended(other.reserve(1, later), later + 120);
		expect(other.availableAt(1)).toBe(later + 20 + WINDOW);
	});

	it('is no longer in the log once it does not count', () => {
		const { window, start } = warm(100);
		window.ended(window.reserve(2, start), start + 100);
		window.reserve(2, start + WINDOW);
		expect(window.availableAt(2)).toBe(0);
		expect(window.availableAt(1)).toBe(start + 25 + 2 * WINDOW);
	});
});

describe('a 429', () => {
	it('takes the call out of the log, and no other one', () => {
		const { window, start } = warm(100);
		window.ended(window.reserve(2, start), start + 100);
		window.throttled(window.reserve(2, start));
		expect(window.availableAt(2)).toBe(0);
		expect(window.availableAt(1)).toBe(start + WINDOW);
	});

	it('makes every answer tell when a call was counted, up to a window', () => {
		const { window, start } = warm(100, 400);
		window.throttled(window.reserve(1, start));
		const call = window.reserve(1, start);
		// In flight: as late as the latest of the others.
		expect(window.availableAt(1)).toBe(start + 300 + WINDOW);
		window.ended(call, start + 150);
		expect(window.availableAt(1)).toBe(start + 50 + WINDOW);
		window.ended(window.reserve(1, start + 9000), start + 9000 + 5000);
		expect(window.availableAt(1)).toBe(start + 9000 + 2 * WINDOW);
	});
});

import fc from 'fast-check';

import { Share } from '../../nodes/WebinarAccount/client/limiter/share';

const LIMIT = 20;
const SECOND = 1000;

describe('the share of the limit', () => {
	it('is the whole of it until a call is refused', () => {
		const share = new Share();
		expect(share.rate(LIMIT, 0)).toBe(LIMIT);
		expect(share.isWhole(0)).toBe(true);
	});

	it('loses four tenths by a refusal, and is whole again after half a minute if that was the only one', () => {
		const share = new Share();
		share.refused(0, LIMIT, 80);
		expect(share.rate(LIMIT, 80)).toBeCloseTo(12, 0);
		expect(share.isWhole(80)).toBe(false);
		expect(share.rate(LIMIT, 30 * SECOND)).toBe(LIMIT);
		expect(share.isWhole(30 * SECOND)).toBe(true);
	});

	it('is lowered once for all calls that were on their way together', () => {
		const share = new Share();
		expect(share.refused(0, LIMIT, 80)).toBe(true);
		expect(share.refused(10, LIMIT, 90)).toBe(false);
		expect(share.refused(100, LIMIT, 180)).toBe(true);
	});

	it('goes below one call a second, but not to nothing', () => {
		const share = new Share();
		for (let refusal = 0; refusal < 100; refusal++)
			share.refused(refusal * SECOND, LIMIT, refusal * SECOND + 80);
		expect(share.rate(LIMIT, 99 * SECOND + 80)).toBeCloseTo(0.05, 5);
	});

	it('is found again in a hurry once a newcomer has got in', () => {
		const share = new Share();
		for (let refusal = 0; refusal < 4; refusal++)
			share.refused(refusal * SECOND, LIMIT, refusal * SECOND + 80);
		const now = 4 * SECOND;
		const before = share.rate(LIMIT, now);
		for (let call = 0; call < 12; call++) share.admitted();
		expect(share.rate(LIMIT, now)).toBeGreaterThan(5 * before);
		expect(share.rate(LIMIT, now)).toBeLessThan(13);
	});

	it('changes by ever smaller steps while refusals come steadily', () => {
		const share = new Share();
		const drops: number[] = [];
		for (let refusal = 1; refusal <= 8; refusal++) {
			const now = refusal * 6 * SECOND;
			const before = share.rate(LIMIT, now);
			share.refused(now, LIMIT, now);
			drops.push(Number((share.rate(LIMIT, now) / before).toFixed(6)));
			share.admitted();
		}
		expect([...drops].sort((one, other) => one - other)).toEqual(drops);
		expect(drops[0]).toBeLessThan(0.65);
		expect(drops.at(-1)).toBeGreaterThan(0.85);
	});

	/** Refused so many times one after the other, none admitted in between, at one moment. */
	function refusedInARow(times: number, limit = LIMIT): Share {
		const share = new Share();
		for (let refusal = 0; refusal < times; refusal++) share.refused(0, limit, 0);
		return share;
	}
	const admit = (share: Share, calls: number) => {
		for (let call = 0; call < calls; call++) share.admitted();
	};
	const FIRST = LIMIT * Math.exp(-0.5);

	it('is halved by each further refusal in a row, and loses a fifth from two calls a second on', () => {
		const rates = [1, 2, 3, 4, 5, 6].map((times) => refusedInARow(times).rate(LIMIT, 0) / FIRST);
		[1, 1 / 2, 1 / 4, 1 / 8, 0.8 / 8, 0.64 / 8].forEach((part, index) =>
			expect(rates[index]).toBeCloseTo(part),
		);
		const share = refusedInARow(1);
		share.refused(0, 2, 0);
		expect(share.rate(LIMIT, 0)).toBeCloseTo(2 * 0.8);
	});

	it('hurries up to where it was, less a tenth for each refusal at two calls a second or less', () => {
		const above = refusedInARow(4);
		admit(above, 3);
		expect(above.rate(LIMIT, 0)).toBeCloseTo((FIRST / 8) * 1.35 ** 3);
		admit(above, 20);
		expect(above.rate(LIMIT, 0)).toBeCloseTo(FIRST);
		const below = refusedInARow(6);
		admit(below, 20);
		expect(below.rate(LIMIT, 0)).toBeCloseTo(FIRST * 0.9 ** 2);
	});

	it('hurries less far after a refusal in a hurry', () => {
		const share = refusedInARow(4);
		admit(share, 2);
		const before = share.rate(LIMIT, 0);
		share.refused(0, LIMIT, 0);
		expect(share.rate(LIMIT, 0)).toBeCloseTo(before * Math.exp(-0.5 * 0.7));
		admit(share, 20);
		expect(share.rate(LIMIT, 0)).toBeCloseTo(FIRST * 0.7);
		const nearlyThere = refusedInARow(2);
		admit(nearlyThere, 2);
		const lowered = nearlyThere.rate(LIMIT, 0) * Math.exp(-0.5 * 0.7);
		nearlyThere.refused(0, LIMIT, 0);
		admit(nearlyThere, 20);
		expect(nearlyThere.rate(LIMIT, 0)).toBeCloseTo(Math.max(lowered, FIRST * 0.7));
	});

	it('is in no hurry without a refusal in a row, nor while it is tiny', () => {
		const share = refusedInARow(1);
		const grown = share.rate(LIMIT, 5 * SECOND);
		expect(grown).toBeGreaterThan(FIRST);
		share.admitted();
		share.refused(5 * SECOND, LIMIT, 5 * SECOND);
		const lowered = share.rate(LIMIT, 5 * SECOND);
		admit(share, 20);
		expect(share.rate(LIMIT, 5 * SECOND)).toBe(lowered);
		const tiny = refusedInARow(16);
		const before = tiny.rate(LIMIT, 0);
		expect(before).toBeLessThan(0.2);
		admit(tiny, 20);
		expect(tiny.rate(LIMIT, 0)).toBe(before);
	});

	it.each([
		[LIMIT, 0.05],
		[2, 0.1],
	])('of at most %d has steps of %d in the end', (limit, step) => {
		const share = refusedInARow(1, limit);
		for (let refusal = 0; refusal < 7; refusal++) {
			share.admitted();
			share.refused(0, limit, 0);
		}
		const before = share.rate(limit, 0);
		share.admitted();
		share.refused(0, limit, 0);
		expect(share.rate(limit, 0)).toBeCloseTo(before * Math.exp(-step));
	});

	it.each([
		[12, 32],
		[5, 25],
		[1, 34],
		[0.3, 51.8],
	])('of %d calls a second grows by a step in %d seconds', (rate, seconds) => {
		const share = new Share();
		const limit = rate * Math.exp(0.5 + 0.35);
		share.refused(0, limit, 0);
		share.admitted();
		share.refused(0, limit, 0);
		expect(share.rate(limit, 0)).toBeCloseTo(rate);
		expect(share.rate(limit, seconds * SECOND) / rate).toBeCloseTo(Math.exp(0.35), 2);
	});

	it('forgets what was before once it is whole', () => {
		const share = refusedInARow(1);
		expect(share.rate(LIMIT, 60 * SECOND)).toBe(LIMIT);
		share.admitted();
		share.refused(61 * SECOND, LIMIT, 61 * SECOND);
		expect(share.rate(LIMIT, 61 * SECOND)).toBeCloseTo(FIRST);
		expect(share.rate(LIMIT, 74 * SECOND)).toBe(LIMIT);
	});

	it('is not whole for one who may take more because it is for one who may take less', () => {
		const share = refusedInARow(1);
		expect(share.rate(5, 0)).toBe(5);
		expect(share.rate(LIMIT, 0)).toBeCloseTo(FIRST);
	});

	it('is lowered again by a call that was sent in the moment of the last refusal', () => {
		const share = new Share();
		share.refused(0, LIMIT, 80);
		expect(share.refused(80, LIMIT, 160)).toBe(true);
	});

	it('recovers from any history of refusals, and never leaves its bounds', () => {
		fc.assert(
			fc.property(
				fc.array(fc.record({ after: fc.integer({ min: 0, max: 60_000 }), refused: fc.boolean() })),
				fc.integer({ min: 1, max: LIMIT }),
				(history, limit) => {
					const share = new Share();
					let now = 0;
					for (const { after, refused } of history) {
						now += after;
						if (refused) share.refused(now, limit, now);
						else share.admitted();
						expect(share.rate(limit, now)).toBeGreaterThan(0.04);
						expect(share.rate(limit, now)).toBeLessThanOrEqual(limit);
					}
					expect(share.rate(limit, now + 15 * 60 * SECOND)).toBe(limit);
				},
			),
		);
	});
});

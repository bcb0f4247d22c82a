import fc from 'fast-check';

import { Share } from '../../nodes/WebinarAccount/transport/share';

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

import { SlidingWindowLog } from '../../../nodes/WebinarAccount/service/limiter/limiter';

function logOf(...times: number[]): SlidingWindowLog {
	const log = new SlidingWindowLog();
	for (const time of times) log.add(time);
	return log;
}

describe('SlidingWindowLog', () => {
	it('allows a request immediately as long as the limit is not reached', () => {
		expect(logOf().availableAt(2)).toBe(0);
		expect(logOf(500).availableAt(2)).toBe(0);
	});

	it('allows the next request 1,075 ms after the oldest request that counts toward the limit', () => {
		expect(logOf(500, 600).availableAt(2)).toBe(1575);
		expect(logOf(500, 600, 1575).availableAt(2)).toBe(1675);
	});

	it('applies a changed limit to requests that have already been sent', () => {
		const log = logOf(500, 600, 700);
		expect(log.availableAt(3)).toBe(1575);
		expect(log.availableAt(1)).toBe(1775);
	});
});

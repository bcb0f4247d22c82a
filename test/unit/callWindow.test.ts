import { CallWindow } from '../../nodes/WebinarAccount/client/limiter/callWindow';

describe('the calls of the last second', () => {
	it('leave room for as many as the limit at once', () => {
		const window = new CallWindow();
		expect(window.readyAt(2, 7)).toBe(7);
		window.take(2, 7);
		expect(window.readyAt(2, 7)).toBe(7);
		window.take(2, 7);
		// An answer may take two seconds, and counts for one more.
		expect(window.readyAt(2, 7)).toBe(7 + 2000 + 1005);
	});

	it('are spread from the first on that has to wait', () => {
		const window = new CallWindow();
		expect(window.take(2, 0).isCold).toBe(true);
		expect(window.take(2, 5000).isCold).toBe(true);
		expect(window.readyAt(2, 5000)).toBe(5010);
		expect(window.take(2, 5010).isCold).toBe(false);
	});

	it('are over one second after the moment in which they can have been counted', () => {
		const window = new CallWindow();
		const slot = window.take(1, 100);
		expect(window.isEmpty(100)).toBe(false);
		window.ended(slot, 180);
		expect(window.isEmpty(1184)).toBe(false);
		expect(window.isEmpty(1185)).toBe(true);
	});

	it('are held longer once a call was refused, because one was counted later than thought', () => {
		const window = new CallWindow();
		let now = 0;
		for (let call = 0; call < 90; call++) {
			const slot = window.take(1, now);
			now += [100, 200, 300][call % 3] ?? 0;
			window.ended(slot, now);
			window.counted(slot, now);
			now += 2000;
		}
		const last = window.take(1, now);
		window.ended(last, now + 300);
		const before = window.readyAt(1, now + 300);
		window.refused();
		expect(window.readyAt(1, now + 300)).toBeGreaterThan(before + 50);
	});
});

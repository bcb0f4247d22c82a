import { AnswerTimes } from '../../nodes/WebinarAccount/client/limiter/answerTimes';

function learned(...times: number[]): AnswerTimes {
	const answerTimes = new AnswerTimes();
	for (const time of times) answerTimes.learn(time, false);
	return answerTimes;
}
const repeated = (count: number, ...times: number[]) => Array.from({ length: count }, () => times).flat();

describe('the time that passes for certain after a call was counted', () => {
	it('is nothing before anything was answered', () => {
		expect(new AnswerTimes().afterCount(500)).toBe(0);
	});

	it('is the shortest time of the first calls, less what these may take longer', () => {
		const answerTimes = new AnswerTimes();
		for (const time of [1300, 1000, 1200]) answerTimes.learn(time, true);
		expect(answerTimes.afterCount(1300)).toBe(850);
		answerTimes.learn(100, true);
		expect(answerTimes.afterCount(100)).toBe(0);
	});

	it('is never more than the time of one of the first calls', () => {
		const answerTimes = learned(...repeated(3, 180));
		answerTimes.learn(30, true);
		expect(answerTimes.afterCount(30)).toBe(0);
	});

	it('comes closer to the shortest time with every answer', () => {
		expect(learned(180).afterCount(180)).toBe(30);
		expect(learned(180, 180, 180, 180).afterCount(180)).toBe(55);
		expect(learned(...repeated(20, 180)).afterCount(180)).toBe(155);
		expect(learned(...repeated(20, 180), 90).afterCount(180)).toBeLessThan(90);
	});

	it('follows a service that has become slower, after at most two hundred answers', () => {
		expect(learned(50, ...repeated(150, 400)).afterCount(90)).toBeLessThan(50);
		expect(learned(50, ...repeated(200, 400)).afterCount(400)).toBeGreaterThan(390);
	});

	it('has two thirds of what ordinary answers take longer than the way can vary', () => {
		const answerTimes = learned(...repeated(30, 100, 200, 300));
		const least = answerTimes.afterCount(100);
		expect(answerTimes.afterCount(140)).toBe(least);
		expect(answerTimes.afterCount(200)).toBeCloseTo(least + 40);
		expect(answerTimes.afterCount(300)).toBeCloseTo(least + 107, 0);
	});

	it('has nothing of what ordinary answers take longer when that is little', () => {
		const answerTimes = learned(...repeated(30, 100, 150, 200));
		expect(answerTimes.afterCount(200)).toBe(answerTimes.afterCount(100));
	});

	it('has nothing of an extraordinary one, which may have been held up on the way', () => {
		const answerTimes = learned(...repeated(30, 100, 200, 300));
		expect(answerTimes.afterCount(1300)).toBe(answerTimes.afterCount(100));
	});

	it('is the shortest time alone once a call was refused', () => {
		const answerTimes = learned(...repeated(30, 100, 200, 300));
		answerTimes.refused();
		expect(answerTimes.afterCount(300)).toBe(answerTimes.afterCount(100));
	});

	it('has part of what answers take longer from forty answers and 80 ms on', () => {
		const answerTimes = new AnswerTimes();
		answerTimes.learn(100, true);
		for (let answer = 0; answer < 39; answer++) answerTimes.learn(180, false);
		expect(answerTimes.afterCount(180)).toBe(answerTimes.afterCount(100));
		answerTimes.learn(180, false);
		const least = answerTimes.afterCount(100);
		expect(answerTimes.afterCount(180)).toBeCloseTo(least + (40 * 2) / 3);
		// Ordinary is up to twice the mean.
		expect(answerTimes.afterCount(260)).toBeCloseTo(least + (120 * 2) / 3);
		expect(answerTimes.afterCount(261)).toBe(least);
	});
});

describe('the time in which a call without an answer was counted', () => {
	it('is two seconds while little is known', () => {
		expect(new AnswerTimes().beforeCount()).toBe(2000);
		expect(learned(...repeated(39, 1500)).beforeCount()).toBe(2000);
	});

	it('is as long as answers vary, and a little, where all of them take longer than a second', () => {
		expect(learned(...repeated(40, 1500)).beforeCount()).toBe(40);
		expect(learned(...repeated(20, 1000, 1300)).beforeCount()).toBe(340);
		expect(learned(...repeated(20, 1500, 5000)).beforeCount()).toBe(2000);
	});

	it('is two seconds where the answers come sooner', () => {
		expect(learned(...repeated(20, 999, 1300)).beforeCount()).toBe(2000);
	});

	it('does not depend on how long the first answers took', () => {
		const answerTimes = learned(...repeated(40, 1500));
		answerTimes.learn(1900, true);
		expect(answerTimes.beforeCount()).toBe(40);
	});

	it('follows a service that has become steadier, after at most two hundred answers', () => {
		expect(learned(1900, ...repeated(198, 1500)).beforeCount()).toBe(440);
		expect(learned(1900, ...repeated(199, 1500)).beforeCount()).toBe(40);
	});

	it('is two seconds once a call was refused', () => {
		const answerTimes = learned(...repeated(40, 1500));
		answerTimes.refused();
		expect(answerTimes.beforeCount()).toBe(2000);
	});
});

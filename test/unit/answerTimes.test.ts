import { AnswerTimes } from '../../nodes/WebinarAccount/transport/answerTimes';

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
});

import { mapConcurrent } from '../../../nodes/WebinarAccount/utils/async';
import { settled, VirtualClock } from '../../../tools/bench/simulation/virtualClock';

describe('working on items side by side', () => {
	it('gives the results in the order of the items, whichever is done first', async () => {
		const clock = new VirtualClock();
		const results = mapConcurrent([50, 10, 30], 3, async (pause) => {
			await clock.sleep(pause);
			return pause;
		});
		await clock.run();
		await expect(results).resolves.toEqual([50, 10, 30]);
	});

	it('works on a bounded number at once', async () => {
		let atWork = 0;
		let most = 0;
		await mapConcurrent(Array.from({ length: 50 }), 7, async () => {
			most = Math.max(most, ++atWork);
			await settled();
			atWork--;
		});
		expect(most).toBe(7);
	});

	it('begins nothing more after a failure, waits for the rest, and fails with the first item that failed', async () => {
		const clock = new VirtualClock();
		const begun: number[] = [];
		const ended: number[] = [];
		const work = mapConcurrent([0, 1, 2, 3, 4], 3, async (item) => {
			begun.push(item);
			await clock.sleep(item === 2 ? 10 : 20);
			ended.push(item);
			if (item === 1 || item === 2) throw new Error(`item ${item}`);
		});
		const failed = expect(work).rejects.toThrow('item 1');
		await clock.run();
		await failed;
		expect(begun).toEqual([0, 1, 2]);
		expect(ended).toEqual([2, 0, 1]);
	});
});

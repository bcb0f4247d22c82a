import { yieldToEventLoop } from '../../../nodes/WebinarAccount/utils/async';

const work = (milliseconds: number) => {
	const end = performance.now() + milliseconds;
	while (performance.now() < end);
	// Node.js looks at its clock when a timer is set.
	setTimeout(() => {}, 1000).unref();
};

it('lets everything else have its turn after each piece of work that takes longer than the shortest timer', async () => {
	let turns = 0;
	let isOver = false;
	const count = () => {
		turns++;
		if (!isOver) setImmediate(count);
	};
	await yieldToEventLoop();
	setImmediate(count);
	const PIECES = 10;
	for (let piece = 0; piece < PIECES; piece++) {
		const pause = yieldToEventLoop();
		work(5);
		await pause;
	}
	isOver = true;
	expect(turns).toBeGreaterThanOrEqual(PIECES);
});

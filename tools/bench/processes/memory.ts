import { z } from 'zod/v4';

import { Engine } from '../../engine';
import { answerQuestions } from '../child';
import { liftLimit } from '../liftLimit';
import { NO_LIMIT } from '../limits';
import { contacts, losses, register } from '../registrations';
import { Service } from '../service';

const EVERY_MS = 1000;

/** Measures the heap during a run, and the part of it that input and output items use. */
answerQuestions(async (asked) => {
	const count = z.number().parse(asked);
	liftLimit();
	const engine = await Engine.load();
	const service = await Service.start({ latencyMs: 0, callsPerSecond: NO_LIMIT });
	await register(engine, contacts(1000, 'warm-up.example'), service.credential);
	const empty = liveHeap();

	let peak = 0;
	const timer = setInterval(() => (peak = Math.max(peak, liveHeap())), EVERY_MS);
	const items = contacts(count);
	const startedAt = performance.now();
	const { output } = await register(engine, items, service.credential);
	const seconds = (performance.now() - startedAt) / 1000;
	clearInterval(timer);

	const itemsOnly = liveHeap() - empty;
	const { registered, calls } = await service.stop();
	const ours = registered.filter((email) => !email.endsWith('warm-up.example'));
	const isKept = items.length === output.length;
	return {
		seconds,
		itemBytes: itemsOnly / count,
		bytesAbove: isKept ? (peak - empty - itemsOnly) / count : NaN,
		...losses(count, { registered: ours, calls, mostInOneSecond: 0 }),
	};
});

function liveHeap(): number {
	globalThis.gc?.();
	return process.memoryUsage().heapUsed;
}

import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

import type { INodeParameters } from 'n8n-workflow';
import { z } from 'zod/v4';

import { Engine } from '../../engine';
import { byId, sandboxCredential } from '../../engine/parameters';
import { answerQuestions } from '../child';
import { liftLimit } from '../liftLimit';

const question = z.object({ operation: z.string(), url: z.string() });

const PARAMETERS: Readonly<Record<string, INodeParameters>> = {
	getAll: { returnAll: true },
	get: { webinarId: byId(1) },
	register: { webinarId: byId(1), firstName: 'Ann', email: 'ann@example.com' },
	getRegistrants: { webinarId: byId(1), returnAll: true, simplify: false },
	unsubscribe: { webinarId: byId(1), unsubscribeBy: 'leadId', leadId: '2' },
};

let engine: Engine | undefined;
let memory: MemoryPeak | undefined;

/** Runs an operation once; measures how long it holds the event loop in one piece, and how much memory it takes. */
answerQuestions(async (asked) => {
	const { operation, url } = question.parse(asked);
	const run = (loaded: Engine) =>
		loaded.run({
			parameters: { resource: 'live', operation, ...PARAMETERS[operation] },
			items: [{}],
			credential: sandboxCredential({ url, apiKey: 'key' }),
			onError: 'continueRegularOutput',
		});
	if (!engine || !memory) {
		liftLimit();
		engine = await Engine.load();
		// Code that runs for the first time is compiled.
		await run(engine);
		globalThis.gc?.();
		memory = new MemoryPeak();
	}
	const hold = new LongestHold();
	await run(engine);
	return { holdMs: hold.end(), megabytes: await memory.soFar() };
});

/**
 * The longest time between two turns of the event loop, in milliseconds. Counted is the processor time of this process,
 * where it is less than the time: on a busy machine, a process also waits for its turn.
 */
class LongestHold {
	private longest = 0;
	private last = { at: performance.now(), cpu: process.cpuUsage() };
	private readonly timer = setInterval(() => this.note(), 1);

	private note(): void {
		const at = performance.now();
		const { user, system } = process.cpuUsage(this.last.cpu);
		this.longest = Math.max(this.longest, Math.min(at - this.last.at, (user + system) / 1000));
		this.last = { at, cpu: process.cpuUsage() };
	}

	end(): number {
		this.note();
		clearInterval(this.timer);
		return this.longest;
	}
}

/** The most memory of this process above what it had, in MB. A thread looks, also while the event loop is held. */
class MemoryPeak {
	private readonly worker = new Worker(
		`const { parentPort } = require('node:worker_threads');
		const before = process.memoryUsage.rss();
		let peak = before;
		const look = () => (peak = Math.max(peak, process.memoryUsage.rss()));
		setInterval(look, 2);
		parentPort.on('message', () => { look(); parentPort.postMessage((peak - before) / 1024 / 1024); });`,
		{ eval: true },
	);

	async soFar(): Promise<number> {
		const told = once(this.worker, 'message');
		this.worker.postMessage('tell');
		return z.tuple([z.number()]).parse(await told)[0];
	}
}

import { z } from 'zod/v4';

import { BenchService } from '../benchService';
import { ChildProcess } from '../childProcess';
import { losses, speed } from '../figures';
import type { Scenario } from './scenario';

const CONTACTS = 500;
const LATENCY_MS = 80;

export const bulk: Scenario = {
	name: 'bulk',
	description: `${CONTACTS} contacts in one execution`,
	targets: {
		shareOfFullSpeed: { atLeast: 0.9 },
		throttled: { atMost: 2 },
		lost: { atMost: 0 },
		duplicates: { atMost: 0 },
	},
	run: async () => {
		const service = await BenchService.start(LATENCY_MS);
		const worker = ChildProcess.start('workerProcess');
		await worker.request('load');
		const task = { credential: service.credential, count: CONTACTS, domain: 'example.com' };
		const seconds = z.number().parse(await worker.request(task));
		await worker.stop();
		const report = await service.stop();
		return { ...speed(seconds, LATENCY_MS, report), ...losses(CONTACTS, report) };
	},
};

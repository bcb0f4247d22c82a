import { setTimeout as sleep } from 'node:timers/promises';

import { z } from 'zod/v4';

import { BenchService } from '../benchService';
import { ChildProcess } from '../childProcess';
import { losses, speed } from '../figures';
import type { Scenario } from './scenario';

const CONTACTS = 500;
const LATENCY_MS = 80;
/** The requests for the first contact: one for the webinar, and the registration. */
const FIRST_REQUESTS = 2;
/** After this time, earlier requests do not count towards the limit. */
const LIMIT_WINDOW_MS = 1100;

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
		const { credential } = service;
		// The first request of a process is slow, because n8n then loads its HTTP client. One contact is registered before the
		// measurement, because n8n usually runs for days.
		await worker.request({ credential, count: 1, domain: 'first.example.com' });
		await sleep(LIMIT_WINDOW_MS);
		const task = { credential, count: CONTACTS, domain: 'example.com' };
		const seconds = z.number().parse(await worker.request(task));
		await worker.stop();
		const { calls, registered } = await service.stop();
		const report = { calls: calls.slice(FIRST_REQUESTS), registered: registered.slice(1) };
		return { ...speed(seconds, LATENCY_MS, report), ...losses(CONTACTS, report) };
	},
};

import { setTimeout as wait } from 'node:timers/promises';

import { Engine } from '../../engine';
import { byId } from '../../engine/parameters';
import { contacts, register } from '../registrations';
import type { Scenario } from '../scenario';
import { Service } from '../service';

const LISTS = 6;

export const interactive: Scenario = {
	name: 'interactive',
	description: 'lists opened in the editor during a run of 10,000 contacts, answers after 80 ms',
	targets: [{ figure: 'waitMs', atMost: 1500 }],
	run: async () => {
		const engine = await Engine.load();
		const service = await Service.start({ latencyMs: 80 });
		const controller = new AbortController();
		const run = register(engine, contacts(10_000), service.credential, {
			signal: controller.signal,
		});
		await wait(3000);
		const waits: number[] = [];
		for (let list = 0; list < LISTS; list++) {
			const startedAt = performance.now();
			await openList(engine, service, list % 2 === 0);
			waits.push(performance.now() - startedAt);
		}
		controller.abort();
		await run;
		const { calls } = await service.stop();
		return {
			waitMs: Math.max(...waits),
			meanWaitMs: waits.reduce((sum, one) => sum + one, 0) / LISTS,
			throttled: calls.filter(({ status }) => status === 429).length,
		};
	},
};

async function openList(engine: Engine, { credential }: Service, webinars: boolean): Promise<void> {
	const parameters = { resource: 'live', operation: 'register', webinarId: byId(1) };
	await engine.list(webinars ? 'searchWebinars' : 'searchSchedules', parameters, credential);
}

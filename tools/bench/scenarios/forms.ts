import { Engine } from '../../engine';
import { CALLS_PER_SECOND } from '../limits';
import { contacts, losses, register, speed } from '../registrations';
import { NOTHING_LOST, type Scenario } from '../scenario';
import { Service } from '../service';

const EXECUTIONS = 200;
const LATENCY_MS = 80;

export const forms: Scenario = {
	name: 'forms',
	description: `${EXECUTIONS} form submissions at once: executions of one contact each, in one process`,
	targets: [
		{ figure: 'calls', atMost: EXECUTIONS + 3 },
		{ figure: 'seconds', atMost: 11 },
		{ figure: 'mostInOneSecond', atMost: CALLS_PER_SECOND },
		...NOTHING_LOST,
	],
	run: async () => {
		const engine = await Engine.load();
		const service = await Service.start({ latencyMs: LATENCY_MS });
		const begun = performance.now();
		await Promise.all(contacts(EXECUTIONS).map((contact) => register(engine, [contact], service.credential)));
		const seconds = (performance.now() - begun) / 1000;
		const report = await service.stop();
		return {
			...speed(EXECUTIONS, seconds, LATENCY_MS, report),
			...losses(EXECUTIONS, report),
			calls: report.calls.length,
			mostInOneSecond: report.mostInOneSecond,
		};
	},
};

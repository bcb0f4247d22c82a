import { Engine } from '../../engine';
import { contacts, losses, register, speed } from '../registrations';
import { NOTHING_LOST, type Scenario } from '../scenario';
import { Service } from '../service';

const LATENCY_MS = 80;

const start = async () => ({
	engine: await Engine.load(),
	service: await Service.start({ latencyMs: LATENCY_MS }),
	begun: performance.now(),
});
const secondsSince = (begun: number) => (performance.now() - begun) / 1000;

const EXECUTIONS = 200;

export const forms: Scenario = {
	name: 'forms',
	description: `${EXECUTIONS} form submissions at once: executions of one contact each, in one process`,
	targets: { calls: { atMost: EXECUTIONS + 3 }, seconds: { atMost: 11 }, ...NOTHING_LOST },
	run: async () => {
		const { engine, service, begun } = await start();
		await Promise.all(contacts(EXECUTIONS).map((contact) => register(engine, [contact], service.credential)));
		const seconds = secondsSince(begun);
		const report = await service.stop();
		return {
			...speed(seconds, LATENCY_MS, report),
			...losses(EXECUTIONS, report),
			calls: report.calls.length,
		};
	},
};

const REGISTERED = 800;
const CONTACTS = 830;

export const skipAgain: Scenario = {
	name: 'skip-again',
	description: `a list of ${CONTACTS} contacts run again with Skip, ${REGISTERED} of them registered before`,
	targets: { calls: { atMost: 70 }, seconds: { atMost: 5 }, ...NOTHING_LOST },
	run: async () => {
		const { engine, service } = await start();
		await register(engine, contacts(REGISTERED), service.credential);
		const before = (await service.report()).calls.length;
		const begun = performance.now();
		const options = { ifAlreadyRegistered: 'skip' };
		await register(engine, contacts(CONTACTS), service.credential, options);
		const seconds = secondsSince(begun);
		const report = await service.stop();
		return { seconds, calls: report.calls.length - before, ...losses(CONTACTS, report) };
	},
};

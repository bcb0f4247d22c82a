import { Engine } from '../../engine';
import { contacts, losses, register } from '../registrations';
import { NOTHING_LOST, type Scenario } from '../scenario';
import { Service } from '../service';

const REGISTERED = 800;
const CONTACTS = 830;

export const skipAgain: Scenario = {
	name: 'skip-again',
	description: `a list of ${CONTACTS} contacts run again with Skip, ${REGISTERED} of them registered before`,
	targets: [{ figure: 'calls', atMost: 70 }, { figure: 'seconds', atMost: 5 }, ...NOTHING_LOST],
	run: async () => {
		const engine = await Engine.load();
		const service = await Service.start({ latencyMs: 80 });
		await register(engine, contacts(REGISTERED), service.credential);
		const begun = performance.now();
		await register(engine, contacts(CONTACTS), service.credential, {
			options: { ifAlreadyRegistered: 'skip' },
		});
		const seconds = (performance.now() - begun) / 1000;
		const report = await service.stop();
		const first = REGISTERED + report.calls.filter(({ status }) => status === 429).length + 1;
		return { seconds, calls: report.calls.length - first, ...losses(CONTACTS, report) };
	},
};

import { Engine } from '../../engine';
import { Child } from '../child';
import { contacts, losses, register } from '../registrations';
import { NOTHING_LOST, type Scenario } from '../scenario';
import { Service } from '../service';
import { throttledShare, SETTLING_MS } from '../settled';

const CONTACTS = 300;
const CALLS_OF_OTHER = 10;

export const otherClient: Scenario = {
	name: 'other-client',
	description: `${CONTACTS} contacts in one execution, while another program makes ${CALLS_OF_OTHER} calls per second with the same key`,
	targets: [{ figure: 'throttledShareOfOther', atMost: 0.05 }, ...NOTHING_LOST],
	run: async () => {
		const engine = await Engine.load();
		const service = await Service.start({ latencyMs: 80 });
		const { baseUrl: url, apiKey } = service.credential;
		const other = Child.start('otherClient');
		await other.ask({ url, apiKey, callsPerSecond: CALLS_OF_OTHER });
		const startedAt = performance.now();
		await register(engine, contacts(CONTACTS), service.credential);
		const seconds = (performance.now() - startedAt) / 1000;
		await other.stop();
		const report = await service.stop();
		// Only the other client lists webinars.
		const ofOther = report.calls.filter(({ operation }) => operation === 'webinars');
		const ours = report.calls.filter(({ operation }) => operation !== 'webinars');
		return {
			seconds,
			...losses(CONTACTS, { ...report, calls: ours }),
			callsPerSecond: CONTACTS / seconds,
			throttledShareOfOther: throttledShare(ofOther, SETTLING_MS),
		};
	},
};

import { Engine } from '../../engine';
import { bulk } from '../registrations';
import { NONE_THROTTLED, NOTHING_LOST, type Scenario } from '../scenario';

const CONTACTS = 500;

function bulkAt(latencyMs: number, atLeast = 0.97): Scenario {
	return {
		name: `bulk-${latencyMs}ms`,
		description: `${CONTACTS} contacts in one execution, answers after ${latencyMs} ms`,
		targets: [{ figure: 'ofLimit', atLeast }, NONE_THROTTLED, ...NOTHING_LOST],
		run: async () => await bulk(await Engine.load(), CONTACTS, latencyMs),
	};
}

export const bulk80 = bulkAt(80);
export const bulk1000 = bulkAt(1000);
/** The limiter needs slots again before their calls are answered, which halves the rate until it has measured the latency. */
export const bulk2000 = bulkAt(2000, 0.75);

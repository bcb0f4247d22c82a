import { Engine } from '../../engine';
import { bulk } from '../registrations';
import { NONE_THROTTLED, NOTHING_LOST, type Scenario } from '../scenario';

const CONTACTS = 500;

function bulkAt(latencyMs: number): Scenario {
	return {
		name: `bulk-${latencyMs}ms`,
		description: `${CONTACTS} contacts in one execution, answers after ${latencyMs} ms`,
		targets: [{ figure: 'ofLeast', atLeast: 0.97 }, NONE_THROTTLED, ...NOTHING_LOST],
		run: async () => await bulk(await Engine.load(), CONTACTS, latencyMs),
	};
}

export const bulk80 = bulkAt(80);
export const bulk1000 = bulkAt(1000);

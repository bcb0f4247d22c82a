import { Engine } from '../../engine';
import { bulk } from '../registrations';
import { NONE_THROTTLED, NOTHING_LOST, type Scenario } from '../scenario';

export const jitter: Scenario = {
	name: 'jitter',
	description: '400 contacts in one execution, answers after 20 to 300 ms',
	targets: [{ figure: 'ofLimit', atLeast: 0.85 }, NONE_THROTTLED, ...NOTHING_LOST],
	run: async () => await bulk(await Engine.load(), 400, { min: 20, max: 300 }),
};

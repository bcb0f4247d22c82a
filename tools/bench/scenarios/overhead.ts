import { measureInChild } from '../child';
import type { Scenario } from '../scenario';

export const overhead: Scenario = {
	name: 'overhead',
	description:
		'time per contact without limit and latency, divided by that of n8n’s bare request helper (timesBare), and of that helper with one parameter read by expression (timesBareRead)',
	targets: [
		{ figure: 'timesBare', atMost: 1.3 },
		{ figure: 'timesBareRead', atMost: 1.3 },
		{ figure: 'lost', atMost: 0 },
	],
	run: () => measureInChild('overhead', 'measure'),
};

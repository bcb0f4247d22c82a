import { measureInChild } from '../child';
import { NOTHING_LOST, type Scenario } from '../scenario';

const CONTACTS = 50_000;

export const memory: Scenario = {
	name: 'memory',
	description:
		'maximum bytes per contact, without the items themselves, in one execution of 50,000 without a limit',
	targets: [{ figure: 'bytesAbove', atMost: 2048 }, ...NOTHING_LOST],
	run: () => measureInChild('memory', CONTACTS, ['--expose-gc']),
};

import { measureInChild } from '../child';
import { NOTHING_LOST, type Scenario } from '../scenario';

const CONTACTS = 50_000;

export const memory: Scenario = {
	name: 'memory',
	description:
		'bytes per contact above the items themselves, at most, in one execution of 50,000 without a limit',
	targets: [{ figure: 'bytesAbove', atMost: 2048 }, ...NOTHING_LOST],
	run: () => measureInChild('memory', CONTACTS, ['--expose-gc']),
};

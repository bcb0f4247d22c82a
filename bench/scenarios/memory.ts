import { z } from 'zod/v4';

import { Child } from '../child';
import { NOTHING_LOST, type Scenario } from '../scenario';

const CONTACTS = 50_000;

export const memory: Scenario = {
	name: 'memory',
	description:
		'bytes per contact above the items themselves, at most, in one execution of 50,000 without a limit',
	targets: [{ figure: 'bytesAbove', atMost: 2048 }, ...NOTHING_LOST],
	run: async () => {
		const child = Child.start('memory', ['--expose-gc']);
		const figures = z.record(z.string(), z.number()).parse(await child.ask(CONTACTS));
		await child.stop();
		return figures;
	},
};

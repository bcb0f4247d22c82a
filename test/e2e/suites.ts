import { chromium, initdb, postgres, type Program, redis } from '../../tools/realN8n/programs';

/** The folders of tests, with the programs that they need. */
export const suites: Readonly<Record<string, readonly Program[]>> = {
	api: [],
	examples: [chromium],
	editor: [chromium],
	queue: [redis, postgres, initdb],
};

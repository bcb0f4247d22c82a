import { chromium, initdb, postgres, type Program, redis } from '../../realN8n/programs';

/** The folders of tests, with what they need of the machine. */
export const suites: Readonly<Record<string, readonly Program[]>> = {
	api: [],
	examples: [],
	editor: [chromium],
	queue: [redis, postgres, initdb],
};

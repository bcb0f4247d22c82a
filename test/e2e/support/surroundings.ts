import { join } from 'node:path';

import { z } from 'zod/v4';

import { lineNames } from '../../../tools/realN8n/lines';

/** Logs and screenshots of the last run. */
export const artefacts = join(__dirname, '../artefacts');

/** The environment variable by which the command that starts the tests says where. */
export const VARIABLE = 'E2E_SURROUNDINGS';

const passed = z.object({
	line: z.enum(lineNames),
	/** Address of the running n8n. */
	url: z.string(),
	/** The packed package. */
	tarball: z.string(),
	/** For temporary files. */
	folder: z.string(),
});
export type Surroundings = z.infer<typeof passed>;

export function surroundings(): Surroundings {
	const text = process.env[VARIABLE];
	if (text === undefined) throw new Error('Start these tests with: npm run test:e2e');
	return passed.parse(JSON.parse(text));
}

import { join } from 'node:path';

import { z } from 'zod/v4';

import { lineNames } from '../../../tools/realN8n/lines';

/** Logs and screenshots of the last run. */
export const artefacts = join(__dirname, '../artefacts');

const error = 'Start these tests with: npm run test:e2e';
const passed = z.object({ E2E_LINE: z.enum(lineNames, { error }), E2E_URL: z.url() });

/** Returns the major version and the URL of the n8n that the test command has started. */
export function surroundings() {
	const { E2E_LINE: line, E2E_URL: url } = passed.parse(process.env);
	return { line, url };
}

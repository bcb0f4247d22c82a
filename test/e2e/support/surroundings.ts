import { join } from 'node:path';

import { z } from 'zod/v4';

import type { Installation } from '../../../tools/realN8n/install';
import { lineNamed, lineNames } from '../../../tools/realN8n/lines';

/** Logs and screenshots of the last run. */
export const artefacts = join(__dirname, '../artefacts');

/** What the tests get from the command that starts them. */
export interface Surroundings {
	installation: Installation;
	/** Address of the running n8n. */
	url: string;
	/** The packed package. */
	tarball: string;
	/** For temporary files. */
	folder: string;
}

const VARIABLE = 'E2E_SURROUNDINGS';

const passed = z.object({
	installation: z.object({ line: z.object({ name: z.enum(lineNames) }), node: z.string(), n8n: z.string() }),
	url: z.string(),
	tarball: z.string(),
	folder: z.string(),
});

/** The environment of the process that runs the tests. */
export function passOn(surroundings: Surroundings): Record<string, string> {
	return { [VARIABLE]: JSON.stringify(surroundings) };
}

export function surroundings(): Surroundings {
	const text = process.env[VARIABLE];
	if (text === undefined) throw new Error('Start these tests with: npm run test:e2e');
	const { installation, ...others } = passed.parse(JSON.parse(text));
	return { installation: { ...installation, line: lineNamed(installation.line.name) }, ...others };
}

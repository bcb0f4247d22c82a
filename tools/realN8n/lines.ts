import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { z } from 'zod/v4';

/** The supported major versions of n8n, the current one first. */
export const lineNames = ['2', '1'] as const;
export type LineName = (typeof lineNames)[number];

/** A major version of n8n. The manifest and the lockfile in its folder define the installation. */
export interface Line {
	name: LineName;
	folder: string;
	/** Version of n8n. */
	version: string;
	environment: Readonly<Record<string, string>>;
}

const manifest = z.object({ dependencies: z.object({ n8n: z.string() }) });

export function lineNamed(name: LineName): Line {
	const folder = join(__dirname, `lines/${name}`);
	const { dependencies } = manifest.parse(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')));
	// The newer engine for expressions needs a newer Node.js than 1.x supports.
	const environment: Line['environment'] = name === '1' ? { N8N_EXPRESSION_ENGINE: 'legacy' } : {};
	return { name, folder, version: dependencies.n8n, environment };
}

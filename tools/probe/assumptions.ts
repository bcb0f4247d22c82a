import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { parse } from 'yaml';
import { z } from 'zod/v4';

const FILE = join(__dirname, '../../docs/assumptions.yaml');

const assumption = z.strictObject({
	id: z.string().regex(/^[a-z]+(?:-[a-z]+)*$/),
	assumes: z.string(),
	source: z.string(),
	confidence: z.enum(['documented', 'seen', 'seenOnce', 'assumed']),
	affects: z.string(),
	otherwise: z.string(),
	survives: z.boolean(),
	probe: z.enum(['reading', 'limit', 'countries', 'register', 'nothing']),
});

export type Assumption = z.output<typeof assumption>;

/** What the package assumes of the service, from docs/assumptions.yaml. */
export const assumptions: readonly Assumption[] = z
	.array(assumption)
	.parse(parse(readFileSync(FILE, 'utf8')));

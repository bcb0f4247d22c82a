import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { parse } from 'yaml';
import { z } from 'zod/v4';

const assumption = z.strictObject({
	id: z.string().regex(/^[a-z]+(?:-[a-z]+)*$/),
	assumes: z.string(),
	source: z.string(),
	strength: z.enum(['R', 'V', 'D', 'C', 'O', 'unsourced']),
	affects: z.string(),
	otherwise: z.string(),
});

const FILE = join(__dirname, '../../docs/assumptions.yaml');

it("lists each assumption about the service with a unique ID and with a source and the source's strength", () => {
	const assumptions = z.array(assumption).parse(parse(readFileSync(FILE, 'utf8')));
	const ids = assumptions.map(({ id }) => id);
	expect(new Set(ids).size).toBe(ids.length);
});

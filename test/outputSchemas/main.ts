import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { SOURCE } from './files';
import { realOutputs } from './outputs';
import { schemaOf } from './schema';

/** `npm run test:schemas`: writes what n8n's editor shows of each output before the first run. */
async function write(): Promise<void> {
	const outputs = await realOutputs();
	rmSync(SOURCE, { recursive: true, force: true });
	for (const [path, items] of outputs) {
		const file = join(SOURCE, `${path}.json`);
		mkdirSync(dirname(file), { recursive: true });
		writeFileSync(file, JSON.stringify({ ...schemaOf(items), version: 1 }, null, '\t'));
	}
	console.log(`${SOURCE} holds the outputs of the package as it is now.`);
}

void write();

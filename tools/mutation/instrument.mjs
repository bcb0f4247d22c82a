// Puts all small changes into source files, and into what is built of them, and prints the changes. The environment
// variable __STRYKER_ACTIVE_MUTANT__ chooses the one that counts.
//   instrument.mjs <copy of the repository> <file...>
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

import { Instrumenter } from '@stryker-mutator/instrumenter';

const [copy, ...names] = process.argv.slice(2);
const { transformSync } = createRequire(join(copy, 'package.json'))('esbuild');
const nothing = () => undefined;
const logger = { isDebugEnabled: nothing, debug: nothing, info: nothing, warn: console.error };
const files = names.map((name) => ({
	name,
	mutate: true,
	content: readFileSync(join(copy, name), 'utf8'),
}));
const options = { plugins: null, excludedMutations: [], ignorers: [], noHeader: false };
const instrumented = await new Instrumenter(logger).instrument(files, options);
for (const { name, content } of instrumented.files) {
	writeFileSync(join(copy, name), content);
	const { code } = transformSync(content, { loader: 'ts', format: 'cjs', target: 'es2022' });
	writeFileSync(join(copy, 'dist', name.replace(/\.ts$/, '.js')), code);
}
console.log(JSON.stringify(instrumented.mutants));

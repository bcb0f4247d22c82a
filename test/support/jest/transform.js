const { transformSync } = require('esbuild');

/** Compiles TypeScript for Jest. Types are checked by `npm run lint`; here they are only stripped. */
exports.process = (source, sourcefile) =>
	transformSync(source, { sourcefile, loader: 'ts', format: 'cjs', target: 'es2022', sourcemap: 'inline' });

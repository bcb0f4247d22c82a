const { execFile } = require('node:child_process');
const { existsSync, readdirSync, rmSync, statSync } = require('node:fs');
const { join } = require('node:path');
const { promisify } = require('node:util');
const { dest, series, src } = require('gulp');

// The build does not empty `dist` first, because a running n8n may be using it. It compiles only changed files.

const ASSETS = ['icons/*.svg', 'nodes/**/*.node.json', 'nodes/**/__schema__/**/*.json'];
/** The compiler's record of its last run, from which it knows which files have changed. tsconfig.json has the same path. */
const RECORD = 'node_modules/.cache/build.tsbuildinfo';

const filesIn = (folder) =>
	readdirSync(folder, { recursive: true, withFileTypes: true })
		.filter((entry) => entry.isFile())
		.map((entry) => join(entry.parentPath, entry.name));
const builtOf = (source) => join('dist', source.replace(/\.ts$/, '.js'));
/** The compiler copies package.json, because the code imports the version from it. */
const sources = [...['nodes', 'credentials', 'icons'].flatMap(filesIn), 'package.json'];

/** Compiles changed files. Compiles all files if somebody removed or changed a compiled file, which the compiler ignores. */
async function compile() {
	const changedAt = (file) => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? Infinity;
	const compiled = sources.filter((file) => file.endsWith('.ts') || file === 'package.json').map(builtOf);
	if (compiled.some((file) => changedAt(file) > changedAt(RECORD))) rmSync(RECORD, { force: true });
	const tsc = require.resolve('typescript/bin/tsc');
	await promisify(execFile)(process.execPath, [tsc, '--build']).catch(({ stdout, message }) => {
		throw new Error(stdout || message);
	});
}

/** Copies the files that need no compilation: icons, codex files and output schemas. */
function assets() {
	return src(ASSETS, { base: '.', encoding: false }).pipe(dest('dist'));
}

/** Removes files whose source no longer exists, so that they are not published. */
async function prune() {
	const built = new Set(sources.map(builtOf));
	for (const file of filesIn('dist').filter((name) => existsSync(name) && !built.has(name))) rmSync(file);
}

module.exports = { build: series(compile, assets, prune) };

const { execFile } = require('node:child_process');
const { existsSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } = require('node:fs');
const { join } = require('node:path');
const { promisify } = require('node:util');
const { dest, series, src } = require('gulp');

// The build does not empty `dist` first, because a running n8n may be using it. It compiles only changed files.

const ASSETS = ['icons/*.svg', 'nodes/**/*.node.json', 'nodes/**/__schema__/**/*.json'];
/** The compiler's record of its last run, from which it knows which files have changed. */
const RECORD = 'node_modules/.cache/build.tsbuildinfo';
/** An empty file. It was changed when the last successful compilation began. */
const STAMP = 'node_modules/.cache/build.stamp';

const filesIn = (folder) =>
	readdirSync(folder, { recursive: true, withFileTypes: true })
		.filter((entry) => entry.isFile())
		.map((entry) => join(entry.parentPath, entry.name));
const builtOf = (source) => join('dist', source.replace(/\.ts$/, '.js'));
const sources = ['nodes', 'credentials', 'icons'].flatMap(filesIn);

const changedAt = (file) => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? Infinity;

/** Whether a source was added, changed or removed, or another package was installed, since the last compilation. */
function hasChanges() {
	const inFolders = ['nodes', 'credentials'].flatMap((folder) =>
		['', ...readdirSync(folder, { recursive: true })].map((name) => join(folder, name)),
	);
	const inputs = [...inFolders, 'tsconfig.json', 'package-lock.json'];
	return !existsSync(STAMP) || inputs.some((input) => changedAt(input) >= changedAt(STAMP));
}

/** Compiles changed files. Compiles all files if somebody removed or changed a compiled file, which the compiler ignores. */
async function compile() {
	const compiled = sources.filter((file) => file.endsWith('.ts')).map(builtOf);
	if (compiled.some((file) => changedAt(file) > changedAt(RECORD))) rmSync(RECORD, { force: true });
	// Even without changes, the compiler takes seconds.
	else if (!hasChanges()) return;
	const startedAt = new Date();
	const tsc = require.resolve('typescript/bin/tsc');
	const args = [tsc, '--incremental', '--tsBuildInfoFile', RECORD];
	await promisify(execFile)(process.execPath, args).catch(({ stdout, message }) => {
		throw new Error(stdout || message);
	});
	writeFileSync(STAMP, '');
	utimesSync(STAMP, startedAt, startedAt);
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

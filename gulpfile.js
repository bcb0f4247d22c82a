const { execFile } = require('node:child_process');
const { existsSync, readdirSync, rmSync, statSync } = require('node:fs');
const { join } = require('node:path');
const { promisify } = require('node:util');
const { dest, series, src } = require('gulp');

// `dist` stays while it is built, because an n8n may be using it. Only what changed is compiled.

const ASSETS = ['icons/*.svg', 'nodes/**/*.node.json', 'nodes/**/__schema__/**/*.json'];
/** What the compiler remembers of its last run. */
const RECORD = 'node_modules/.cache/build.tsbuildinfo';

const filesIn = (folder) =>
	readdirSync(folder, { recursive: true, withFileTypes: true })
		.filter((entry) => entry.isFile())
		.map((entry) => join(entry.parentPath, entry.name));
const builtOf = (source) => join('dist', source.replace(/\.ts$/, '.js'));
const sources = ['nodes', 'credentials', 'icons'].flatMap(filesIn);

/** The compiler would not notice that somebody removed or changed what it wrote. */
async function compile() {
	const changedAt = (file) => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? Infinity;
	const compiled = sources.filter((file) => file.endsWith('.ts')).map(builtOf);
	if (compiled.some((file) => changedAt(file) > changedAt(RECORD))) rmSync(RECORD, { force: true });
	const tsc = require.resolve('typescript/bin/tsc');
	const args = [tsc, '--incremental', '--tsBuildInfoFile', RECORD];
	await promisify(execFile)(process.execPath, args).catch(({ stdout, message }) => {
		throw new Error(stdout || message);
	});
}

/** Copies what the compiler leaves behind: the icons, the codex files and the schemas of the outputs. */
function assets() {
	return src(ASSETS, { base: '.', encoding: false }).pipe(dest('dist'));
}

/** Removes what has no source any more, so that it is not published. */
async function prune() {
	const built = new Set(sources.map(builtOf));
	for (const file of filesIn('dist').filter((name) => existsSync(name) && !built.has(name))) rmSync(file);
}

module.exports = { build: series(compile, assets, prune) };

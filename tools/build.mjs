// Builds the package into dist, which stays there while it does: an n8n may be using it. Only what changed is compiled.
import { spawnSync } from 'node:child_process';
import { cpSync, readdirSync, rmSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..');
/** What the compiler remembers of its last run. */
const RECORD = join(ROOT, 'node_modules/.cache/build.tsbuildinfo');

const changedAt = (file) => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? Infinity;
const filesIn = (folder) =>
	readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
		.filter((entry) => entry.isFile())
		.map((entry) => join(entry.parentPath, entry.name).slice(ROOT.length + 1));
const builtOf = (source) => join('dist', source.replace(/\.ts$/, '.js'));

const sources = ['nodes', 'credentials', 'icons'].flatMap(filesIn);
const compiled = sources.filter((file) => file.endsWith('.ts'));
// The compiler would not notice that somebody removed or changed what it wrote.
if (compiled.some((file) => changedAt(join(ROOT, builtOf(file))) > changedAt(RECORD)))
	rmSync(RECORD, { force: true });

const tsc = createRequire(import.meta.url).resolve('typescript/bin/tsc');
const { status } = spawnSync(process.execPath, [tsc, '--incremental', '--tsBuildInfoFile', RECORD], {
	cwd: ROOT,
	stdio: 'inherit',
});
if (status !== 0) process.exit(1);

// The icons, the codex files (*.node.json) and the schemas of the outputs.
for (const file of sources.filter((source) => !compiled.includes(source))) {
	cpSync(join(ROOT, file), join(ROOT, builtOf(file)));
}
// What has no source any more would be published.
const built = new Set(sources.map(builtOf));
for (const file of filesIn('dist').filter((name) => !built.has(name))) rmSync(join(ROOT, file));

// Builds the package and runs a command that needs it, or only shows the command's help.
//   node --import tsx buildAndRun.mjs <command's file> <arguments…>
import { spawnSync } from 'node:child_process';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const ROOT = join(import.meta.dirname, '../..');

if (!process.argv.some((argument) => ['-h', '--help', 'help'].includes(argument))) {
	const { status } = spawnSync('npm', ['run', '--silent', 'build'], { cwd: ROOT, stdio: 'inherit' });
	if (status !== 0) process.exit(1);
}
process.argv.splice(1, 1);
await import(pathToFileURL(resolve(process.argv[1])).href);

import { join } from 'node:path';

import { Command } from 'commander';
import execa from 'execa';

import { installed } from './cli/installed';
import { modules } from './mutation/modules';

const ROOT = join(__dirname, '..');
const PROGRAMS = join(__dirname, 'mutation');
const CONFIG = 'tools/mutation/stryker.config.mjs';

const program = new Command('npm run test:more -- mutation')
	.description('Changes the sources in small ways and looks whether a unit test notices each change.')
	.argument('[modules...]', `of ${Object.keys(modules).join(', ')}; all by default`)
	.parse();

/** One after the other, each with its own score: a good one must not hide a bad one. */
async function main(names: string[]): Promise<void> {
	await installed(PROGRAMS);
	const begun = performance.now();
	let failed = 0;
	for (const [index, name] of names.entries()) {
		const files = modules[name];
		if (!files)
			return program.error(`There is no module "${name}". There are: ${Object.keys(modules).join(', ')}.`);
		const minutes = Math.round((performance.now() - begun) / 60_000);
		console.log(`\n=== ${name}: ${index + 1} of ${names.length}, ${failed} failed, ${minutes} min ===`);
		const reporters = `${process.stdout.isTTY ? 'progress' : 'progress-append-only'},clear-text`;
		const args = ['run', CONFIG, '--mutate', files.join(','), '--reporters', reporters];
		const { exitCode } = await execa('stryker', args, {
			...{ cwd: ROOT, preferLocal: true, localDir: PROGRAMS, stdio: 'inherit', reject: false },
		});
		if (exitCode !== 0) failed++;
	}
	if (failed > 0) process.exitCode = 1;
}

void main(program.args.length > 0 ? program.args : Object.keys(modules));

import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { Argument, program } from 'commander';
import execa from 'execa';
import { z } from 'zod/v4';

import { exitWith, UserError } from '../cli/failure';
import { type LineName, lineNamed, lineNames } from './lines';

const published = z.union([z.string(), z.array(z.string())]);

program
	.name('npm run n8n:move --')
	.description('Moves a line of n8n under test to another version, and makes its lockfile anew.')
	.addArgument(new Argument('<line>', 'line of n8n').choices(lineNames))
	.argument('[version]', 'of n8n; the newest of the line by default')
	.action(run);

async function run(name: LineName, wanted?: string): Promise<void> {
	try {
		const { folder, version: before } = lineNamed(name);
		const version = await newest(wanted ?? name);
		await edit(join(folder, 'package.json'), (text) => text.replace(/(?<="n8n": ")[^"]+/, version));
		// Without a last day, a lockfile of an old n8n would take packages that are newer than it.
		const today = new Date().toISOString().slice(0, 10);
		await edit(join(folder, '.npmrc'), (text) => text.replace(/^before=.*$/m, `before=${today}`));
		await rm(join(folder, 'package-lock.json'));
		console.log(`n8n ${before} → ${version}: making the lockfile takes some minutes …`);
		await execa('npm', ['install', '--package-lock-only'], { cwd: folder, stdio: 'inherit' });
		console.log(`Now correct the README's table, and run: npm run test:e2e -- --n8n ${name}`);
	} catch (error) {
		exitWith(error);
	}
}

/** The newest published version in a range such as `2` or `1.123`. */
async function newest(range: string): Promise<string> {
	const { stdout } = await execa('npm', ['view', `n8n@${range}`, 'version', '--json'], { reject: false });
	const { data } = published.safeParse(JSON.parse(stdout || 'null'));
	const versions = typeof data === 'string' ? [data] : [...(data ?? [])];
	const version = versions.sort((a, b) => a.localeCompare(b, 'en', { numeric: true })).at(-1);
	if (version === undefined) throw new UserError(`npm has no n8n ${range}.`);
	return version;
}

async function edit(file: string, change: (text: string) => string): Promise<void> {
	await writeFile(file, change(await readFile(file, 'utf8')));
}

void program.parseAsync();

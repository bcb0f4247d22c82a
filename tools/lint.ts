import { exec } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { delimiter, join } from 'node:path';

import { Argument, program } from 'commander';

import { mapConcurrent } from '../nodes/WebinarAccount/utils/async';
import { ensureInstalled } from './cli/ensureInstalled';
import { exitWith, UserError } from './cli/userError';

const ROOT = join(__dirname, '..');
/** The folder of the programs that only this command needs. */
const PROGRAMS = join(__dirname, 'lint');

/** The commands of all checks. Their programs are installed in the root or in tools/lint. */
const checks: Readonly<Record<string, string>> = {
	types: 'tsc --project tsconfig.dev.json',
	format: 'prettier --check --log-level warn .',
	imports: 'depcruise .',
	rules: 'eslint --config tools/lint/eslint.config.mjs .',
	n8n: 'eslint --no-inline-config --max-warnings 0 --config tools/lint/eslint.n8n.config.mjs nodes credentials package.json',
	scanner: 'node tools/lint/scan.mjs',
	spelling: 'cspell lint --config tools/lint/cspell.json --no-progress',
	openapi: 'node tools/lint/openApi.mjs docs/openapi.yaml',
	compose: 'dclint compose.yaml',
};

const binFolders = [ROOT, PROGRAMS].map((folder) => join(folder, 'node_modules/.bin'));
const execution = {
	cwd: ROOT,
	env: { ...process.env, PATH: [...binFolders, process.env.PATH].join(delimiter) },
	maxBuffer: 100_000_000,
};

program
	.name('npm run lint --')
	.description('Checks what no test checks: types, format, imports, rules, spelling and more.')
	.addArgument(new Argument('[checks...]', 'only these').choices(Object.keys(checks)))
	.action(main);

/** Runs all checks, also after one has failed. */
async function main(chosen: string[]): Promise<void> {
	ensureInstalled(PROGRAMS);
	const commands = Object.entries(checks).filter(([name]) => chosen.length === 0 || chosen.includes(name));
	const passed = await mapConcurrent(commands, availableParallelism(), passes);
	const failed = commands.filter((_command, index) => !passed[index]).map(([name]) => name);
	if (failed.length > 0) throw new UserError(`Not passed: ${failed.join(', ')}`);
}

/** Runs a check. Prints its output only at the end and if it fails, because checks run side by side. */
function passes([name, command]: [string, string]): Promise<boolean> {
	console.log(`… ${name}`);
	const began = Date.now();
	return new Promise((resolve) => {
		exec(command, execution, (error, stdout, stderr) => {
			if (error) console.error(stdout + stderr || error.message);
			console.log(`${error ? '✗' : '✓'} ${name} (${Math.round((Date.now() - began) / 1000)} s)`);
			resolve(error === null);
		});
	});
}

program.parseAsync().catch(exitWith);

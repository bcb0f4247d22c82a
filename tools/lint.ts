import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';

import { Argument, program } from 'commander';

import { mapConcurrent } from '../nodes/WebinarAccount/utils/async';
import { ensureInstalled } from './cli/ensureInstalled';
import { ProgramFailure, runProgram } from './cli/runProgram';
import { exitWith, UserError } from './cli/userError';
import { packPackage } from './realN8n/packageTarball';

const ROOT = join(__dirname, '..');
/** The folder of the programs that only this command needs. */
const PROGRAMS = join(__dirname, 'lint');

/** Runs a program of the root. */
const run = (command: string, ...args: string[]) => runProgram(command, args, { cwd: ROOT });
/** Runs a program of tools/lint. */
const runOwn = (command: string, ...args: string[]) =>
	runProgram(command, args, { cwd: ROOT, installedIn: PROGRAMS });

const checks: Readonly<Record<string, () => Promise<void>>> = {
	types: () => run('tsc', '--project', 'tsconfig.dev.json'),
	format: () => run('prettier', '--check', '--log-level', 'warn', '.'),
	imports: () => runOwn('depcruise', '.'),
	rules: () => runOwn('eslint', '--config', 'tools/lint/eslint.config.mjs', '.'),
	leaks: () => run('node', 'tools/lint/leaks.check.mjs'),
	prose: () => run('node', 'tools/lint/prose.mjs'),
	commits: () => run('node', 'tools/lint/commits.mjs'),
	n8n: () =>
		runOwn(
			'eslint',
			'--no-inline-config',
			'--max-warnings',
			'0',
			'--config',
			'tools/lint/eslint.n8n.config.mjs',
			'nodes',
			'credentials',
			'package.json',
		),
	n8nMain: () => run('node', 'tools/lint/n8nMain.mjs'),
	scanner,
	generated: () => run('node', '--import', 'tsx', 'tools/generate.ts', '--check'),
	openapi: () => run('node', 'tools/lint/openApi.mjs', 'docs/openapi.yaml'),
	client,
	compose: () => runOwn('dclint', 'compose.yaml'),
};

/** Generates a client from docs/openapi.yaml, and uses it in the sandbox. */
async function client(): Promise<void> {
	const folder = 'tools/lint/client';
	await runOwn('openapi-typescript', 'docs/openapi.yaml', '--output', `${folder}/service.ts`);
	await run('tsc', '--project', folder);
	await run('node', '--import', 'tsx', `${folder}/client.ts`);
}

/** Runs n8n's scanner on the package and the source. A package with a fault shows that the scanner works. */
async function scanner(): Promise<void> {
	const scan = (...args: string[]) => run('node', 'tools/lint/scan.mjs', ...args);
	const workspace = await mkdtemp(join(tmpdir(), 'scan-'));
	try {
		await runProgram('tar', ['-xzf', await packPackage(workspace)], { cwd: workspace });
		await scan(join(workspace, 'package'), 'package');
		await scan(ROOT, 'source');

		const faulty = join(workspace, 'faulty');
		await mkdir(faulty);
		await writeFile(join(faulty, 'index.js'), 'console.log(process.env);');
		await scan(faulty, 'faulty');
	} finally {
		await rm(workspace, { recursive: true });
	}
}

program
	.name('npm run lint --')
	.description('Checks what no test checks: types, format, imports, rules, prose and more.')
	.addArgument(new Argument('[checks...]', 'only these').choices(Object.keys(checks)))
	.action(main);

/** Runs a check. Prints its output only at the end and if it fails, because checks run side by side. */
async function passes(name: string): Promise<boolean> {
	console.log(`… ${name}`);
	const began = Date.now();
	const problem = await checks[name]?.().then(
		() => undefined,
		(error: unknown) => (error instanceof ProgramFailure ? error.message : error),
	);
	if (problem !== undefined) console.error(problem);
	console.log(`${problem === undefined ? '✓' : '✗'} ${name} (${Math.round((Date.now() - began) / 1000)} s)`);
	return problem === undefined;
}

/** Runs all checks, also after one has failed. */
async function main(chosen: string[]): Promise<void> {
	ensureInstalled(PROGRAMS);
	const names = Object.keys(checks).filter((name) => chosen.length === 0 || chosen.includes(name));
	const passed = await mapConcurrent(names, availableParallelism(), passes);
	const failed = names.filter((_name, index) => !passed[index]);
	if (failed.length > 0) throw new UserError(`Not passed: ${failed.join(', ')}`);
}

program.parseAsync().catch(exitWith);

import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';

import { Argument, program } from 'commander';
import { execa } from 'execa';

import { mapConcurrent } from '../nodes/WebinarAccount/utils/async';
import { exitWith, UserError } from './cli/userError';
import { ensureInstalled } from './cli/ensureInstalled';
import { packPackage } from './realN8n/packageTarball';

const ROOT = join(__dirname, '..');
/** The folder of the programs that only this command needs. */
const PROGRAMS = join(__dirname, 'lint');

/**
 * Returns a function that runs programs of a folder. Their output is shown when the check has ended, because checks run side
 * by side.
 */
const programsOf =
	(localDir: string) =>
	(command: string, ...args: string[]) =>
		execa(command, args, { cwd: ROOT, preferLocal: true, localDir, all: true, env: COLORS });
const COLORS = process.stdout.isTTY ? { FORCE_COLOR: '1' } : {};
const run = programsOf(ROOT);
const runOwn = programsOf(PROGRAMS);

const checks: Readonly<Record<string, () => Promise<unknown>>> = {
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
		await execa('tar', ['-xzf', await packPackage(workspace)], { cwd: workspace });
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

/** Runs a check and prints its result. @returns whether it passed */
async function passes(name: string): Promise<boolean> {
	console.log(`… ${name}`);
	const began = Date.now();
	const problem = await checks[name]?.().then(
		() => undefined,
		(error: unknown) => (error instanceof Error && 'all' in error && error.all) || error,
	);
	if (problem !== undefined) console.error(problem);
	console.log(`${problem === undefined ? '✓' : '✗'} ${name} (${Math.round((Date.now() - began) / 1000)} s)`);
	return problem === undefined;
}

/** Runs all checks, also after one has failed. */
async function main(chosen: string[]): Promise<void> {
	await ensureInstalled(PROGRAMS);
	const names = Object.keys(checks).filter((name) => chosen.length === 0 || chosen.includes(name));
	const passed = await mapConcurrent(names, availableParallelism(), passes);
	const failed = names.filter((_name, index) => !passed[index]);
	if (failed.length > 0) throw new UserError(`Not passed: ${failed.join(', ')}`);
}

program.parseAsync().catch(exitWith);

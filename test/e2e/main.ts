import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

import { Argument, Option, program } from 'commander';
import execa from 'execa';

import { exitWith } from '../../tools/cli/failure';
import { type LineName, lineNames } from '../../tools/realN8n/lines';
import { needLinux, needPrograms } from '../../tools/realN8n/programs';
import { startN8n } from '../../tools/realN8n/startN8n';
import { type OnEnd, withTeardown } from '../../tools/realN8n/teardown';
import { artefacts, passOn } from './support/surroundings';
import { suites } from './suites';

const ROOT = join(__dirname, '../..');

interface Options {
	n8n?: LineName;
	testNamePattern?: string;
}

program
	.name('npm run test:e2e --')
	.description('Tests the packed package in the real n8n.')
	.addArgument(new Argument('[suites...]', 'only these').choices(Object.keys(suites)))
	.addOption(new Option('--n8n <line>', 'only this line of n8n').choices(lineNames))
	.option('-t, --testNamePattern <pattern>', 'only tests with such a name')
	.action(run);

async function run(chosen: string[], options: Options): Promise<void> {
	const names = chosen.length > 0 ? chosen : Object.keys(suites);
	try {
		needLinux();
		needPrograms(names.flatMap((name) => suites[name] ?? []));
		await rm(artefacts, { recursive: true, force: true });
		await mkdir(artefacts, { recursive: true });
		for (const line of options.n8n ? [options.n8n] : lineNames) {
			const passed = await withTeardown((onEnd) => testLine(line, names, options, onEnd));
			if (!passed) process.exitCode = 1;
		}
	} catch (error) {
		exitWith(error);
	}
}

/** @returns whether all tests passed */
async function testLine(
	lineName: LineName,
	suiteNames: string[],
	{ testNamePattern }: Options,
	onEnd: OnEnd,
): Promise<boolean> {
	const began = Date.now();
	const logFile = join(artefacts, `n8n-${lineName}.log`);
	const started = await startN8n(lineName, { report: console.log, logFile, onEnd });
	const { installation, tarball, folder, server } = started;
	const { url } = server;
	console.log(`\nn8n ${installation.line.version} at ${url}`);

	const jest = execa(
		process.execPath,
		[
			join(ROOT, 'node_modules/jest/bin/jest.js'),
			...['--selectProjects', 'e2e', '--runInBand', '--testTimeout=120000'],
			...(testNamePattern === undefined ? [] : ['--testNamePattern', testNamePattern]),
			...suiteNames.map((name) => `test/e2e/${name}/`),
		],
		{ cwd: ROOT, env: passOn({ installation, url, tarball, folder }), stdio: 'inherit', reject: false },
	);
	onEnd(async () => {
		jest.kill('SIGTERM');
		await jest;
	});
	const { exitCode } = await jest;
	console.log(`n8n ${installation.line.version}: ${Math.round((Date.now() - began) / 1000)} s`);
	return exitCode === 0;
}

void program.parseAsync();

import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

import { Argument, Option, program } from 'commander';
import execa from 'execa';

import { install } from '../../realN8n/install';
import { type LineName, lineNamed, lineNames } from '../../realN8n/lines';
import { N8nClient } from '../../realN8n/n8nClient';
import { pack } from '../../realN8n/packageLayout';
import { MissingError, needLinux, needPrograms } from '../../realN8n/programs';
import { startPackagedN8n } from '../../realN8n/packagedN8n';
import { type OnEnd, Stopped, withTeardown } from '../../realN8n/teardown';
import { workFolder } from '../../realN8n/workFolder';
import { artefacts, passOn } from './support/surroundings';
import { suites } from './suites';

const ROOT = join(__dirname, '../..');
const EXIT = { failed: 1, stopped: 130 } as const;

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
			if (!passed) process.exitCode = EXIT.failed;
		}
	} catch (error) {
		console.error(error instanceof Stopped || error instanceof MissingError ? error.message : error);
		// An installation that is still under way ends with this process.
		process.exit(error instanceof Stopped ? EXIT.stopped : EXIT.failed);
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
	const installation = await install(lineNamed(lineName), console.log);
	const folder = await workFolder(onEnd);
	const tarball = await pack(folder);
	const { url } = await startPackagedN8n({
		installation,
		tarball,
		folder,
		logFile: join(artefacts, `n8n-${lineName}.log`),
		onEnd,
	});
	await N8nClient.setUp(installation.line, url);
	console.log(`\nn8n ${installation.line.version} at ${url}`);

	const jest = execa(
		process.execPath,
		[
			join(ROOT, 'node_modules/jest/bin/jest.js'),
			...['--config', join(ROOT, 'jest.e2e.config.js'), '--runInBand'],
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

import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

import { Argument, Option, program } from 'commander';

import { runJest } from '../../tools/cli/runJest';
import { exitWith } from '../../tools/cli/userError';
import { type LineName, lineNames } from '../../tools/realN8n/lines';
import {
	chromium,
	initdb,
	requireLinux,
	requirePrograms,
	postgres,
	type Program,
	redis,
} from '../../tools/realN8n/programs';
import { startN8n } from '../../tools/realN8n/startN8n';
import { type OnEnd, withTeardown } from '../../tools/realN8n/teardown';
import { artefacts } from './support/surroundings';

/** The folders of tests, with the programs that they need. */
const suites: Readonly<Record<string, readonly Program[]>> = {
	api: [],
	examples: [],
	editor: [chromium],
	queue: [redis, postgres, initdb],
};

interface Options {
	n8n?: LineName;
	testNamePattern?: string;
}

program
	.name('npm run test:e2e --')
	.description('Tests the packed package in the real n8n.')
	.addArgument(new Argument('[suites...]', 'run only these suites').choices(Object.keys(suites)))
	.addOption(new Option('--n8n <line>', 'run only with this line of n8n').choices(lineNames))
	.option('-t, --testNamePattern <pattern>', 'run only tests whose names match')
	.action(run);

async function run(chosen: string[], options: Options): Promise<void> {
	const names = chosen.length > 0 ? chosen : Object.keys(suites);
	requireLinux();
	requirePrograms(names.flatMap((name) => suites[name] ?? []));
	await rm(artefacts, { recursive: true, force: true });
	await mkdir(artefacts, { recursive: true });
	for (const line of options.n8n ? [options.n8n] : lineNames) {
		const passed = await withTeardown((onEnd) => testLine(line, names, options, onEnd));
		if (!passed) process.exitCode = 1;
	}
}

/** Tests one line of n8n. @returns whether all tests passed */
async function testLine(
	line: LineName,
	suiteNames: string[],
	{ testNamePattern }: Options,
	onEnd: OnEnd,
): Promise<boolean> {
	const began = Date.now();
	const logFile = join(artefacts, `n8n-${line}.log`);
	const { client } = await startN8n(line, { report: console.log, logFile, onEnd });
	console.log(`\nn8n ${client.line.version} at ${client.url}`);

	const controller = new AbortController();
	const exitCode = runJest(
		[
			'--runInBand',
			'--testTimeout=120000',
			...(testNamePattern === undefined ? [] : ['--testNamePattern', testNamePattern]),
			...suiteNames.map((name) => `test/e2e/${name}/`),
		],
		{ env: { E2E_LINE: line, E2E_URL: client.url }, signal: controller.signal },
	);
	onEnd(async () => {
		controller.abort();
		await exitCode;
	});
	const passed = (await exitCode) === 0;
	console.log(`n8n ${client.line.version}: ${Math.round((Date.now() - began) / 1000)} s`);
	return passed;
}

program.parseAsync().catch(exitWith);

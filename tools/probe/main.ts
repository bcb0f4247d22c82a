import { createInterface } from 'node:readline/promises';
import { setTimeout as pause } from 'node:timers/promises';

import { SingleBar } from 'cli-progress';

import { exitWith, Stopped, UserError } from '../cli/failure';
import { stopSignal } from '../cli/stopSignal';
import { type Account, readAccount } from '../../nodes/WebinarAccount/service/account';
import { InputError } from '../../nodes/WebinarAccount/service/errors';
import { type FixtureFile, fixtureFiles, writeFixtures } from './fixtures';
import { judge } from './judge';
import { type ProbeOptions, readOptions } from './options';
import { report } from './report';
import { type Plan, planned, probe } from './run';

/** Between two calls: half of the documented limit. */
const PAUSE_MS = 100;

export async function main(argv: readonly string[], stop: AbortSignal): Promise<void> {
	const options = readOptions(argv);
	const { product, webinar, limit = false, countries = false, register } = options;
	const products: Plan['products'] = product ? [product] : ['live', 'automated'];
	const plan: Plan = { products, webinar, limit, countries, register };
	if (options.dryRun) {
		console.log(`Would call:\n${planned(plan).join('\n')}`);
		return;
	}
	const account = accountOf(options);
	console.log(`Probing ${account.origin}${register === undefined ? ', reading only' : ''}`);
	const progress = new SingleBar({ format: '  {bar}  {value} calls', barsize: 30, hideCursor: true });
	progress.start(planned(plan).length, 0);
	const onCall = () => {
		progress.increment();
		progress.setTotal(Math.max(progress.getTotal(), progress.getProgress()));
	};
	const sleep = (milliseconds: number) => pause(milliseconds, undefined, { signal: stop });
	const evidence = await probe(plan, {
		account,
		pauseMs: PAUSE_MS,
		sleep,
		now: () => performance.now(),
		stop,
		onCall,
	})
		.catch((error: unknown) => {
			stop.throwIfAborted();
			throw error;
		})
		.finally(() => progress.stop());
	const verdicts = judge(evidence);
	console.log(report(verdicts));
	const secrets = [account.apiKey, ...(register === undefined ? [] : [register])];
	await offer(options, fixtureFiles(evidence, verdicts, secrets), stop);
	if (verdicts.some(({ result }) => result === 'contradicted')) process.exitCode = 2;
}

/** Shows the files, and writes them if the user agrees. */
async function offer(
	{ out, yes }: ProbeOptions,
	files: readonly FixtureFile[],
	stop: AbortSignal,
): Promise<void> {
	console.log('\nThe answers, without names, addresses, keys, hashes and links:');
	for (const { name, text } of files.filter((file) => file.name !== 'findings.json')) {
		console.log(`\n${name}\n${text.trimEnd()}`);
	}
	if (!yes && !process.stdin.isTTY) {
		console.log(`\nNothing is written: add --yes to write these ${files.length} files into ${out}.`);
		return;
	}
	if (!yes && !(await isAgreed(`\nWrite these ${files.length} files into ${out}? [y/N] `, stop))) return;
	await writeFixtures(out, files).catch((error: unknown) => {
		throw new UserError(
			`cannot write into ${out}: ${error instanceof Error ? error.message : String(error)}`,
		);
	});
	console.log(
		`\n${files.length} files are in ${out}. Read them once more before you attach them to an issue.`,
	);
}

async function isAgreed(question: string, signal: AbortSignal): Promise<boolean> {
	const terminal = createInterface({ input: process.stdin, output: process.stdout });
	try {
		return /^y(?:es)?$/i.test((await terminal.question(question, { signal })).trim());
	} finally {
		terminal.close();
	}
}

function accountOf({ key = '', url, livePath, automatedPath }: ProbeOptions): Account {
	try {
		return readAccount({
			apiKey: key,
			...(url !== undefined && { service: 'custom', baseUrl: url, livePath, automatedPath }),
		});
	} catch (error) {
		if (error instanceof InputError) throw new UserError(`${error.message}.`);
		throw error;
	}
}

if (require.main === module) {
	const stop = stopSignal();
	void main(process.argv, stop).then(
		() => process.exit(),
		(error: unknown) => exitWith(stop.aborted && stop.reason instanceof Stopped ? stop.reason : error),
	);
}

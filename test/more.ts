import { join } from 'node:path';

import { program } from 'commander';
import execa from 'execa';

const ROOT = join(__dirname, '..');

async function jest(args: string[], env: NodeJS.ProcessEnv = {}): Promise<void> {
	const { exitCode } = await execa('jest', args, {
		...{ cwd: ROOT, env, preferLocal: true, localDir: ROOT, stdio: 'inherit', reject: false },
	});
	process.exitCode = exitCode;
}

const WITH_PROGRESS = [
	...['--maxWorkers=1', '--verbose'],
	...['--reporters=./test/support/progressReporter.js', '--reporters=summary'],
];

/** At full size and in real time. */
const LONG = { LONG_CONTACTS: '500', LONG_ITEMS: '100000', LONG_REAL_TIME: '1', LONG_TIMEOUT_MS: '3600000' };

program
	.name('npm run test:more --')
	.description('Tests that take long, or need more than the package.')
	.command('faults', 'every operation under every fault: what a user sees', {
		executableFile: 'faults/main.ts',
	})
	.command('mutation', 'whether a test notices each of many small changes of the sources', {
		executableFile: '../tools/mutation.ts',
	})
	.command('docker', 'registers a person in the n8n of compose.yaml', { executableFile: 'docker/main.ts' });
program
	.command('long')
	.description('long lists of contacts, for some minutes; LONG_SEED chooses the moments')
	.action(() => jest(['test/longRuns', ...WITH_PROGRESS], { ...LONG, ...process.env }));
program
	.command('fuzz')
	.description('answers and items of any kind')
	.option('--runs <count>', 'for each endpoint and each operation; a fifth of it for polls', '10000')
	.option('--seed <number>', 'repeats a run; by default a new one', String(Date.now() % 2 ** 31))
	.option('--only <text>', 'the tests with this in their name', '')
	.action(({ runs, seed, only }: Record<'runs' | 'seed' | 'only', string>) => {
		console.log(`Seed: ${seed}`);
		return jest(['test/fuzz', ...WITH_PROGRESS, '-t', only], { FUZZ_RUNS: runs, FUZZ_SEED: seed });
	});
program
	.command('browser')
	.description('one-click links in a real browser')
	.action(() => jest(['--selectProjects', 'browser']));

void program.parseAsync();

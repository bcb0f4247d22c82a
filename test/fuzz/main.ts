import { Command } from 'commander';
import execa from 'execa';

const program = new Command('npm run test:more -- fuzz')
	.description("Feeds the built node, in n8n's engine, with answers and items of any kind.")
	.option(
		'--runs <count>',
		'answers for each endpoint and items for each operation; a fifth of it for polls',
		'10000',
	)
	.option('--seed <number>', 'repeats a run; by default a new one', String(Date.now() % 2 ** 31))
	.option('--only <text>', 'the tests with this in their name', '')
	.parse();

const { runs, seed, only } = program.opts<{ runs: string; seed: string; only: string }>();
console.log(`Seed: ${seed}`);
const reporters = ['--reporters=./test/support/progressReporter.js', '--reporters=summary'];
const { exitCode } = execa.sync(
	'jest',
	['test/fuzz', '--verbose', '--maxWorkers=1', ...reporters, '-t', only],
	{
		stdio: 'inherit',
		preferLocal: true,
		reject: false,
		env: { FUZZ_RUNS: runs, FUZZ_SEED: seed },
	},
);
process.exitCode = exitCode;

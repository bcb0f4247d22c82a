import { program } from 'commander';

import { runJest } from '../tools/cli/runJest';

const run = async (...args: Parameters<typeof runJest>) => void (process.exitCode = await runJest(...args));

/** At full size. */
const LONG = { LONG_ITEMS: '100000', LONG_TIMEOUT_MS: '3600000' };

program
	.name('npm run test:more --')
	.description('Tests that take long, or need more than the package.')
	.command('docker', 'registers people in the n8n of compose.yaml, and polls', {
		executableFile: 'docker/main.ts',
	});
program
	.command('long')
	.description('concurrent executions, for some minutes; LONG_SEED chooses the moments')
	.action(() => run(['test/longRuns/', '--verbose'], { env: { ...LONG, ...process.env } }));
program
	.command('browser')
	.description('one-click links in a real browser')
	.action(() => run(['test/browser/']));

void program.parseAsync();

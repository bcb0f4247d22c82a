import { join } from 'node:path';

import { program } from 'commander';
import execa from 'execa';

const ROOT = join(__dirname, '../..');

program
	.name('npm run test:faults --')
	.description('Runs each operation against each fault, and prints what a user sees.')
	.option('--write', 'bring docs/faults.md up to date')
	.action(run);

async function run({ write = false }: { write?: boolean }): Promise<void> {
	const jest = join(ROOT, 'node_modules/jest/bin/jest.js');
	const env = { FAULTS_REPORT: write ? 'write' : 'print' };
	const { exitCode } = await execa(process.execPath, [jest, 'test/faults/'], {
		cwd: ROOT,
		env,
		stdio: 'inherit',
		reject: false,
	});
	process.exitCode = exitCode;
}

void program.parseAsync();

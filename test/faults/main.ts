import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { program } from 'commander';

import { jest } from '../../tools/cli/jest';

program
	.name('npm run test:more -- faults')
	.description('Runs each operation against each fault, and prints what a user sees.')
	.option('--out <file>', 'write the tables to this file, too')
	.action(run);

async function run({ out }: { out?: string }): Promise<void> {
	const folder = await mkdtemp(join(tmpdir(), 'faults-'));
	try {
		const file = join(folder, 'report.md');
		process.exitCode = await jest(['test/faults/', '--maxWorkers=1'], { FAULTS_REPORT: file });
		if (!existsSync(file)) return;
		const report = await readFile(file, 'utf8');
		console.log(report);
		if (out !== undefined) await writeFile(out, `${report}\n`);
	} finally {
		await rm(folder, { recursive: true });
	}
}

void program.parseAsync();

// Runs n8n's scanner on the packed package and on its source. The scanner's own command line takes only published packages.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { analyzePackage, SOURCE_FILE_PATTERNS } from '@n8n/scan-community-package/scanner/scanner.mjs';

const ROOT = join(import.meta.dirname, '../..');

async function scan(folder, what, patterns) {
	const { passed, message, details } = await analyzePackage(folder, patterns);
	if (passed) return;
	console.error(`n8n's scanner on the ${what}: ${details ?? message}`);
	process.exitCode = 1;
}

const workspace = mkdtempSync(join(tmpdir(), 'scan-'));
try {
	execFileSync('npm', ['pack', '--silent', '--pack-destination', workspace], { cwd: ROOT });
	const [tarball] = readdirSync(workspace);
	execFileSync('tar', ['-xzf', tarball], { cwd: workspace });
	await scan(join(workspace, 'package'), 'package');
	await scan(ROOT, 'source', SOURCE_FILE_PATTERNS);
} finally {
	rmSync(workspace, { recursive: true });
}

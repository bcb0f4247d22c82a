import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { parse } from 'yaml';
import { z } from 'zod/v4';

const ROOT = join(__dirname, '../..');

const workflow = z.object({
	jobs: z.object({
		build: z.object({ steps: z.array(z.object({ id: z.string().optional(), run: z.string().optional() })) }),
	}),
});
const manifest = z.looseObject({ name: z.string() });
const readManifest = (folder: string) =>
	manifest.parse(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')));

/** Returns the commands with which the workflow packs the package that it publishes. */
function packingCommands(): string {
	const text = readFileSync(join(ROOT, '.github/workflows/publish.yml'), 'utf8');
	const step = workflow.parse(parse(text)).jobs.build.steps.find(({ id }) => id === 'pack');
	return step?.run ?? '';
}

let copy: string;
beforeEach(() => {
	copy = mkdtempSync(join(tmpdir(), 'pack-'));
});
afterEach(() => rmSync(copy, { recursive: true }));

// The commands are those of a Linux machine.
const onLinux = process.platform === 'linux' ? it : it.skip;

onLinux('keeps npm from publishing a clone, and packs a package that npm can publish', () => {
	for (const file of ['package.json', '.npmrc', 'README.md', 'LICENSE', 'dist']) {
		cpSync(join(ROOT, file), join(copy, file), { recursive: true });
	}
	const outputs = join(copy, 'outputs');
	execFileSync('bash', ['-e', '-c', packingCommands()], {
		cwd: copy,
		env: { ...process.env, GITHUB_OUTPUT: outputs },
		stdio: 'pipe',
	});
	const [file = ''] = readdirSync(join(copy, 'packed'));
	const unpacked = join(copy, 'unpacked');
	mkdirSync(unpacked);
	execFileSync('tar', ['-xzf', join(copy, 'packed', file), '-C', unpacked, '--strip-components=1']);

	const { private: isPrivate, ...published } = readManifest(ROOT);
	expect(isPrivate).toBe(true);
	expect(readManifest(unpacked)).toStrictEqual(published);
	expect(readFileSync(outputs, 'utf8')).toMatch(/^file=n8n-nodes-.+\.tgz\nsha256=[0-9a-f]{64}\n$/);
});

import { mkdtempSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { BackgroundProgram } from '../../tools/realN8n/backgroundProgram';

let folder: string;
beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), 'real-n8n-test-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

// Only the end-to-end tests start such programs, and they need Linux too.
const onLinux = process.platform === 'linux' ? it : it.skip;

onLinux('shows the end of the log in the error if a program in the background does not start', async () => {
	const logFile = join(folder, 'log');
	const starting = BackgroundProgram.start({
		name: 'It',
		command: 'sh',
		args: ['-c', 'echo broken; exit 3'],
		env: { PATH: process.env.PATH ?? '' },
		logFile,
		onEnd: () => {},
		isReady: async () => (await readFile(logFile, 'utf8')).includes('ready'),
	});
	await expect(starting).rejects.toThrow('It did not start. The end of its log:\nbroken');
});

import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { type Sandbox, startSandbox } from '../../sandbox';

let sandbox: Sandbox;
beforeAll(async () => (sandbox = await startSandbox({ callsPerSecond: Infinity })));
afterAll(() => sandbox.close());

const run = (...args: string[]) =>
	promisify(execFile)(process.execPath, ['--import', 'tsx', 'tools/probe/main.ts', ...args], {
		env: { ...process.env, WEBINAR_API_KEY: '' },
	});

describe('The command line of the probe', () => {
	it('probes a service, shows what it would write, and writes it', async () => {
		const folder = await mkdtemp(join(tmpdir(), 'probe-'));
		const { url, apiKey } = sandbox;
		const host = ['--url', url, '--key', apiKey, '--webinar', '2', '--product', 'live'];
		const { stdout } = await run(...host, '--out', join(folder, 'results'), '--yes');
		expect(stdout).toMatch(/form-body +│ documented │ ✔ confirmed/);
		expect(stdout).toMatch(/\d+ confirmed, 0 contradicted, \d+ not seen\./);
		expect(stdout).toContain('live-detail-200.json');
		expect(stdout).not.toContain(apiKey);
		expect(await readdir(join(folder, 'results'))).toContain('findings.json');
		await rm(folder, { recursive: true });
	});

	it('only prints the calls in a dry run', async () => {
		const { stdout } = await run('--dry-run', '--webinar', '7', '--register', 'you@example.com');
		expect(stdout).toMatch(/^live +register +REGISTERS the address \(webinar 7\)$/m);
	});

	it.each([
		['without a key', [], 'a key is needed: put it into WEBINAR_API_KEY, or pass it with --key.'],
		[
			'at no service',
			['--key', 'k', '--url', 'http://127.0.0.1:9'],
			'cannot reach http://127.0.0.1:9: ECONNREFUSED.',
		],
	])('ends with one sentence %s', async (_name, options, message) => {
		await expect(run(...options)).rejects.toMatchObject({ code: 1, stderr: `error: ${message}\n` });
	});
});

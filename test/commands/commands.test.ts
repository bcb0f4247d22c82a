import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { promisify } from 'node:util';

import { type Sandbox, startSandbox } from '../../sandbox';

let sandbox: Sandbox;
beforeAll(async () => (sandbox = await startSandbox({ callsPerSecond: Infinity })));
afterAll(() => sandbox.close());

const run = (main: string, ...args: string[]) =>
	promisify(execFile)(process.execPath, ['--import', 'tsx', main, ...args], {
		env: { ...process.env, WEBINAR_API_KEY: '' },
	});
const runProbe = (...args: string[]) => run('tools/probe/main.ts', ...args);

describe('The command line of the sandbox', () => {
	it('says what to enter in the credential, and ends on SIGTERM', async () => {
		const args = ['--import', 'tsx', 'sandbox/main.ts', '--port', '0', '--key', 'my-key'];
		const child = spawn(process.execPath, args);
		const exit = once(child, 'exit');
		let output = '';
		for await (const chunk of child.stdout) {
			output += String(chunk);
			if (output.includes('Ctrl+C')) child.kill('SIGTERM');
		}
		expect(output).toMatch(/Service URL +http:\/\/127\.0\.0\.1:\d+\n/);
		expect(output).toMatch(/API Key +my-key\n/);
		expect(await exit).toEqual([0, null]);
	});
});

describe('The command line of the probe', () => {
	it('probes a service, and says what holds', async () => {
		const { url, apiKey } = sandbox;
		const host = ['--url', url, '--key', apiKey, '--webinar', '2', '--product', 'live'];
		const { stdout } = await runProbe(...host);
		expect(stdout).toMatch(/form-body +│ documented │ ✔ confirmed/);
		expect(stdout).toMatch(/\d+ confirmed, 0 contradicted, \d+ not seen\./);
		expect(stdout).not.toContain(apiKey);
	});

	it('only prints the calls in a dry run', async () => {
		const { stdout } = await runProbe('--dry-run', '--webinar', '7', '--register', 'you@example.com');
		expect(stdout).toMatch(/^register +REGISTERS the address$/m);
	});
});

it.each([
	['sandbox/main.ts', '--port <in use>', /^error: port \d+ is in use; choose .*\n$/],
	['sandbox/main.ts', '--latency soon', /^error: option .* It must be milliseconds, .*\n$/],
	['tools/probe/main.ts', '', /^error: a key is needed: put it into WEBINAR_API_KEY, or .* --key\.\n$/],
	[
		'tools/probe/main.ts',
		'--key k --url http://127.0.0.1:9',
		/^error: cannot reach http:.*:9: ECONNREFUSED\.\n$/,
	],
])('%s ends with one sentence on the options "%s"', async (main, options, message) => {
	const args = options.replace('<in use>', new URL(sandbox.url).port).split(' ').filter(Boolean);
	const stderr: unknown = expect.stringMatching(message);
	await expect(run(main, ...args)).rejects.toMatchObject({ code: 1, stderr });
});

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { type Sandbox, startSandbox } from '../../sandbox';
import { main as sandboxCommand } from '../../sandbox/main';
import { main as probeCommand } from '../../tools/probe/main';
import { inProcess } from '../support/inProcess';

let sandbox: Sandbox;
beforeAll(async () => {
	sandbox = await startSandbox({ callsPerSecond: Infinity });
});
afterAll(() => sandbox.close());

const commands = {
	sandbox: sandboxCommand,
	probe: (argv: readonly string[]) => probeCommand(argv, new AbortController().signal),
};
/** Runs a command in this process. */
const run = (name: keyof typeof commands, ...args: string[]) =>
	inProcess(
		async () => {
			await commands[name](['node', name, ...args]);
			return 0;
		},
		{ cwd: tmpdir(), env: { WEBINAR_API_KEY: '' } },
	);

it('prints what to enter in the credential when the sandbox starts, and exits on SIGTERM', async () => {
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

it('serves an account without webinars when the sandbox starts with --empty', async () => {
	const child = spawn(process.execPath, ['--import', 'tsx', 'sandbox/main.ts', '--port', '0', '--empty']);
	const exit = once(child, 'exit');
	let output = '';
	for await (const chunk of child.stdout) {
		output += String(chunk);
		if (output.includes('Ctrl+C')) break;
	}
	const [url = ''] = /http:\/\/127\.0\.0\.1:\d+/.exec(output) ?? [];
	const [, apiKey = ''] = /API Key +(\S+)\n/.exec(output) ?? [];
	const body = new URLSearchParams({ api_key: apiKey });
	const response = await fetch(`${url}/live/webinars`, { method: 'POST', body });
	expect(await response.json()).toEqual({ status: 'success', webinars: [] });
	child.kill('SIGTERM');
	await exit;
});

it("writes the probe's responses to a file without the API key, and prints a summary", async () => {
	const { url, apiKey } = sandbox;
	const folder = await mkdtemp(join(tmpdir(), 'probe-'));
	const file = join(folder, 'responses.json');
	const host = ['--url', url, '--key', apiKey, '--webinar', '2', '--product', 'live', '--file', file];
	const { stdout } = await run('probe', ...host);
	expect(stdout).toMatch(/\d+ responses, of which 0 differ from docs\/openapi\.yaml/);
	expect(stdout).not.toContain(apiKey);
	expect(JSON.parse(await readFile(file, 'utf8'))).toHaveProperty('responses');
	await rm(folder, { recursive: true });
});

it.each([
	{
		command: 'sandbox',
		problem: 'a port in use',
		args: () => ['--port', new URL(sandbox.url).port],
		message: /^error: port \d+ is in use; choose .*\n$/,
	},
	{
		command: 'sandbox',
		problem: 'a latency that is not a number',
		args: () => ['--latency', 'soon'],
		message: /^error: option .* It must be milliseconds, .*\n$/,
	},
	{
		command: 'probe',
		problem: 'an unreachable host',
		args: () => ['--key', 'k', '--url', 'http://127.0.0.1:9'],
		message: /^error: cannot reach http:.*:9: ECONNREFUSED\.\n$/,
	},
] as const)('exits with one sentence about $problem: $command', async ({ command, args, message }) => {
	const { exitCode, stderr } = await run(command, ...args());
	expect(exitCode).toBe(1);
	expect(stderr).toMatch(message);
});

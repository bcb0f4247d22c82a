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
const run = (name: keyof typeof commands, ...args: string[]) =>
	inProcess(
		async () => {
			await commands[name](['node', name, ...args]);
			return 0;
		},
		{ cwd: tmpdir(), env: { WEBINAR_API_KEY: '' } },
	);

it('The sandbox says what to enter in the credential, and ends on SIGTERM', async () => {
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

it('The probe writes the redacted responses to a file, and says what it found', async () => {
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
	{ name: 'sandbox', options: '--port <in use>', message: /^error: port \d+ is in use; choose .*\n$/ },
	{ name: 'sandbox', options: '--latency soon', message: /^error: option .* It must be milliseconds, .*\n$/ },
	{
		name: 'probe',
		options: '',
		message: /^error: a key is needed: put it into WEBINAR_API_KEY, or .* --key\.\n$/,
	},
	{
		name: 'probe',
		options: '--key k --url http://127.0.0.1:9',
		message: /^error: cannot reach http:.*:9: ECONNREFUSED\.\n$/,
	},
] as const)(
	'The $name ends with one sentence on the options "$options"',
	async ({ name, options, message }) => {
		const args = options.replace('<in use>', new URL(sandbox.url).port).split(' ').filter(Boolean);
		const stderr: unknown = expect.stringMatching(message);
		await expect(run(name, ...args)).resolves.toMatchObject({ exitCode: 1, stderr });
	},
);

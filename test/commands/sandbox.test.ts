import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { promisify } from 'node:util';

import { useSandbox } from '../support/sandboxStage';

const stage = useSandbox();

describe('the command line of the sandbox', () => {
	const main = ['--import', 'tsx', 'sandbox/main.ts'];

	it('says what to enter in the credential, and ends on SIGTERM', async () => {
		const child = spawn(process.execPath, [...main, '--port', '0', '--key', 'my-key']);
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

	it.each([
		[
			'a port in use',
			() => ['--port', new URL(stage.sandbox.url).port],
			/^error: port \d+ is in use; choose .*\n$/,
		],
		['a bad option', () => ['--latency', 'soon'], /^error: option .* It must be milliseconds, .*\n$/],
	])('ends with one sentence on %s', async (_, options, message) => {
		const failed = promisify(execFile)(process.execPath, [...main, ...options()]);
		await expect(failed).rejects.toMatchObject({
			code: 1,
			stderr: expect.stringMatching(message) as unknown,
		});
	});
});

import { spawn } from 'node:child_process';
import { once } from 'node:events';

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

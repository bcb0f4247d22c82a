import { spawn } from 'node:child_process';
import { once } from 'node:events';

it('starts a sandbox without webinars, prints what to enter in the credential, and exits on SIGTERM', async () => {
	const args = ['--import', 'tsx', 'tools/sandbox/main.ts', '--port', '0', '--key', 'my-key', '--empty'];
	const child = spawn(process.execPath, args);
	const exit = once(child, 'exit');
	let output = '';
	for await (const chunk of child.stdout) {
		output += String(chunk);
		if (output.includes('Ctrl+C')) break;
	}
	expect(output).toMatch(/API Key +my-key\n/);
	const [, url = ''] = /Service URL +(http:\/\/127\.0\.0\.1:\d+)\n/.exec(output) ?? [];
	const body = new URLSearchParams({ api_key: 'my-key' });
	const response = await fetch(`${url}/live/webinars`, { method: 'POST', body });
	expect(await response.json()).toEqual({ status: 'success', webinars: [] });
	child.kill('SIGTERM');
	expect(await exit).toEqual([0, null]);
});

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

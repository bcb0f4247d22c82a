import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { type Sandbox, startSandbox } from '../../sandbox';
import { runDemo } from '../../tools/demo/demo';
import { readOptions } from '../../tools/demo/options';
import { inProcess } from '../support/inProcess';
import { SkippingClock } from '../support/skippingClock';

const FILES = {
	'people.csv': `\uFEFFfirst_name,last_name,email,phone_country_code,phone,company
Siobhán,O'Brien,siobhan@example.com,,+353 20 912 3456,Acme
Jürgen,"Müller, Dr.",juergen@example.net,+49,030 23125-014,
Ann,Lee,ann@example.com,,,
ANN,LEE,Ann@Example.com,,,
Lena,Hoffmann,lena@,,,
,Okafor,chidi@example.org,,,
Bo,Day,bo@example.com,,,
Kim,Lee,kim@example.com,,,`,
	'many.csv': [
		'First Name;Last Name;E-Mail',
		...Array.from({ length: 60 }, (_, index) => `Ann;Lee;ann${index}@example.com`),
	].join('\n'),
};

describe('the demo', () => {
	let folder: string;
	let sandbox: Sandbox;
	let clock: SkippingClock;

	beforeAll(async () => {
		sandbox = await startSandbox();
		clock = new SkippingClock();
		folder = await mkdtemp(join(tmpdir(), 'webinar-demo-'));
		for (const [name, text] of Object.entries(FILES)) await writeFile(join(folder, name), text);
	});
	afterAll(async () => {
		clock.end();
		await sandbox.close();
		await rm(folder, { recursive: true });
	});
	beforeEach(() => sandbox.reset());

	/** Runs the command in the folder with the contacts. */
	const demo = (args: string[], key?: string, stop = new AbortController().signal) =>
		inProcess(async () => await runDemo(readOptions(['node', 'demo', ...args]), stop), {
			cwd: folder,
			env: { WEBINAR_API_KEY: key },
		});
	const people = ['--contacts', 'people.csv'];

	it('registers contacts, and lists duplicates and failures with their reasons', async () => {
		const { exitCode, stdout } = await demo(people);
		expect(exitCode).toBe(0);
		const output = stdout.replaceAll(/\S+:\/\/\S+/g, 'URL').replaceAll(/\d{4}-\d\d-\d\d/g, 'DAY');
		expect(output.split('\n').slice(3, -4)).toEqual([
			'  Service       sandbox at URL a stand-in for the service',
			'  Contacts      8 in people.csv',
			'  Not used      company',
			'  Webinar       Growth Series, ID 2',
			'  Session       DAY 18:00 (Europe/London)',
			'  Registered    5 of 8',
			'  Duplicates    ANN LEE <Ann@Example.com>',
			'  Failed        2',
			'                Lena Hoffmann <lena@>: "lena@" is not an email address. Use an email address such as name@example.com. Check the expression {{ $json.email }} in Email.',
			'                Okafor <chidi@example.org>: First Name is missing. The expression {{ $json.first_name }} in First Name returned no value.',
			"  Room link     URL (of Siobhán O'Brien <siobhan@example.com>)",
		]);
	});

	it('prints one error if no request can succeed', async () => {
		const key = 'a-wrong-key';
		const { exitCode, stdout, stderr } = await demo(['--base-url', sandbox.url], key);
		expect(exitCode).toBe(1);
		expect(stderr).toMatch(/^error: The service rejected the API key\. [^\n]*\n$/);
		expect(stdout + stderr).not.toContain(key);
		expect(sandbox.calls).toHaveLength(1);
	});

	it('counts people to whom the node sent nothing as not sent if the demo is stopped, and not as failed', async () => {
		const stop = new AbortController();
		sandbox.before({ operation: 'register', skip: 1 }, () => stop.abort());
		const host = ['--base-url', sandbox.url, '--contacts', 'many.csv'];
		const { exitCode, stdout } = await demo(host, sandbox.apiKey, stop.signal);
		expect(exitCode).toBe(130);
		expect(stdout).toMatch(/Not sent +[1-9]\d*, because the demo was stopped/);
		const reasons = stdout.split('\n').filter((line) => line.includes('@example.com>: '));
		expect(reasons.filter((line) => !line.includes('may have been registered'))).toEqual([]);
	});

	const realHost = ['--base-url', 'https://api.example.com', '--key', 'secret'];

	it('asks for confirmation that the people gave their consent before it registers at a real host', async () => {
		await expect(demo([...realHost, ...people, '--webinar', '7'])).resolves.toEqual({
			exitCode: 1,
			stdout: '',
			stderr:
				'error: api.example.com is not this machine: everybody in people.csv will really be registered. ' +
				'They must have agreed to be registered, to have their data processed and to be contacted. If they have, add --yes.\n',
		});
	});
});

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { type Sandbox, startSandbox } from '../../sandbox';
import { readContacts } from '../../tools/demo/contacts';
import { runDemo } from '../../tools/demo/demo';
import { problemWith, readOptions } from '../../tools/demo/options';
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
	'names.csv': 'Name,email\nAnn,ann@example.com',
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

	it('has 60 sample contacts, all with reserved email domains', async () => {
		const { contacts, unusedColumns } = await readContacts(join(__dirname, '../../tools/demo/contacts.csv'));
		expect(contacts).toHaveLength(60);
		expect(unusedColumns).toEqual([]);
		const emails = contacts.map(({ email = '' }) => email.trim());
		expect(emails.filter((email) => !/@$|@example\.(com|net|org)$/i.test(email))).toEqual([]);
	});

	it('registers at the host, and for the webinar, session and time zone that the options name', async () => {
		const args = ['--base-url', sandbox.url, ...people, '--product', 'automated'];
		const options = ['--webinar', '102', '--timezone', 'Asia/Kathmandu', '--schedule', 'next'];
		const { exitCode, stdout } = await demo([...args, ...options], sandbox.apiKey);
		expect(exitCode).toBe(0);
		expect(sandbox.registrants).toHaveLength(5);
		expect(sandbox.registrants).toContainEqual(
			expect.objectContaining({ webinarId: 102, lastName: 'Müller, Dr.', phone: '03023125014' }),
		);
		expect(stdout).not.toContain(sandbox.apiKey);
	});

	it('prints one error if no request can succeed', async () => {
		const key = 'a-wrong-key';
		const { exitCode, stdout, stderr } = await demo(['--base-url', sandbox.url], key);
		expect(exitCode).toBe(1);
		expect(stderr).toMatch(/^error: The service rejected the API key\. [^\n]*\n$/);
		expect(stdout + stderr).not.toContain(key);
		expect(sandbox.calls).toHaveLength(1);
	});

	it('exits with an error if nobody is registered', async () => {
		const { exitCode, stdout } = await demo([...people, '--schedule', '99']);
		expect(exitCode).toBe(1);
		expect(stdout).toContain('Registered    0 of 8');
	});

	it('reports the registered contacts if the user stops the demo', async () => {
		sandbox.fail({ kind: 'hang', operation: 'register', skip: 3, times: Infinity });
		const stop = new AbortController();
		const running = demo([...people, '--base-url', sandbox.url], sandbox.apiKey, stop.signal);
		while (sandbox.calls.length < 6) await new Promise((resolve) => setImmediate(resolve));
		stop.abort();
		const { exitCode, stdout } = await running;
		expect(exitCode).toBe(130);
		expect(stdout).toContain('Registered    3 of 8');
		expect(stdout).toContain('The person may have been registered, but the execution was canceled.');
	});

	it('says why it cannot read the contacts in a file without the needed columns', async () => {
		const { exitCode, stderr } = await demo(['--contacts', 'names.csv']);
		expect(exitCode).toBe(1);
		expect(stderr).toMatch(
			/^error: Could not read the contacts in names\.csv: the column first_name is missing\./,
		);
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

	it('accepts --yes as confirmation that the people gave their consent', () => {
		const host = { baseUrl: 'https://api.example.com', key: 'secret', contacts: 'p.csv', webinar: 7 };
		expect(problemWith({ ...host, yes: true })).toBeUndefined();
	});
});

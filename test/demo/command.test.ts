import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';

import { parseContacts } from '../../tools/demo/contacts';
import { runDemo } from '../../tools/demo/demo';
import { complaintAbout } from '../../tools/demo/optionRules';
import { type Sandbox, startSandbox } from '../../sandbox';
import { type Ended, inProcess } from '../support/inProcess';
import { SkippingClock } from '../support/skippingClock';

const MAIN = join(__dirname, '../../tools/demo/main.ts');
const INVALID = 'invalid-contacts.csv';

/** What the demo's own contacts leave behind. */
const INVALID_CONTACTS = [
	'first_name,last_name,email,phone_country_code,phone,not_registered_because',
	'Lena,Hoffmann,lena.hoffmann@,,,"""lena.hoffmann@"" is not an email address. Use the form name@example.com."',
	',Okafor,chidi.okafor@example.org,,,First Name is missing. Fill it in.',
	'',
].join('\n');

const oneLine = (text: string) => text.replace(/\s+/g, ' ');

describe('The demo', () => {
	let folder: string;
	let sandbox: Sandbox;
	let clock: SkippingClock;

	beforeAll(async () => {
		sandbox = await startSandbox();
		clock = new SkippingClock();
	});
	afterAll(async () => {
		clock.end();
		await sandbox.close();
	});

	beforeEach(async () => {
		sandbox.reset();
		folder = await mkdtemp(join(tmpdir(), 'webinar-demo-'));
	});
	afterEach(() => rm(folder, { recursive: true }));

	const invalidFile = () => readFile(join(folder, INVALID), 'utf8');

	/** Runs it in an empty folder. */
	const demo = (args: string[], key?: string) =>
		inProcess(() => runDemo(['node', 'demo', ...args], new AbortController().signal), {
			cwd: folder,
			env: { WEBINAR_API_KEY: key },
		});
	const write = (name: string, ...rows: string[]) => writeFile(join(folder, name), rows.join('\n'));

	it('registers its contacts, and says who was skipped or invalid and why', async () => {
		// At half of the limit no call is throttled, however much the machine delays it.
		const { exitCode, stdout } = await demo(['--calls-per-second', '10']);
		expect(exitCode).toBe(0);
		expect(stdout).toContain('Webinar       Growth Series – Three evenings on growth (live, ID 2)');
		expect(oneLine(stdout)).toMatch(
			/ Session Tue .* 18:00 \(Europe\/London\), and the 2 after it in the series /,
		);
		expect(stdout).toContain('Registered    57 of 60');
		expect(stdout).toContain("1 duplicate: SIOBHAN O'BRIEN <Siobhan.OBrien@Example.com>");
		expect(stdout).toContain('Invalid       2\n');
		expect(stdout).toMatch(/│ Lena Hoffmann +│ "lena.hoffmann@" is not an email address\. +│/);
		expect(stdout).toMatch(/│ Okafor +│ First Name is missing\./);
		expect(stdout).toContain('0 calls throttled (429)');
		expect(stdout).toMatch(/Room link {5}http:\/\/127\.0\.0\.1:\d+\/room\/live\/\w+\n/);
		expect(await invalidFile()).toBe(INVALID_CONTACTS);
		for (const line of stdout.split('\n')) expect(line.length).toBeLessThanOrEqual(80);
	});

	it('registers invalid contacts from the file it wrote, once that is corrected', async () => {
		const corrected = INVALID_CONTACTS.replace('lena.hoffmann@,', 'lena.hoffmann@example.com,').replace(
			',Okafor',
			'Chidi,Okafor',
		);
		await write('corrected.csv', corrected);
		const { exitCode, stdout } = await demo(['--contacts', 'corrected.csv']);
		expect(exitCode).toBe(0);
		expect(stdout).toContain('Registered    2 of 2');
		expect(existsSync(join(folder, INVALID))).toBe(false);
	});

	it('does not write invalid contacts over the contacts, and says where they are', async () => {
		const people = 'first_name,last_name,email\nAnn,Lee,ann@\nBo,Day,bo@example.com\n';
		await write(INVALID, people);
		await symlink(INVALID, join(folder, 'people.csv'));
		await write('invalid-contacts-2.csv', 'mine');
		const { stdout } = await demo(['--contacts', 'people.csv']);
		expect(stdout).toContain('Registered    1 of 2');
		expect(stdout).toContain('Written to    invalid-contacts-3.csv\n');
		expect(stdout).toContain('Correct invalid-contacts-3.csv, then');
		expect(await invalidFile()).toBe(people);
		expect(await readFile(join(folder, 'invalid-contacts-2.csv'), 'utf8')).toBe('mine');
		expect(await readFile(join(folder, 'invalid-contacts-3.csv'), 'utf8')).toContain('Ann,Lee,ann@,');
	});

	it('loses nobody whose address is invalid in another row', async () => {
		const rows = [',chidi@example.org,Okafor', 'Chidi,chidi@example.org,Okafor'];
		await write('people.csv', 'first_name,email,last_name', ...rows);
		const { stdout } = await demo(['--contacts', 'people.csv']);
		expect(stdout).toContain('Registered    0 of 2');
		expect(stdout).not.toContain('Skipped');
		const written = await invalidFile();
		expect(written).toContain(',chidi@example.org,Okafor,First Name is missing.');
		expect(written).toContain('Chidi,chidi@example.org,Okafor,"Not tried');
		expect(parseContacts(Buffer.from(written)).contacts).toHaveLength(2);
	});

	it('registers at another host what its options say', async () => {
		await write('people.csv', '\uFEFFGiven Name;E-Mail', 'Ann;ann@example.com');
		const args = ['--base-url', sandbox.url, '--contacts', 'people.csv', '--product', 'automated'];
		const options = ['--webinar', '102', '--timezone', 'Asia/Kathmandu', '--schedule', 'next'];
		const { exitCode, stdout } = await demo([...args, ...options], sandbox.apiKey);
		expect(exitCode).toBe(0);
		expect(stdout).toContain('Calls         2: ');
		expect(sandbox.registrants).toMatchObject([
			{ webinarId: 102, firstName: 'Ann', email: 'ann@example.com' },
		]);
		expect(stdout).not.toContain(sandbox.apiKey);
	});

	it('gives the reason once if no call can work', async () => {
		const key = 'a-wrong-key';
		const { exitCode, stdout, stderr } = await demo(['--base-url', sandbox.url], key);
		expect(exitCode).toBe(1);
		expect(stderr).toMatch(/^error: The service does not accept the API key\. [^\n]*\n$/);
		expect(stdout + stderr).not.toContain(key);
		expect(sandbox.calls).toHaveLength(1);
		expect(existsSync(join(folder, INVALID))).toBe(false);
	});

	it('fails if everybody is invalid, and gives a reason that all share once', async () => {
		await write('people.csv', 'first_name,email', 'Ann,ann@example.com', 'Bo,bo@example.com');
		const { exitCode, stdout } = await demo(['--contacts', 'people.csv', '--schedule', '99']);
		expect(exitCode).toBe(1);
		expect(stdout).toContain('Registered    0 of 2');
		expect(stdout.match(/The webinar has no schedule with the ID/g)).toHaveLength(1);
		expect(parseContacts(Buffer.from(await invalidFile())).contacts).toHaveLength(2);
	});

	const NO_NAME =
		'no column contains a first name (first_name) or an email address (email). Columns found: Name, Company. ' +
		'Columns needed: first_name, email. Used if present: last_name, phone, phone_country_code';
	const real = ['--base-url', 'https://api.example.com', '--key', 'secret'];

	it.each([
		[['--contacts', 'missing.csv'], 'The contacts in missing.csv cannot be read: there is no such file.'],
		[['--contacts', 'empty.csv'], 'The contacts in empty.csv cannot be read: it is empty.'],
		[['--contacts', 'names.csv'], `The contacts in names.csv cannot be read: ${NO_NAME}.`],
		[['--invalid', 'no/i.csv'], 'Invalid contacts cannot be written to no/i.csv: there is no such folder.'],
		[['--invalid', '.'], 'Invalid contacts cannot be written to .: it is a folder, not a file.'],
		[['--key', 'secret'], '--key: valid only together with --base-url, for another host than the sandbox.'],
		[
			['--base-url', 'http://127.0.0.1:9'],
			'--base-url needs a key: put it into WEBINAR_API_KEY, or pass it with --key.',
		],
		[[...real, '--yes'], 'a real host needs contacts and a webinar; missing: --contacts, --webinar.'],
		[
			[...real, '--contacts', 'people.csv', '--webinar', '7'],
			'api.example.com is not this machine: everybody in people.csv will really be registered. ' +
				'They must have agreed to be registered, to have their data processed and to be contacted. If they have, add --yes.',
		],
	])('says in one sentence what is wrong with %j', async (args, message) => {
		await write('empty.csv', '');
		await write('names.csv', 'Name,Company', 'Ann,Acme');
		await expect(demo(args)).resolves.toEqual({ exitCode: 1, stdout: '', stderr: `error: ${message}\n` });
	});

	it('takes --yes for the consent of the people', () => {
		const options = { product: 'live', schedule: 'next', invalid: 'i.csv', callsPerSecond: 20 } as const;
		const host = { baseUrl: 'https://api.example.com', key: 'secret', contacts: 'p.csv', webinar: '7' };
		const complaint = complaintAbout({ ...options, ...host, yes: true }, { keyIsTyped: true });
		expect(complaint).toBeUndefined();
	});

	it('claims and loses nobody when it is stopped', async () => {
		sandbox.fail({ kind: 'hang', operation: 'register', skip: 5, times: Infinity });
		const { exitCode, stdout } = await inOwnProcess(['--base-url', sandbox.url], async (stop) => {
			// More calls than the limit lets through at once: the first answers are in.
			while (sandbox.calls.length <= 20) await nextTurn();
			stop();
		});
		expect(exitCode).toBe(130);
		expect(stdout).toMatch(/Registered +5 of 60/);
		expect(stdout).toMatch(/Stopped +before \d+ contacts/);
		const invalid = await invalidFile();
		expect(invalid).toContain('The person may have been registered, but the execution was canceled.');
		const { contacts } = parseContacts(Buffer.from(invalid));
		expect(contacts).toHaveLength(59 - 5);
	});

	/** Without the parent process of the tsx command, which is harsh to a stopped child. */
	function inOwnProcess(args: string[], during: (stop: () => void) => Promise<void>): Promise<Ended> {
		return new Promise((resolve, reject) => {
			const child = execFile(
				process.execPath,
				['--import', require.resolve('tsx'), MAIN, ...args],
				{ cwd: folder, env: { ...process.env, WEBINAR_API_KEY: sandbox.apiKey } },
				(_error, stdout, stderr) => resolve({ exitCode: child.exitCode, stdout, stderr }),
			);
			during(() => void child.kill('SIGINT')).catch(reject);
		});
	}
});

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { runDemo } from '../../tools/demo/demo';
import { complaintAbout } from '../../tools/demo/optionRules';
import { inProcess } from '../support/inProcess';

describe('The command line of the demo', () => {
	let folder: string;

	beforeEach(async () => {
		folder = await mkdtemp(join(tmpdir(), 'webinar-demo-'));
	});
	afterEach(() => rm(folder, { recursive: true }));

	const demo = (args: string[]) =>
		inProcess(() => runDemo(['node', 'demo', ...args], new AbortController().signal), { cwd: folder });

	it.each([
		['--contacts', 'missing.csv', 'The contacts in missing.csv cannot be read: there is no such file.'],
		['--contacts', 'empty.csv', 'The contacts in empty.csv cannot be read: it is empty.'],
		[
			'--contacts',
			'names.csv',
			'The contacts in names.csv cannot be read: no column contains a first name (first_name) or an email address (email). ' +
				'Columns found: Name, Company. Columns needed: first_name, email. Used if present: last_name, phone, phone_country_code.',
		],
		[
			'--invalid',
			'missing/invalid.csv',
			'Invalid contacts cannot be written to missing/invalid.csv: there is no such folder.',
		],
		['--invalid', '.', 'Invalid contacts cannot be written to .: it is a folder, not a file.'],
		['--key', 'secret', '--key: valid only together with --base-url, for another host than the sandbox.'],
	])('says in one sentence that %s %s cannot be used', async (option, value, message) => {
		await writeFile(join(folder, 'empty.csv'), '');
		await writeFile(join(folder, 'names.csv'), 'Name,Company\nAnn,Acme\n');
		await expect(demo([option, value])).resolves.toEqual({
			exitCode: 1,
			stdout: '',
			stderr: `error: ${message}\n`,
		});
	});
});

describe('Options', () => {
	const line = { product: 'live', schedule: 'next', invalid: 'invalid.csv', callsPerSecond: 20 } as const;
	const real = { ...line, baseUrl: 'https://api.example.com', key: 'secret' };
	const complaint = (options: Parameters<typeof complaintAbout>[0], keyIsTyped = true) =>
		complaintAbout(options, { keyIsTyped });

	it('for another host include a key', () => {
		expect(complaint({ ...line, baseUrl: 'http://127.0.0.1:8080' })).toBe(
			'--base-url needs a key: put it into WEBINAR_API_KEY, or pass it with --key.',
		);
	});

	it('for a real host name the contacts and the webinar', () => {
		expect(complaint({ ...real, yes: true })).toBe(
			'a real host needs contacts and a webinar; missing: --contacts, --webinar.',
		);
	});

	it('for a real host say that the people agreed', () => {
		const complete = { ...real, contacts: 'people.csv', webinar: '7' };
		expect(complaint(complete)).toBe(
			'api.example.com is not this machine: everybody in people.csv will really be registered. ' +
				'They must have agreed to be registered, to have their data processed and to be contacted. If they have, add --yes.',
		);
		expect(complaint({ ...complete, yes: true })).toBeUndefined();
	});
});

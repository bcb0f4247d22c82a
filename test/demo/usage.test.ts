import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { runDemo } from '../../demo/demo';
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
		[
			'--contacts',
			'empty.csv/people.csv',
			'The contacts in empty.csv/people.csv cannot be read: its folder is a file.',
		],
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
		[
			'--invalid',
			'empty.csv/invalid.csv',
			'Invalid contacts cannot be written to empty.csv/invalid.csv: its folder is a file.',
		],
		['--invalid', '.', 'Invalid contacts cannot be written to .: it is a folder, not a file.'],
		[
			'--invalid',
			'/dev/null',
			'Invalid contacts cannot be written to /dev/null: it is not an ordinary file.',
		],
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

	it('registers nobody at a real host without a word about consent', async () => {
		const people = join(folder, 'people.csv');
		await writeFile(people, 'first_name,email\nAnn,ann@example.com\n');
		const args = ['--base-url', 'https://api.example.com', '--contacts', people, '--webinar', '1'];
		const { exitCode, stderr } = await demo([...args, '--key', 'secret']);
		expect(exitCode).toBe(1);
		expect(stderr).toContain('They must have agreed to be registered');
	});
});

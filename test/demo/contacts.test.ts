import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { readContacts } from '../../tools/demo/contacts';
import { UserError } from '../../tools/cli/userError';

const UTF8_MARK = Buffer.from([0xef, 0xbb, 0xbf]);
const UTF16_MARK = Buffer.from([0xff, 0xfe]);

const jose = { first_name: 'José', last_name: 'Núñez', email: 'jose@example.com' };
const zoe = { first_name: 'Zoë', last_name: 'Ivanović', email: 'zoe@example.com' };

let folder: string;
beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), 'webinar-contacts-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** Reads the contacts in a file with this content. */
async function contactsIn(content: string | Buffer) {
	const file = join(folder, 'people.csv');
	await writeFile(file, content);
	return readContacts(file);
}

describe("the demo's contacts", () => {
	it('of the sample file have reserved email domains, which nobody receives', async () => {
		const { contacts } = await readContacts(join(__dirname, '../../tools/demo/contacts.csv'));
		expect(contacts).toHaveLength(60);
		const emails = contacts.map(({ email = '' }) => email.trim());
		expect(emails.filter((email) => !/@$|@example\.(com|net|org)$/i.test(email))).toEqual([]);
	});

	it.each([
		{
			export: 'a German spreadsheet',
			headings: 'Vorname;Nachname;E-Mail;Bemerkung, intern',
			delimiter: ';',
			unusedColumns: ['Bemerkung, intern'],
		},
		{
			export: 'a French CRM',
			headings: '"Prénom"\t"Nom"\t"Adresse e-mail"\t"Société"',
			delimiter: '\t',
			unusedColumns: ['Société'],
		},
	])('have the fields that the headings of $export name', async ({ headings, delimiter, unusedColumns }) => {
		const rows = [jose, zoe].map((person) => [...Object.values(person), 'x'].join(delimiter));
		const file = await contactsIn([headings, ...rows, delimiter.repeat(3), ''].join('\r\n'));
		expect(file).toEqual({ contacts: [jose, zoe], unusedColumns });
	});

	const text = `First Name,Last Name,Email\n${[jose, zoe].map((person) => Object.values(person).join()).join('\n')}`;

	it.each([
		{ encoding: 'UTF-8', content: Buffer.from(text) },
		{ encoding: 'UTF-8 with a byte order mark', content: Buffer.concat([UTF8_MARK, Buffer.from(text)]) },
		{ encoding: 'UTF-16', content: Buffer.from(text, 'utf16le') },
		{
			encoding: 'UTF-16 in big-endian order',
			content: Buffer.concat([UTF16_MARK, Buffer.from(text, 'utf16le')]).swap16(),
		},
	])('have their accents in $encoding', async ({ content }) => {
		expect((await contactsIn(content)).contacts).toEqual([jose, zoe]);
	});

	it.each([
		{
			problem: 'a line in another encoding',
			content: Buffer.from('First Name,Email\nAnn,ann@example.com\nJosé,jose@example.com\n', 'latin1'),
			message: 'line 3 is not in UTF-8. Save the file as "CSV UTF-8", or export it again in this encoding.',
		},
		{
			problem: 'two columns for one field',
			content: 'First Name,Email,Phone,E-Mail\nAnn,ann@example.com,1,ann@work.example.com\n',
			message:
				'the columns "Email" and "E-Mail" are for the same field, email. Rename or remove all but one of them.',
		},
		{
			problem: 'no column for the first name',
			content: 'Name;Email\nAnn Lee;ann@example.com\n',
			message:
				'there is no column for first_name. Name the columns First Name and Email and, if you have them, Last Name, Phone Country Code and Phone. Separate them by commas, semicolons or tabs.',
		},
		{
			problem: 'a line with too many values',
			content: 'First Name,Email\nAnn,ann@example.com\nBo,Lee,bo@example.com\n',
			message: expect.stringMatching(/line 3/) as string,
		},
		{
			problem: 'nobody below the headings',
			content: 'First Name,Email\n,\n',
			message: 'there is no contact below the column names.',
		},
	])('are an error that says where the file has $problem', async ({ content, message }) => {
		const path = join(folder, 'people.csv');
		const prefix = `Could not read the contacts in ${path}: `;
		const error: unknown = await contactsIn(content).catch((caught: unknown) => caught);
		expect(error).toBeInstanceOf(UserError);
		expect(String(error instanceof Error && error.message).replace(prefix, '')).toEqual(message);
	});
});

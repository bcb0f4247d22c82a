import fc from 'fast-check';

import { UserError } from '../../tools/cli/failure';
import { type Contact, parseContacts } from '../../tools/demo/contacts';
import { settleDuplicates, splitDuplicates } from '../../tools/demo/duplicates';
import { invalidCsv } from '../../tools/demo/invalidContacts';

const read = (text: string) => parseContacts(Buffer.from(text));
const people = (text: string) => read(text).contacts.map(({ person }) => person);
const ann = { firstName: 'Ann', lastName: 'Lee', email: 'ann@example.com', phoneCountryCode: '', phone: '' };

describe('Reading contacts', () => {
	it.each([
		'first_name,last_name,email',
		'First Name,Last Name,E-Mail',
		'FNAME,LNAME,Email Address',
		'Given Name,Family Name,Email 1 - Value',
		' firstName ,surname, mail ',
	])('finds the columns of the header %s', (header) => {
		expect(people(`${header}\nAnn,Lee,ann@example.com`)).toEqual([ann]);
	});

	it.each([
		['semicolons', ';'],
		['tabs', '\t'],
	])('reads a file with %s', (_name, delimiter) => {
		const file = ['first_name,last_name,email', 'Ann,Lee,ann@example.com']
			.join('\r\n')
			.replaceAll(',', delimiter);
		expect(people(file)).toEqual([ann]);
	});

	it.each([
		[
			'a missing column',
			'Name,Mail address,Company\nAnn,ann@example.com,Acme',
			'no column contains a first name (first_name). Columns found: Name, Mail address, Company. Columns needed: first_name, email. Used if present: last_name, phone, phone_country_code',
		],
		['an empty file', '', 'it is empty'],
		[
			'an open quote',
			'first_name,email\n"Ann,ann@example.com\nBo,bo@example.com\n',
			'row 2: a quote (") opens a field and is never closed',
		],
		[
			'a row with too many fields',
			'first_name,email\nAnn,Lee,ann@example.com\n',
			'line 2: there are more fields than columns; put quotes around a field that contains the delimiter',
		],
		[
			'a column that is there twice',
			'Email,first_name,note,note,E-Mail\n,Ann,,,ann@example.com\n',
			'several columns have the name Email: Email, E-Mail; keep one of them, and rename or delete the others',
		],
	])('says in one sentence what is wrong with %s', (_name, text, message) => {
		expect(() => read(text)).toThrow(new UserError(message));
	});

	it('says that another encoding than UTF-8 cannot be read', () => {
		const latin1 = Buffer.from('first_name,email\nJürgen,j@example.com', 'latin1');
		expect(() => parseContacts(latin1)).toThrow('it is not in UTF-8; save it again as "CSV UTF-8"');
	});
});

describe('Duplicates', () => {
	it('are found by the address, whatever its capitals and the blanks around it', () => {
		const { contacts } = read(
			'first_name,email\nAnn,ann@example.com\nBo,bo@example.com\nA," ANN@Example.com "',
		);
		const { unique, duplicates } = splitDuplicates(contacts);
		expect(unique.map(({ number }) => number)).toEqual([1, 2]);
		expect(duplicates.map(({ number }) => number)).toEqual([3]);
	});

	it('are skipped only where their address was registered', () => {
		const { contacts } = read(
			['first_name,email', ...['a', 'b', 'c', 'A', 'B', 'C'].map((name) => `Ann,${name}@example.com`)].join(
				'\n',
			),
		);
		const [a, b, c, again, ...others] = contacts;
		if (!a || !b || !c || !again) throw new Error('There are too few contacts');
		const registrations = {
			registered: [{ contact: a, user: {} }],
			invalid: [{ contact: b, reason: 'no domain' }],
			unreached: [c],
		};
		const settled = settleDuplicates(registrations, [again, ...others]);
		expect(settled.skipped).toEqual([again]);
		expect(settled.invalid.map(({ contact }) => contact.number)).toEqual([2, 5]);
		expect(settled.unreached.map(({ number }) => number)).toEqual([3, 6]);
	});
});

describe('The file of invalid contacts', () => {
	const text = '\uFEFFEmail;Company;First Name\r\nann@;"Acme; Sons";Ann\r\n';

	it('has the original columns, the form of the original, and the reason', () => {
		const file = read(text);
		const [contact] = file.contacts;
		if (!contact) throw new Error('There is no contact');
		expect(invalidCsv(file, [{ contact, reason: 'no "domain"' }])).toBe(
			'\uFEFFEmail;Company;First Name;not_registered_because\nann@;"Acme; Sons";Ann;"no ""domain"""\n',
		);
	});

	it('is read again like the original, whatever the cells hold', () => {
		const unit = fc.constantFrom('"', ',', ';', '\t', '\r', '\n', ' ', '\uFEFF', '=', "'", 'é', 'א', '漢');
		const cell = fc.oneof(fc.string({ unit }), fc.string({ unit: 'grapheme' }));
		const row = fc.tuple(cell, cell, cell);
		fc.assert(
			fc.property(
				fc.array(row, { minLength: 1, maxLength: 5 }),
				fc.constantFrom(',', ';', '\t'),
				fc.constantFrom('', '\uFEFF'),
				(rows, delimiter, start) => {
					const header = ['first_name', 'email', 'note'];
					const contacts = rows.map((cells, index): Contact => {
						const [firstName, email] = cells;
						const person = { firstName, email, lastName: '', phone: '', phoneCountryCode: '' };
						return { cells, person, number: index + 1 };
					});
					const file = { form: { delimiter, start }, header, contacts };
					const invalid = contacts.map((contact) => ({ contact, reason: 'invalid' }));
					expect(parseContacts(Buffer.from(invalidCsv(file, invalid)))).toEqual(file);
				},
			),
		);
	});
});

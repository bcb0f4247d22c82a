import fc from 'fast-check';

import { UserError } from '../../tools/cli/failure';
import { type Contact, parseContacts } from '../../tools/demo/contacts';
import { settleDuplicates } from '../../tools/demo/duplicates';
import { invalidCsv } from '../../tools/demo/invalidContacts';

const read = (text: string) => parseContacts(Buffer.from(text));
const NOBODY = { firstName: '', lastName: '', email: '', phoneCountryCode: '', phone: '' };

describe('Reading contacts', () => {
	it.each([
		'first_name,last_name,email\nAnn,Lee,ann@example.com',
		' firstName ;surname; mail \r\nAnn;Lee;ann@example.com',
		'\uFEFFFirst Name\tLast Name\tE-Mail\r\nAnn\tLee\tann@example.com',
	])('finds the columns of %j', (file) => {
		const ann = { ...NOBODY, firstName: 'Ann', lastName: 'Lee', email: 'ann@example.com' };
		expect(read(file).contacts.map(({ person }) => person)).toEqual([ann]);
	});

	it.each([
		[
			'first_name,email\n"Ann,ann@example.com\nBo,bo@example.com\n',
			'row 2: a quote (") opens a field and is never closed',
		],
		[
			'first_name,email\nAnn,Lee,ann@example.com\n',
			'line 2: there are more fields than columns; put quotes around a field that contains the delimiter',
		],
		[
			'Email,first_name,note,note,E-Mail\n,Ann,,,ann@example.com\n',
			'several columns have the name Email: Email, E-Mail; keep one of them, and rename or delete the others',
		],
		[
			Buffer.from('first_name,email\nJürgen,j@example.com', 'latin1'),
			'it is not in UTF-8; save it again as "CSV UTF-8"',
		],
	])('says in one sentence what is wrong with %j', (file, message) => {
		expect(() => parseContacts(Buffer.from(file))).toThrow(new UserError(message));
	});
});

it('keeps the duplicate of a contact who was not reached', () => {
	const contactOf = (email: string): Contact => ({ cells: [], number: 0, person: { ...NOBODY, email } });
	const [first, again] = ['c@x.co', 'C@x.co'].map(contactOf) as [Contact, Contact];
	const { skipped, unreached } = settleDuplicates({ registered: [], invalid: [], unreached: [first] }, [
		again,
	]);
	expect({ skipped, unreached }).toEqual({ skipped: [], unreached: [first, again] });
});

describe('The file of invalid contacts', () => {
	it('is read again like the original, whatever the cells hold', () => {
		const unit = fc.constantFrom('"', ',', ';', '\t', '\r', '\n', ' ', '\uFEFF', '=', "'", 'é', 'א', '漢');
		const cell = fc.oneof(fc.string({ unit }), fc.string({ unit: 'grapheme' }));
		const rows = fc.array(fc.tuple(cell, cell, cell), { minLength: 1, maxLength: 5 });
		const form = fc.record({
			delimiter: fc.constantFrom(',', ';', '\t'),
			start: fc.constantFrom('', '\uFEFF'),
		});
		fc.assert(
			fc.property(rows, form, (cellsOf, form) => {
				const contacts = cellsOf.map((cells, index): Contact => {
					const [firstName, email] = cells;
					return { cells, person: { ...NOBODY, firstName, email }, number: index + 1 };
				});
				const file = { form, header: ['first_name', 'email', 'note'], contacts };
				const invalid = contacts.map((contact) => ({ contact, reason: 'invalid' }));
				expect(parseContacts(Buffer.from(invalidCsv(file, invalid)))).toEqual(file);
			}),
		);
	});
});

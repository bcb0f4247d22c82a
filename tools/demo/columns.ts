import { UserError } from '../cli/failure';
import { printable } from './layout';

/** Column names of CRMs and email tools, in the form of `simplified`. */
const synonyms = {
	firstName: ['firstname', 'first', 'givenname', 'forename', 'fname', 'contactfirstname'],
	lastName: ['lastname', 'last', 'surname', 'familyname', 'lname', 'contactlastname'],
	email: ['email', 'emailaddress', 'mail', 'mailaddress', 'contactemail', 'email1value', 'emailaddress1'],
	phoneCountryCode: [
		'phonecountrycode',
		'phonecode',
		'phoneprefix',
		'callingcode',
		'dialcode',
		'dialingcode',
	],
	phone: ['phone', 'phonenumber', 'telephone', 'tel', 'mobile', 'mobilephone', 'mobilenumber', 'cellphone'],
};

type Field = keyof typeof synonyms;

/** The person of a contact's row. */
export type Person = Record<Field, string>;

/** Column that the demo adds to invalid contacts. Its name is unlikely in other files. */
export const REASON_COLUMN = 'not_registered_because';

/**
 * Finds the columns of a header row by name, ignoring case, spaces, dashes and underscores.
 * @returns a function that reads a person from a row
 * @throws UserError with the columns found and the columns needed, or with the columns of the same name
 */
export function personReader(header: readonly string[]): (cells: readonly string[]) => Person {
	const names = header.map(simplified);
	const hasColumn = (field: Field) => names.some((name) => synonyms[field].includes(name));
	const missing = [
		...(hasColumn('firstName') ? [] : ['a first name (first_name)']),
		...(hasColumn('email') ? [] : ['an email address (email)']),
	];
	if (missing.length > 0) {
		throw new UserError(
			`no column contains ${missing.join(' or ')}. Columns found: ${header.map(printable).join(', ')}. ` +
				`Columns needed: first_name, email. Used if present: last_name, phone, phone_country_code`,
		);
	}
	const column = (field: Field) => {
		const place = names.findIndex((name) => synonyms[field].includes(name));
		checkIsOnly(header, place);
		return (cells: readonly string[]) => cells[place] ?? '';
	};
	const firstName = column('firstName');
	const lastName = column('lastName');
	const email = column('email');
	const phoneCountryCode = column('phoneCountryCode');
	const phone = column('phone');
	return (cells) => ({
		firstName: firstName(cells),
		lastName: lastName(cells),
		email: email(cells),
		phoneCountryCode: phoneCountryCode(cells),
		phone: phone(cells),
	});
}

/** @throws UserError if another column has the same name as the one at this position */
function checkIsOnly(header: readonly string[], place: number): void {
	const name = header[place];
	if (name === undefined) return;
	const namesakes = header.filter((other) => simplified(other) === simplified(name)).map(printable);
	if (namesakes.length === 1) return;
	throw new UserError(
		`several columns have the name ${printable(name)}: ${namesakes.join(', ')}; ` +
			'keep one of them, and rename or delete the others',
	);
}

function simplified(name: string): string {
	return name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
}

import { DemoError } from './demoError';
import { printable } from './layout';

/** Column names of CRMs and mail tools, in the form of `simplified`. */
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
} as const;

type Field = keyof typeof synonyms;

/** What a contact's row says about the person. */
export type Person = Record<Field, string>;

const needed = { firstName: 'a first name (first_name)', email: 'an e-mail address (email)' } as const;

/** Column that the demo adds to refused contacts, and that is left out when such a file comes back. */
export const REASON_COLUMN = 'reason';

export function isReasonColumn(name: string): boolean {
	return simplified(name) === REASON_COLUMN;
}

/**
 * Finds the columns of a header row by their names, whatever their capitals, spaces, dashes and underscores.
 * @returns a function that reads a person from a row
 * @throws DemoError that names the columns found and the columns needed
 */
export function personReader(header: readonly string[]): (cells: readonly string[]) => Person {
	const names = header.map(simplified);
	const placeOf = (field: Field) => names.findIndex((name) => synonyms[field].some((one) => one === name));
	const places = {
		firstName: placeOf('firstName'),
		lastName: placeOf('lastName'),
		email: placeOf('email'),
		phoneCountryCode: placeOf('phoneCountryCode'),
		phone: placeOf('phone'),
	};
	const missing = [
		...(places.firstName < 0 ? [needed.firstName] : []),
		...(places.email < 0 ? [needed.email] : []),
	];
	if (missing.length > 0) {
		throw new DemoError(
			`no column holds ${missing.join(' or ')}. Columns found: ${header.map(printable).join(', ')}. ` +
				`Columns needed: first_name, email. Used if present: last_name, phone, phone_country_code`,
		);
	}
	return (cells) => ({
		firstName: cells[places.firstName] ?? '',
		lastName: cells[places.lastName] ?? '',
		email: cells[places.email] ?? '',
		phoneCountryCode: cells[places.phoneCountryCode] ?? '',
		phone: cells[places.phone] ?? '',
	});
}

function simplified(name: string): string {
	return name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
}

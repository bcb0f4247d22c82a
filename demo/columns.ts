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

/** Column that the demo adds to refused contacts, by a name that no list of people has of its own. */
export const REASON_COLUMN = 'refused_because';

/**
 * Finds the columns of a header row by their names, whatever their capitals, spaces, dashes and underscores.
 * @returns a function that reads a person from a row
 * @throws DemoError that names the columns found and the columns needed, or the columns of one name
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
	for (const place of Object.values(places)) complainOfTwins(header, place);
	return (cells) => ({
		firstName: cells[places.firstName] ?? '',
		lastName: cells[places.lastName] ?? '',
		email: cells[places.email] ?? '',
		phoneCountryCode: cells[places.phoneCountryCode] ?? '',
		phone: cells[places.phone] ?? '',
	});
}

/** @throws DemoError if another column has the name of the one at this place: either could be the one that is meant */
function complainOfTwins(header: readonly string[], place: number): void {
	const name = header[place] ?? '';
	const twins = header.filter((other) => simplified(other) === simplified(name)).map(printable);
	if (place < 0 || twins.length === 1) return;
	throw new DemoError(
		`several columns have the name ${printable(name)}: ${twins.join(', ')}; ` +
			'keep one of them, and rename or delete the others',
	);
}

function simplified(name: string): string {
	return name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
}

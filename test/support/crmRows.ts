import type { IDataObject } from 'n8n-workflow';

/** What becomes of a row: it is registered with this phone, or fails with this message ("…" for its own value). */
export type Outcome = { phone: [code: string, digits: string] } | { failed: string };

interface CrmRow {
	json: IDataObject;
	outcome: Outcome;
}

type Kind = [fields: IDataObject & { email: string }, outcome: Outcome];

const NO_ADDRESS = '"…" is not an email address. Use the form name@example.com.';
const BRACKETS = NO_ADDRESS.replace('. Use', ': it contains "…" or "…". Use');
const NO_NUMBER =
	'Phone "…" is not a number. Use digits, with the country code in its own field or at the beginning, e.g. +44 20 7946 0000.';
const NO_NAME = 'First Name is required. Fill it in.';
const NO_CODE = 'This webinar requires Phone Country Code. Add it under Additional Fields.';
const NO_PHONE = 'This webinar requires Phone Country Code and Phone. Add them under Additional Fields.';
const OTHER_COUNTRY =
	'Phone "…" is not a number with the country code +44. Use the same country code in Phone Country Code and in Phone, or remove one of them.';
const NO_COUNTRY = 'Phone Country Code "…" is not a country code. Use the code with a leading +, e.g. +44.';

const british = { phone: ['+44', '2079460018'] } satisfies Outcome;

/** Rows as they come out of a CRM, for a webinar that asks for a phone number. `#` becomes the number of the row. */
const kinds: Kind[] = [
	[{ name: 'Ann', email: 'ann#@example.com', phone: '+44 20 7946 0018' }, british],
	[{ name: '  Zoë ', email: '  Zoe.#@Example.COM ', phone: '0044 20 7946-0018' }, british],
	[
		{ name: "Siobhán O'Brien", email: 'so#@example.co.uk', phone: '020.7946.0018', code: '44' },
		{ phone: ['+44', '02079460018'] },
	],
	[
		{ name: '李', email: 'li+crm#@example.cn', phone: '(+86) 10 1234 5678' },
		{ phone: ['+86', '1012345678'] },
	],
	[
		{ name: 'Ifeoma', email: 'if#@example.ng', phone: '+234-803-123-4567', code: '+234' },
		{ phone: ['+234', '8031234567'] },
	],
	[
		{ name: '<b>Bob</b>', email: 'bob#@example.com', phone: '+1 (212) 555-0100', code: '001' },
		{ phone: ['+1', '2125550100'] },
	],
	[{ name: 42, email: 'n#@example.com', phone: 442079460018, code: 44 }, { phone: ['+44', '442079460018'] }],
	[{ name: 'Cy', email: 'cy#@example.com', phone: '(212) 555-0100' }, { failed: NO_CODE }],
	[{ name: 'Dee', email: 'dee#@example.com', phone: '' }, { failed: NO_PHONE }],
	[{ name: 'Eve', email: 'eve#@example.com', phone: null }, { failed: NO_PHONE }],
	[{ name: 'Flo', email: 'flo#@example.com', phone: '+44 20 7946 0018 ext. 5' }, { failed: NO_NUMBER }],
	[{ name: 'Gus', email: 'gus#@example.com', phone: 'n/a' }, { failed: NO_NUMBER }],
	[
		{ name: 'Hal', email: 'hal#@example.com', phone: '+1 212 555 0100', code: '+44' },
		{ failed: OTHER_COUNTRY },
	],
	[{ name: 'Ida', email: 'ida#@example.com', phone: '2079460018', code: 'UK' }, { failed: NO_COUNTRY }],
	[{ name: '', email: 'jo#@example.com', phone: '+44 20 7946 0018' }, { failed: NO_NAME }],
	[{ email: 'kim#@example.com', phone: '+44 20 7946 0018' }, { failed: NO_NAME }],
	[{ name: 'Leo', email: 'leo#@@example.com', phone: '+44 20 7946 0018' }, { failed: NO_ADDRESS }],
	[{ name: 'Max', email: 'Max <max#@example.com>', phone: '+44 20 7946 0018' }, { failed: BRACKETS }],
	[{ name: 'Ned', email: 'ned#@example.com; ned@x.com', phone: '+44 20 7946 0018' }, { failed: NO_ADDRESS }],
	[
		{ name: ' ', email: 'oz#.example.com', phone: 'call' },
		{
			failed: `${NO_NAME.split('. ')[0]}. "…" is not an email address. Phone "…" is not a number. ${rest(NO_NAME)} ${rest(NO_ADDRESS)} ${rest(NO_NUMBER)}`,
		},
	],
];

/** 300 rows, 15 of each kind. */
export const crmRows: CrmRow[] = Array.from({ length: 300 }, (_, index) => {
	const kind = kinds[index % kinds.length];
	if (!kind) throw new RangeError('There is a kind for every row');
	const [fields, outcome] = kind;
	return { json: { ...fields, email: fields.email.replace('#', String(index)) }, outcome };
});

/** What a message says behind its first sentence. */
function rest(message: string): string {
	return message.split('. ').slice(1).join('. ');
}

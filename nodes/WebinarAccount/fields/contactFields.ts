import { type INodeProperties, isResourceLocatorValue } from 'n8n-workflow';

import { InputError, MissingError } from '../service/errors';
import { isRecord, quoted, withoutInvisibleEnds } from '../utils/values';
import type { Answers } from '../webinars/customFields';
import { isLinkParameter } from '../webinars/oneClickLink';
import { asFlag, asText, choice, type Field, requiredText, text, wrongType } from './field';
import { asLocator, listMode, textMode } from './webinarFields';

/** A person's data. To add a field to Register, add its record to `details`. */

export const firstName = requiredText('First Name', 'first_name', {
	placeholder: 'e.g. Ann',
	description: 'First name of the person',
});

export const email = requiredText(
	'Email',
	'email',
	{ placeholder: 'e.g. name@email.com', description: 'Email address of the person' },
	readEmail,
);

/** Number and country code are read together: either may contain the other. */
const phonePart = (field: Field<string>, part: keyof Phone): Field<string> => ({
	...field,
	read: (_given, sibling) => {
		const [number, code] = [sibling('phone'), sibling('phoneCountryCode')];
		// As a text, decimals would be digits.
		if (Number.isFinite(number) && !Number.isInteger(number)) throw notPhone(String(number));
		return readPhone(asText('Phone', number), asText('Phone Country Code', code))[part];
	},
});

const SMS_CONSENT = 'SMS Consent';

const smsConsent: Field<string> = {
	...text(SMS_CONSENT, 'twilio_consent', {}),
	shown: {
		type: 'boolean',
		default: false,
		description:
			'Whether the person agreed to text messages. Required if the webinar asks for a phone number.',
	},
	read: (given) => (given === undefined ? '' : asFlag(SMS_CONSENT, given) ? '1' : '0'),
};

export const details = {
	country: text('Country', 'country', {
		placeholder: 'e.g. Germany',
		description:
			'Country of the person, as the registration form of the webinar spells it, or its ID if the service rejects that',
	}),
	ipAddress: text('IP Address', 'ip_address', {
		placeholder: 'e.g. 203.0.113.7',
		description: 'IP address from which the person registers',
	}),
	lastName: text('Last Name', 'last_name', {
		placeholder: 'e.g. Smith',
		description: 'Last name of the person. Some webinars require it.',
	}),
	phone: phonePart(
		text('Phone', 'phone', {
			placeholder: 'e.g. +44 20 7946 0000',
			description: 'Phone number of the person. Some webinars require it. With + it needs no country code.',
		}),
		'digits',
	),
	phoneCountryCode: phonePart(
		text('Phone Country Code', 'phone_country_code', {
			placeholder: 'e.g. +44',
			description: 'Leave empty if Phone begins with + and the country code',
		}),
		'countryCode',
	),
	smsConsent,
	state: text('State', 'state', {
		placeholder: 'e.g. Texas',
		description:
			'State or province of the person, as the registration form of the webinar spells it, or its ID if the service rejects that',
	}),
	timezoneId: choice(
		'Texas Time Zone',
		'timezone_id',
		{ Central: 3, Mountain: 2 },
		{ default: 3, description: 'Time zone of an attendee in Texas, which has two of them' },
	),
};

const own: readonly Field<string>[] = [firstName, email, ...Object.values(details)];

const registrationParameters: ReadonlySet<string> = new Set([
	'api_key',
	'webinar_id',
	'schedule',
	'date',
	'timezone',
	...own.flatMap(({ parameters = [] }) => parameters),
]);

/** What CRMs add to addresses, in words without quotes, which stand for a value. \p{C}: control and format characters. */
const EMAIL_PROBLEMS: ReadonlyArray<[pattern: RegExp, problem: string]> = [
	[/[<>]/, 'it contains an angle bracket'],
	[/^mailto:/i, 'it begins with mailto'],
	[/[;,]$/, 'it ends with a semicolon or comma'],
	[/\p{C}/u, 'it contains an invisible character'],
];

export function readEmail(text: string): string {
	const email = withoutInvisibleEnds(text);
	if (email === '') throw new MissingError(['Email']);
	const problem = EMAIL_PROBLEMS.find(([pattern]) => pattern.test(email))?.[1];
	if (problem === undefined && /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/.test(email)) return email;
	throw new InputError(
		`${quoted(email)} is not an email address${problem === undefined ? '' : `: ${problem}`}`,
		'Use the form name@example.com.',
	);
}

interface Phone {
	countryCode: string;
	digits: string;
}

/** Calling codes of one, two and three digits (ITU-T E.164). */
const CALLING_CODE = /^(?:[17]|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|\d{3}|\d+)/;

/** \p{Cf}: invisible characters. */
const compact = (number: string) => number.replace(/[\s().\-/\u2010-\u2015\p{Cf}]/gu, '');

/**
 * Reads a phone number as stored in a CRM. Without a country code, a number that begins with `+` or `00` is split. A
 * country code without a number is kept: it is a parameter of its own ("Parameters of the register operations").
 */
export function readPhone(number: string, code: string): Phone {
	const given = compact(code).replace(/^(?:\+|00)/, '');
	if (!/^\d{0,4}$/.test(given)) {
		throw new InputError(
			`Phone Country Code ${quoted(code)} is not a country code`,
			'Use the code with a leading +, e.g. +44.',
		);
	}
	const dialled = compact(number);
	if (number !== '' && !/^\+?\d+$/.test(dialled)) throw notPhone(number);
	const international = /^(?:\+|00)(\d+)$/.exec(dialled)?.[1];
	const ownCode = given || (CALLING_CODE.exec(international ?? '')?.[0] ?? '');
	const countryCode = ownCode && `+${ownCode}`;
	if (number === '' || ownCode === '') return { countryCode, digits: dialled };
	const whole = international ?? ownCode + dialled;
	const digits = whole.slice(ownCode.length + (hasTrunkZero(number, ownCode) ? 1 : 0));
	if (!whole.startsWith(ownCode) || digits === '') {
		throw new InputError(
			`Phone ${quoted(number)} is not a number with the country code +${ownCode}`,
			'Use the same country code in Phone Country Code and in Phone, or remove one of them.',
		);
	}
	return { countryCode, digits };
}

function notPhone(number: string): InputError {
	return new InputError(
		`Phone ${quoted(number)} is not a number`,
		'Use digits. A number with + needs no country code, e.g. +44 20 7946 0000.',
	);
}

/** Whether the number begins with a zero in brackets, as in `+44 (0)20 …`: it is not dialled after a country code. */
function hasTrunkZero(number: string, ownCode: string): boolean {
	const [before = '', after] = number.split(/\(\s*0\s*\)/, 2);
	return after !== undefined && ['', `+${ownCode}`, `00${ownCode}`].includes(compact(before));
}

export const CUSTOM_FIELDS = 'Custom Fields';
const GROUP = 'field';

const label = {
	displayName: 'Label',
	name: 'label',
	type: 'resourceLocator',
	default: { __rl: true, mode: 'list', value: '' },
	description:
		'The custom field to fill in. If the list does not show it, enter its label exactly as in the webinar.',
	modes: [
		listMode('Select a field…', 'searchCustomFields'),
		textMode('By Label', 'label', 'e.g. whereDidYouHearAboutUs'),
	],
} satisfies INodeProperties;

/** @param readAnswer undefined for an empty value, which leaves the entry out */
export function customFieldsWith<Answer>(
	answer: Omit<INodeProperties, 'name' | 'displayName'>,
	readAnswer: (label: string, given: unknown) => Answer | undefined,
): Field<Answers<Answer>> {
	const value: INodeProperties = { displayName: 'Value', name: 'value', ...answer };
	return {
		label: CUSTOM_FIELDS,
		takesAnyName: true,
		shown: {
			type: 'fixedCollection',
			typeOptions: {
				multipleValues: true,
				fixedCollection: {
					itemTitle:
						'={{ $collection.item.value.label?.cachedResultName || $collection.item.value.label?.value }}',
				},
			},
			placeholder: 'Add Custom Field',
			// Begins with one entry, which is left out while it is empty.
			default: { [GROUP]: [{ label: label.default, value: answer.default }] },
			description:
				'Answers to the custom fields of the registration form. For several answers to one field, add it several times.',
			options: [{ displayName: 'Field', name: GROUP, values: [label, value] }],
		},
		read(given) {
			const answers = new Map<string, Answer[]>();
			for (const row of rowsOf(given)) {
				const name = asLocator(label.displayName, row.label).value;
				const answered: unknown = isResourceLocatorValue(row.value) ? row.value.value : row.value;
				const values: unknown[] = Array.isArray(answered) ? answered : [answered];
				const read = values.map((each) => readAnswer(name, each)).filter((each) => each !== undefined);
				if (read.length === 0) continue;
				if (name === '') {
					const advice = `Choose its ${label.displayName} in ${CUSTOM_FIELDS}.`;
					throw new InputError('A custom field has no label', advice);
				}
				// An answer with such a label would replace the parameter.
				if (isParameter(name)) {
					const advice = `Remove it from ${CUSTOM_FIELDS} and fill in its own field of the node.`;
					throw new InputError(`${quoted(name)} is not a custom field`, advice);
				}
				answers.set(name, [...(answers.get(name) ?? []), ...read]);
			}
			return Object.fromEntries(answers);
		},
	};
}

export const customFields: Field<Answers<string>> = customFieldsWith(
	{
		type: 'resourceLocator',
		default: { __rl: true, mode: 'text', value: '' },
		// Another field has other options, so n8n empties the value.
		typeOptions: { loadOptionsDependsOn: ['&label.value'] },
		description: 'The answer. For a drop-down, choose an option from the list, or enter its text or ID.',
		modes: [
			textMode('By Text', 'text', 'e.g. A friend'),
			listMode('Select an option…', 'searchCustomFieldOptions'),
		],
	},
	(_label, given) => asText('Value', given) || undefined,
);

function rowsOf(given: unknown): Array<Record<string, unknown>> {
	if (given === undefined) return [];
	const rows: unknown = isRecord(given) ? (given[GROUP] ?? []) : undefined;
	if (Array.isArray(rows)) return rows.filter(isRecord);
	throw wrongType(CUSTOM_FIELDS, 'a list of fields', 'Add the fields one by one instead.');
}

/** Whether this is the name of a parameter of a registration or of a link. */
export function isParameter(name: string): boolean {
	return isLinkParameter(name) || registrationParameters.has(name);
}

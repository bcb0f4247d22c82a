import { type INodeProperties, isResourceLocatorValue } from 'n8n-workflow';

import { InputError, MissingError } from '../service/errors';
import { isRecord, quoted, withoutInvisibleEnds } from '../utils/values';
import type { Answers } from '../webinars/customFields';
import { isLinkParameter } from '../webinars/oneClickLink';
import { asConsent, asText, choice, type Field, requiredText, text, wrongType } from './field';
import { asLocator, listMode, textMode } from './webinarFields';

/** The fields with a person's data. To add an optional one to Register, add it to `optionalContactFields`. */

export const firstName = requiredText('First Name', 'first_name', {
	placeholder: 'e.g. Ann',
	description: 'First name of the person',
});

const EMAIL = 'Email';

export const email = requiredText(
	EMAIL,
	'email',
	{ placeholder: 'e.g. name@email.com', description: 'Email address of the person' },
	readEmail,
);

const PHONE = 'Phone';
const PHONE_COUNTRY_CODE = 'Phone Country Code';

/** Phone and Phone Country Code are read together, because either may contain the other. */
function phonePart(field: Field<string>, part: keyof Phone): Field<string> {
	return {
		...field,
		read(_given, sibling) {
			const number = sibling('phone');
			// In a string, the decimals would become digits of the phone number.
			if (Number.isFinite(number) && !Number.isInteger(number)) throw notPhone(String(number));
			const code = asText(PHONE_COUNTRY_CODE, sibling('phoneCountryCode'));
			return readPhone(asText(PHONE, number), code)[part];
		},
	};
}

const SMS_CONSENT = 'SMS Consent';

/** Sends nothing if the field was not added. An empty value means no. */
const smsConsent: Field<string> = {
	...text(SMS_CONSENT, 'twilio_consent', {}),
	shown: {
		type: 'boolean',
		default: false,
		description:
			'Whether the person agreed to text messages. Required if the webinar asks for a phone number.',
	},
	read(given) {
		if (given === undefined) return '';
		return asConsent(SMS_CONSENT, given) ? '1' : '0';
	},
};

export const optionalContactFields = {
	country: text('Country', 'country', {
		placeholder: 'e.g. Germany',
		description:
			"The person's country, spelled as in the webinar's registration form. If the service rejects it, enter its ID.",
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
		text(PHONE, 'phone', {
			placeholder: 'e.g. +44 20 7946 0000',
			description:
				'Phone number of the person. Some webinars require it. A number with + needs no country code.',
		}),
		'digits',
	),
	phoneCountryCode: phonePart(
		text(PHONE_COUNTRY_CODE, 'phone_country_code', {
			placeholder: 'e.g. +44',
			description: 'Leave it empty if Phone begins with + and the country code',
		}),
		'countryCode',
	),
	smsConsent,
	state: text('State', 'state', {
		placeholder: 'e.g. Texas',
		description:
			"The person's state or province, spelled as in the webinar's registration form. If the service rejects it, enter its ID.",
	}),
	timezoneId: choice(
		'Texas Time Zone',
		'timezone_id',
		{ Central: 3, Mountain: 2 },
		{ default: 3, description: 'Time zone of an attendee in Texas, which has two time zones' },
	),
};

const contactFields: readonly Field<string>[] = [firstName, email, ...Object.values(optionalContactFields)];

const registrationParameters: ReadonlySet<string> = new Set([
	'api_key',
	'webinar_id',
	'schedule',
	'date',
	'timezone',
	...contactFields.flatMap(({ parameters = [] }) => parameters),
]);

/** Characters that CRMs add to email addresses. \p{C} matches control and format characters. */
const EMAIL_PROBLEMS: ReadonlyArray<[pattern: RegExp, problem: string]> = [
	[/[<>]/, 'it contains an angle bracket'],
	[/^mailto:/i, 'it begins with mailto'],
	[/[;,]$/, 'it ends with a semicolon or comma'],
	[/\p{C}/u, 'it contains an invisible character'],
];

export function readEmail(text: string): string {
	const email = withoutInvisibleEnds(text);
	if (email === '') throw new MissingError([EMAIL]);
	const problem = EMAIL_PROBLEMS.find(([pattern]) => pattern.test(email))?.[1];
	if (problem === undefined && /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/.test(email)) return email;
	throw new InputError(
		`${quoted(email)} is not an email address${problem === undefined ? '' : `: ${problem}`}`,
		'Use the form name@example.com.',
	);
}

/** A phone number in two parts. A part that is not known is empty. */
interface Phone {
	/** With a leading "+". */
	countryCode: string;
	/** The national number. */
	digits: string;
}

/** Calling codes of one, two and three digits (ITU-T E.164). */
const CALLING_CODE = /^(?:[17]|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|\d{3}|\d+)/;

/** A prefix of a number. */
const TEL = /^tel:/i;
/** An extension after a number: "ext. 12", "x12", ";ext=12". The look-behind avoids quadratic backtracking. */
const EXTENSION = /(?<![\s,;])[\s,;]*(?:extension|extn?|x|#)[\s.:=]*\d+$/i;

/** Removes characters that are not dialed. \p{Cf} matches invisible format characters. */
function compact(number: string): string {
	return number.replace(/[\s().\-/\u2010-\u2015\p{Cf}]/gu, '');
}

/**
 * Reads a phone number in the forms that CRMs use. Splits a number that begins with `+` or `00` into country code and
 * digits, and drops "tel:" and an extension. Keeps a country code without a number, because it is sent as a parameter.
 */
export function readPhone(number: string, code: string): Phone {
	const chosenCode = readCountryCode(code);
	const written = number.replace(TEL, '').replace(EXTENSION, '');
	const dialed = compact(written);
	if (number === '') return { countryCode: chosenCode && `+${chosenCode}`, digits: '' };
	if (!/^\+?\d+$/.test(dialed)) throw notPhone(number);

	const international = /^(?:\+|00)(\d+)$/.exec(dialed)?.[1];
	const ownCode = chosenCode || (CALLING_CODE.exec(international ?? '')?.[0] ?? '');
	if (ownCode === '') return { countryCode: '', digits: dialed };
	const includesCode = international !== undefined || hasNorthAmericanCode(dialed, ownCode);
	const national = includesCode ? withoutCode(international ?? dialed, ownCode) : dialed;
	const digits = hasTrunkZero(written, ownCode) ? national?.slice(1) : national;
	if (!digits) {
		throw new InputError(
			`Phone ${quoted(number)} is not a number with the country code +${ownCode}`,
			'Use the same country code in Phone Country Code and in Phone, or remove one of them.',
		);
	}
	return { countryCode: `+${ownCode}`, digits };
}

/** Returns the digits of a country code, such as "44" for "+44" and "0044". */
function readCountryCode(code: string): string {
	const digits = compact(code).replace(/^(?:\+|00)/, '');
	if (/^\d{0,4}$/.test(digits)) return digits;
	throw new InputError(
		`Phone Country Code ${quoted(code)} is not a country code`,
		'Use the code with a leading +, e.g. +44.',
	);
}

/** Returns the number without its country code; undefined if it begins with another code. */
function withoutCode(number: string, ownCode: string): string | undefined {
	return number.startsWith(ownCode) ? number.slice(ownCode.length) : undefined;
}

/**
 * Whether a number without `+` repeats the North American country code, as in `1 555 123 4567` with `+1`. National numbers
 * there have ten digits and never begin with 1. In other countries, a national number may begin with the digits of its
 * country code, so such a number is not changed.
 */
function hasNorthAmericanCode(dialed: string, ownCode: string): boolean {
	return ownCode.startsWith('1') && dialed.length === 11 && dialed.startsWith(ownCode);
}

function notPhone(number: string): InputError {
	return new InputError(
		`Phone ${quoted(number)} is not a number`,
		'Use digits, e.g. +44 20 7946 0000. For a person without a phone number, leave Phone empty.',
	);
}

/** Whether the number begins with a zero in brackets, as in `+44 (0)20 …`. It is not dialed after a country code. */
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
	builderHint: {
		propertyHint:
			'Use mode "label" with a label from the list, exactly as written. Last name and phone have separate fields.',
	},
	modes: [
		listMode('Select a field…', 'searchCustomFields'),
		textMode('By Label', 'label', 'e.g. whereDidYouHearAboutUs'),
	],
} satisfies INodeProperties;

/** Makes the field for custom fields. @param readAnswer returns undefined for an empty value, which is left out */
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
			// The editor shows one entry at first. It is not sent while it is empty.
			default: { [GROUP]: [{ label: label.default, value: answer.default }] },
			description:
				'Answers to the custom fields of the registration form. For several answers to one field, add the field several times.',
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
				// An answer with the name of a parameter would replace that parameter.
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
		// n8n clears the answer when the user chooses another custom field, which has other options.
		typeOptions: { loadOptionsDependsOn: ['&label.value'] },
		description: 'The answer. For a drop-down, choose an option from the list, or enter its text or ID.',
		builderHint: {
			propertyHint: 'Use mode "text", also for the text of a drop-down\'s option.',
		},
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

/** Whether the name is that of a parameter of a registration or a link. A custom field cannot have it. */
export function isParameter(name: string): boolean {
	return isLinkParameter(name) || registrationParameters.has(name);
}

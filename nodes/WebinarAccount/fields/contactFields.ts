import type { INodeProperties } from 'n8n-workflow';

import { InputError, rethrowUnless } from '../service/errors';
import { isRecord, quoted, shortened } from '../utils/values';
import type { Answers } from '../webinars/customFields';
import { isLinkParameter } from '../webinars/oneClickLink';
import { firstIpAddress, readEmail, readListedEmail, readPhone } from './contactData';
import { locatedValue } from './expressions';
import {
	asFlag,
	asLocator,
	asText,
	choice,
	type Field,
	flag,
	type Parameters,
	requiredText,
	text,
	wrongType,
} from './field';
import { listMode, textMode } from './webinarFields';

// The fields for a person's data. Every field in `optionalContactFields` appears in the Register operation.

export const firstName = requiredText('First Name', {
	parameter: 'first_name',
	placeholder: 'e.g. Ann',
	description: 'First name of the person',
});

const EMAIL = 'Email';

const EMAIL_SETTINGS = {
	parameter: 'email',
	placeholder: 'e.g. name@email.com',
	description: 'Email address of the person',
};

/** The email address of a person to register. */
export const email = requiredText(EMAIL, EMAIL_SETTINGS, readEmail);

/** The email address of a person to find in the registrant list. */
export const listedEmail = requiredText(EMAIL, EMAIL_SETTINGS, readListedEmail);

const phone = text('Phone', {
	parameter: 'phone',
	placeholder: 'e.g. +44 20 7946 0000',
	description:
		'Phone number of the person. Some webinars require it. If it begins with + and the country code, leave Phone Country Code empty.',
});

const phoneCountryCode = text('Phone Country Code', {
	parameter: 'phone_country_code',
	placeholder: 'e.g. +44',
	description: 'Country code of the phone number. Only needed if Phone does not begin with + and this code.',
});

/** The entries of a collection that a phone number is computed from. */
export const PHONE_ENTRIES = ['phone', 'phoneCountryCode'] as const;

/** The values of entries that are converted after all entries were read. */
interface ConvertedValues {
	phone?: string | undefined;
	phoneCountryCode?: string | undefined;
	ipAddress?: string | undefined;
}

/**
 * Splits the phone number into the country code and the digits, because Phone may contain both. Of a list of IP addresses,
 * keeps the first. Also returns whether Phone or IP Address is left out because it is invalid.
 * @param options the value of Options, which may contain If Phone Is Invalid
 * @throws InputError if the phone number is invalid and must not be left out
 */
export function withConvertedData<Entries extends ConvertedValues>(values: Entries, { options }: Parameters) {
	const mayLeaveOutPhone = isRecord(options) && options.ifPhoneInvalid === 'leaveOut';
	const { ipAddress: givenIp = '' } = values;
	const ipAddress = firstIpAddress(givenIp);
	const converted = { ...values, ipAddress, isIpAddressLeftOut: givenIp !== '' && ipAddress === '' };
	try {
		const { countryCode, digits } = readPhone(values.phone ?? '', values.phoneCountryCode ?? '');
		return { ...converted, phone: digits, phoneCountryCode: countryCode, isPhoneLeftOut: false };
	} catch (error) {
		rethrowUnless(error instanceof InputError && mayLeaveOutPhone, error);
		return { ...converted, phone: '', phoneCountryCode: '', isPhoneLeftOut: true };
	}
}

/** The advice for a value that is not a consent. It fits checkboxes in n8n forms. */
export const CONSENT_ADVICE =
	"Use an input field that contains true or false, or yes or no. For a checkbox in an n8n form, drag the checkbox itself, not an entry below it. For other text, use a comparison such as {{ $json.consent === 'I agree' }}.";

const SMS_CONSENT = 'SMS Consent';

/**
 * The consent to text messages, as the service's code "1" or "0". It is sent only if the user added the field. An empty
 * value means no consent.
 */
const smsConsent: Field<string> = {
	...flag(SMS_CONSENT, {
		default: false,
		description:
			'Whether the person agreed to receive text messages. Required if the webinar asks for a phone number.',
	}),
	parameter: 'twilio_consent',
	read: (given) => (asFlag(SMS_CONSENT, given, CONSENT_ADVICE) ? '1' : '0'),
};

export const optionalContactFields = {
	country: text('Country', {
		parameter: 'country',
		placeholder: 'e.g. Germany',
		description:
			"The person's country, spelled as in the webinar's registration form. If the service rejects the country, enter its ID.",
	}),
	ipAddress: text('IP Address', {
		parameter: 'ip_address',
		placeholder: 'e.g. 203.0.113.7',
		description: "The person's IP address when they signed up, e.g. from your form",
	}),
	lastName: text('Last Name', {
		parameter: 'last_name',
		placeholder: 'e.g. Smith',
		description: 'Last name of the person. Some webinars require it.',
	}),
	phone,
	phoneCountryCode,
	smsConsent,
	state: text('State', {
		parameter: 'state',
		placeholder: 'e.g. Texas',
		description:
			"The person's state or province, spelled as in the webinar's registration form. If the service rejects the state, enter its ID.",
	}),
	timezoneId: choice(
		'Texas Time Zone',
		{ Central: 3, Mountain: 2 },
		{
			parameter: 'timezone_id',
			default: 3,
			description:
				'Time zone of an attendee in Texas, which has two. Do not add this field for other attendees.',
		},
	),
};

const registrationParameters: ReadonlySet<string | undefined> = new Set([
	'api_key',
	'webinar_id',
	'schedule',
	'date',
	'timezone',
	...[firstName, email, ...Object.values(optionalContactFields)].map(({ parameter }) => parameter),
]);

const CUSTOM_FIELDS = 'Custom Fields';
/** The key of the row list in the parameter's value. */
const ROWS = 'field';

/** The column for the name of a custom field. */
const labelColumn = {
	displayName: 'Label',
	name: 'label',
	type: 'resourceLocator',
	default: { __rl: true, mode: 'list', value: '' },
	description:
		'The custom field to fill in. If the list does not show the field, enter its label exactly as in the webinar.',
	builderHint: {
		propertyHint:
			'Use mode "label" with a label from the list, exactly as written. Last name and phone have separate fields.',
	},
	modes: [
		listMode('Select a field…', 'searchCustomFields'),
		textMode('By Label', 'label', 'e.g. whereDidYouHearAboutUs'),
	],
} satisfies INodeProperties;

/**
 * Creates the Custom Fields field. Each of its rows has a Label column and a Value column.
 * @param answer n8n's description of the Value column
 * @param readAnswer reads an answer; returns undefined for an empty answer, which is not sent
 */
export function customFieldsWith<Answer>(
	answer: Omit<INodeProperties, 'name' | 'displayName'>,
	readAnswer: (label: string, given: unknown) => Answer | undefined,
): Field<Answers<Answer>> {
	const valueColumn: INodeProperties = { displayName: 'Value', name: 'value', ...answer };
	return {
		label: CUSTOM_FIELDS,
		property: {
			type: 'fixedCollection',
			typeOptions: {
				multipleValues: true,
				fixedCollection: {
					itemTitle:
						'={{ $collection.item.value.label?.cachedResultName || $collection.item.value.label?.value }}',
				},
			},
			placeholder: 'Add Custom Field',
			// The editor shows one empty row at first. A row is not sent while it is empty.
			default: { [ROWS]: [{ label: labelColumn.default, value: answer.default }] },
			description:
				"Answers to the custom fields in the webinar's registration form. To give one custom field several answers, add it several times.",
			options: [{ displayName: 'Field', name: ROWS, values: [labelColumn, valueColumn] }],
		},
		read: (given) => readAnswers(rowsIn(given), readAnswer),
	};
}

/** Returns the rows of Custom Fields. @throws InputError if an expression replaced the field with another type */
function rowsIn(given: unknown): unknown[] {
	// Without rows, n8n's value has no list.
	const rows: unknown = isRecord(given) ? (given[ROWS] ?? []) : undefined;
	if (Array.isArray(rows)) return rows;
	throw wrongType(CUSTOM_FIELDS, 'a list of fields');
}

/**
 * Reads the rows of Custom Fields, and returns the answers by the label of the custom field. Rows with the same label are
 * several answers to one custom field. Rows without an answer are left out.
 * @throws InputError if the label of an answer is invalid
 */
function readAnswers<Answer>(
	rows: readonly unknown[],
	readAnswer: (label: string, given: unknown) => Answer | undefined,
): Answers<Answer> {
	const answersByLabel = new Map<string, Answer[]>();
	for (const row of rows.filter(isRecord)) {
		const answerLabel = asLocator(labelColumn.displayName, row.label).value;
		// There are several values if an expression in the Value column returns a list.
		const values = [locatedValue(row.value)].flat();
		const answers = values
			.map((value) => readAnswer(answerLabel, value))
			.filter((each) => each !== undefined);
		// The editor's first row is empty, so a label is checked only if it has an answer.
		if (answers.length === 0) continue;
		checkLabel(answerLabel);
		answersByLabel.set(answerLabel, [...(answersByLabel.get(answerLabel) ?? []), ...answers]);
	}
	return Object.fromEntries(answersByLabel);
}

/** Checks the label of an answer. @throws InputError if it is empty, or the name of a parameter of the API */
function checkLabel(answerLabel: string): void {
	if (answerLabel === '') {
		const advice = `Choose its ${labelColumn.displayName} in ${CUSTOM_FIELDS}.`;
		throw new InputError('A custom field has no label', advice);
	}
	if (isParameter(answerLabel)) {
		const advice = `Remove it from ${CUSTOM_FIELDS}, and use the node's own field for this value.`;
		throw new InputError(`${quoted(answerLabel)} is not a custom field`, advice);
	}
}

/** The Custom Fields field for answers that are plain data, not merge fields. */
export const customFields: Field<Answers<string>> = customFieldsWith(
	{
		type: 'resourceLocator',
		default: { __rl: true, mode: 'text', value: '' },
		// With this option, n8n clears the answer when the user chooses a different custom field, which has different
		// options.
		typeOptions: { loadOptionsDependsOn: ['&label.value'] },
		description:
			'The answer to the custom field. For a drop-down, choose an option from the list, or enter its text or ID.',
		builderHint: {
			propertyHint: 'Use mode "text". For a drop-down, this also applies to the text of an option.',
		},
		modes: [
			textMode('By Text', 'text', 'e.g. A friend'),
			listMode('Select an option…', 'searchCustomFieldOptions'),
		],
	},
	(answerLabel, given) => asText(shortened(answerLabel) || 'Value', given) || undefined,
);

/**
 * Whether registrations or links already use this name as a parameter, with or without brackets as in `schedule[0]`. A
 * custom field cannot have such a name, because its answer is sent as a parameter with this name.
 */
export function isParameter(name: string): boolean {
	const [parameter = ''] = name.split('[', 1);
	return isLinkParameter(parameter) || registrationParameters.has(parameter);
}

import { InputError } from '../service/errors';
import { enumerated, quoted } from '../utils/values';
import { withOptionIds, type Answers } from '../webinars/customFields';
import { type EmailTool, emailTools, readMergeField } from '../webinars/emailTools';
import {
	type DashboardLink,
	isSessionNumber,
	type LinkParameters,
	type LinkValue,
	readDashboardLink,
} from '../webinars/oneClickLink';
import type { Webinar } from '../webinars/webinar';
import {
	customFields,
	customFieldsWith,
	email,
	firstName,
	optionalContactFields,
	PHONE_ENTRIES,
	withConvertedData,
} from './contactFields';
import {
	asOption,
	asText,
	choice,
	collection,
	combining,
	emptyValue,
	type Field,
	filledText,
	locator,
	noticeField,
	onlyWith,
	text,
	type Values,
} from './field';
import { DEPENDS_ON_WEBINAR, SESSION, textMode } from './webinarFields';

// The fields for a one-click link: the session, and either an email tool's merge fields or one contact's data.

const NUMBER_HINT = "The webinar's dashboard shows the number (1, 2, 3)";

/** The Session field for links: the session's number in the webinar's dashboard; undefined if the field is empty. */
export const linkSession = locator(
	SESSION,
	['schedule_id'],
	{
		default: { mode: 'number', value: '' },
		typeOptions: DEPENDS_ON_WEBINAR,
		description:
			"The session's number in the webinar's dashboard, which numbers the sessions 1, 2, 3. The API does not return these numbers. In a series, session 1 registers people for all sessions. Leave the field empty if the webinar has only one schedule, or if Dashboard Link has the number.",
		builderHint: {
			propertyHint: `Use mode "number". ${NUMBER_HINT}. Leave it empty for a webinar with one schedule, and for a series.`,
		},
		modes: [{ ...textMode('Number', 'number', 'e.g. 2'), hint: NUMBER_HINT }],
	},
	({ value }): number | undefined => {
		if (value === '') return undefined;
		if (isSessionNumber(value)) return Number(value);
		throw new InputError(
			`${quoted(value)} is not a session number`,
			`Enter the number that the webinar's dashboard shows (1, 2, 3), or leave ${SESSION} empty.`,
		);
	},
);

export const DASHBOARD_LINK = 'Dashboard Link';

export const dashboardLinkField: Field<DashboardLink> = {
	...text(DASHBOARD_LINK, {
		placeholder: 'e.g. https://event.webinarjam.com/register/uvw1234/1click?schedule_id=1',
		description:
			"A one-click link copied from the webinar's dashboard. The new link keeps the address and all parameters of the copied link that this node does not fill in. If Session is empty, it also keeps the session number.",
	}),
	read: (given) => readDashboardLink(filledText(DASHBOARD_LINK, given)),
};

/** The value of Email Tool for a tool that is not in the list. The user then enters its merge fields. */
const OTHER_TOOL = 'custom';
const OTHER_TOOL_NAME = 'Other (Own Merge Fields)';
const EMAIL_TOOL = 'Email Tool';
const INCLUDE = 'Include Fields';
const MERGE_FIELDS = 'Merge Fields';
const CONTACT_FIELDS = 'Contact Fields';

/** The options of Include Fields. */
const includeOptions = [
	{ name: 'Last Name', value: 'lastName' as const },
	// Hidden for the listed tools, because none of them has a reliable merge field for a phone number.
	{ name: 'Phone', value: 'phone' as const, displayOptions: { show: { emailTool: [OTHER_TOOL] } } },
];

const linkFor = choice(
	'Link For',
	{
		'All Contacts': ['emailTool', "One link for all contacts. Your email tool fills in each contact's data."],
		'One Contact': ['contact', "A link that contains one contact's data"],
	},
	{
		default: 'emailTool',
		description:
			"Choose All Contacts for a link in which your email tool fills in each contact's data. Choose One Contact for a link with one contact's data.",
	},
);

const emailTool = choice(
	EMAIL_TOOL,
	{
		...Object.fromEntries(Object.entries(emailTools).map(([value, { name }]) => [name, value])),
		[OTHER_TOOL_NAME]: OTHER_TOOL,
	},
	{
		default: 'mailchimp',
		description: "The tool that sends your email. The link contains this tool's merge fields.",
	},
);

/** The Include Fields field. An expression can return a list or a comma-separated string, as in n8n's own nodes. */
const includeFields: Field<Array<'lastName' | 'phone'>> = {
	label: INCLUDE,
	property: {
		type: 'multiOptions',
		options: includeOptions,
		default: [],
		description: `Fields to add to the link besides first name and email. Include all that the webinar requires. For Phone, set ${EMAIL_TOOL} to "${OTHER_TOOL_NAME}".`,
	},
	read(given) {
		const values: unknown[] = typeof given === 'string' ? given.split(',') : [given].flat();
		// `asText` trims each value, and returns '' for null.
		const names = values.map((value) => asText(INCLUDE, value)).filter((name) => name !== '');
		// An empty list means that the user chose no field. Any other value without a name is an expression's empty result.
		if (names.length === 0 && values.length > 0) throw emptyValue(INCLUDE);
		return names.map((name) => asOption(INCLUDE, includeOptions, name).value);
	},
};

/** Creates a field in which the user enters a merge field. Its value is undefined if it is empty. */
function mergeFieldInput(label: string, example: string): Field<LinkValue | undefined> {
	return {
		...text(label, { placeholder: `e.g. ${example}` }),
		read: (given) => readMergeFieldInput(label, given),
	};
}

/**
 * Returns the merge field that the user entered; undefined for an empty field.
 * @param given null for an expression that returned no value
 * @throws InputError if the merge field is invalid
 */
function readMergeFieldInput(label: string, given: unknown): LinkValue | undefined {
	if (given === null) {
		throw new InputError(
			`The expression in the merge field for ${label} returned no value`,
			'If you pasted a merge field with {{ }}, n8n treated it as an expression. Switch the field to Fixed.',
		);
	}
	const text = asText(label, given);
	return text === '' ? undefined : { mergeField: readMergeField(label, text) };
}

const mergeFieldInputs = {
	firstName: mergeFieldInput('First Name', '*|FNAME|*'),
	lastName: mergeFieldInput('Last Name', '*|LNAME|*'),
	email: mergeFieldInput('Email', '*|EMAIL|*'),
	phoneCountryCode: mergeFieldInput('Phone Country Code', '*|CODE|*'),
	phone: mergeFieldInput('Phone', '*|PHONE|*'),
	/** A merge field that the email tool replaces with a GMT offset, e.g. GMT-5. */
	timezone: mergeFieldInput('Timezone', '*|TIMEZONE|*'),
};

/** The collection in which users of another email tool enter their merge fields. */
const ownMergeFields = collection(
	MERGE_FIELDS,
	{
		...mergeFieldInputs,
		customFields: customFieldsWith<LinkValue>(
			{
				type: 'string',
				default: '',
				placeholder: 'e.g. *|COMPANY|*',
				description:
					"Merge field for each contact's answer, exactly as your email tool shows it. For a drop-down, your email tool must fill in the ID of an option.",
			},
			readMergeFieldInput,
		),
	},
	{
		placeholder: 'Add merge field',
		default: { email: '', firstName: '' },
	},
);

const forEmailTool = <Value>(field: Field<Value>) => onlyWith('linkFor', ['emailTool'], field);
const forOtherTool = <Value>(field: Field<Value>) => forEmailTool(onlyWith('emailTool', [OTHER_TOOL], field));
const forContact = <Value>(field: Field<Value>) => onlyWith('linkFor', ['contact'], field);
const { lastName, phone, phoneCountryCode } = optionalContactFields;

/** The fields for the person's part of a link. */
export const personFields = {
	linkFor,
	emailTool: forEmailTool(emailTool),
	fixedNotice: forOtherTool(
		noticeField(
			'If you paste a merge field with {{ }}, n8n treats it as an expression. Switch that field from Expression to Fixed.',
		),
	),
	mergeFields: forOtherTool(ownMergeFields),
	includeFields: forEmailTool(includeFields),
	contactFirstName: forContact(firstName),
	contactEmail: forContact(email),
	contactFields: forContact(
		combining(
			collection(
				CONTACT_FIELDS,
				{ customFields, lastName, phone, phoneCountryCode },
				{ placeholder: 'Add field' },
			),
			PHONE_ENTRIES,
			withConvertedData,
		),
	),
};

type PersonInput = Values<typeof personFields>;

/**
 * Returns the person's part of a link, without answers to custom fields: the merge fields, or the data of one contact.
 * @throws InputError if a required merge field is missing
 */
export function linkPersonOf(input: PersonInput): LinkParameters {
	if (input.linkFor === 'contact') return contactOf(input);
	// Undefined for another tool, whose merge fields the user entered.
	const tool = emailTools[input.emailTool ?? ''];
	return tool ? personOfListedTool(tool, input) : personOfOtherTool(input);
}

/** Returns the data of one contact. */
function contactOf({ contactFirstName, contactEmail, contactFields }: PersonInput): LinkParameters {
	return {
		first_name: contactFirstName,
		last_name: contactFields?.lastName,
		email: contactEmail,
		phone_country_code: contactFields?.phoneCountryCode,
		phone_number: contactFields?.phone,
	};
}

/**
 * Returns the person in a link for an email tool in the list, whose merge fields the node knows.
 * @throws InputError if Include Fields contains Phone
 */
function personOfListedTool(tool: EmailTool, { includeFields: included = [] }: PersonInput): LinkParameters {
	// An expression can return Phone, although the editor hides it for these tools.
	if (included.includes('phone')) {
		throw new InputError(
			`${tool.name} has no single merge field for ${mergeFieldInputs.phone.label}`,
			`Remove ${mergeFieldInputs.phone.label} from ${INCLUDE}, or set ${EMAIL_TOOL} to "${OTHER_TOOL_NAME}" and fill in ${MERGE_FIELDS}.`,
		);
	}
	return {
		first_name: { mergeField: tool.firstName },
		last_name: included.includes('lastName') ? { mergeField: tool.lastName } : undefined,
		email: { mergeField: tool.email },
	};
}

/**
 * Returns the person in a link for a tool that is not in the list, whose merge fields the user entered.
 * @throws InputError if a required field has no merge field
 */
function personOfOtherTool({ mergeFields = {}, includeFields: included = [] }: PersonInput): LinkParameters {
	// The link contains every merge field that the user entered. Include Fields only makes more of them required.
	const required: Array<keyof typeof mergeFieldInputs> = ['firstName', 'email'];
	if (included.includes('lastName')) required.push('lastName');
	// The service takes a phone number in two parts.
	if (included.includes('phone')) required.push('phoneCountryCode', 'phone');
	const missing = required.filter((name) => !mergeFields[name]);
	if (missing.length > 0) {
		const labels = enumerated(missing.map((name) => mergeFieldInputs[name].label));
		throw new InputError(
			`The link has no merge field for ${labels}`,
			`Fill in ${labels} under ${MERGE_FIELDS}.`,
		);
	}
	return {
		first_name: mergeFields.firstName,
		last_name: mergeFields.lastName,
		email: mergeFields.email,
		phone_country_code: mergeFields.phoneCountryCode,
		phone_number: mergeFields.phone,
		timezone: mergeFields.timezone,
	};
}

/**
 * Returns the answers to custom fields in a link: merge fields, or the answers of one contact.
 * @throws InputError if the webinar does not accept an answer of the contact
 */
export function linkAnswersOf(
	{ mergeFields, contactFields }: PersonInput,
	webinar: Webinar,
): Answers<LinkValue> {
	if (mergeFields) return mergeFields.customFields ?? {};
	return withOptionIds(webinar, contactFields?.customFields ?? {});
}

import { isRecord } from '../utils/values';
import { InputError } from '../service/errors';
import { answersFor, type Answers } from '../webinars/customFields';
import { type EmailTool, emailTools, noMergeTag, readMergeTag } from '../webinars/emailTools';
import type { LinkParameters, LinkValue } from '../webinars/oneClickLink';
import type { Webinar } from '../webinars/webinar';
import { customFields, customFieldsWith, email, firstName, optionalContactFields } from './contactFields';
import {
	asOption,
	asText,
	choice,
	collection,
	type Field,
	filled,
	noticeField,
	onlyWith,
	type Sibling,
	textAs,
	type Values,
} from './field';

/** Whose data a link contains: the merge fields of an email tool, or those of one contact. */

interface LinkPerson {
	person: LinkParameters;
	answers: Answers<LinkValue>;
}

const OWN = 'custom';
const TOOL = 'Email Tool';
const INCLUDE = 'Include Fields';
const INCLUDABLE = { lastName: 'lastName', phone: 'phone' } as const;

const withOwn = { show: { emailTool: [OWN] } };

const linkFor = choice(
	'Link For',
	undefined,
	{
		'All Contacts': ['emailTool', 'One link for all contacts; the email tool fills in their data'],
		'One Contact': ['contact', 'A complete link for one contact'],
	},
	{
		default: 'emailTool',
		description: "What the link is for: an email tool, which fills in each contact's data, or one contact",
	},
);

const tools: Readonly<Record<string, EmailTool>> = emailTools;

const emailTool = choice(
	TOOL,
	undefined,
	{
		...Object.fromEntries(Object.entries(tools).map(([value, { name }]) => [name, value])),
		'Other (Own Merge Fields)': OWN,
	},
	{
		default: 'mailchimp',
		description: 'The tool that sends the email. The link contains its merge fields.',
	},
);

/** A list, or a comma-separated text, which n8n accepts too. */
export const includeFields: Field<Array<keyof typeof INCLUDABLE>> = {
	label: INCLUDE,
	shown: {
		type: 'multiOptions',
		options: [
			{ name: 'Last Name', value: 'lastName' },
			// No tool has one reliable merge field for a phone number.
			{ name: 'Phone', value: 'phone', displayOptions: withOwn },
		],
		default: [],
		description:
			'Fields of the link besides first name and email. Include those that the webinar requires. For Phone, set Email Tool to "Other (Own Merge Fields)".',
	},
	read(given) {
		const values: unknown[] = Array.isArray(given) ? given : asText(INCLUDE, given).split(',');
		const names = values.map((value) => asText(INCLUDE, value)).filter((name) => name !== '');
		if (values.length > 0 && names.length === 0) filled(INCLUDE, '');
		return names.map((name) => asOption(INCLUDE, INCLUDABLE, name));
	},
};

function tagField(label: string, example: string, isNeeded = false): Field<LinkValue | undefined> {
	return textAs(label, { placeholder: `e.g. ${example}` }, (given) => readTag(label, given, isNeeded));
}

/** @param given null for an expression without a value; undefined or empty: the link leaves it out */
function readTag(label: string, given: unknown, isNeeded = false): LinkValue | undefined {
	if (given === null) {
		throw new InputError(
			`The merge field for ${label} is an expression without a value`,
			'If you pasted a merge field with {{ }}, n8n took it for an expression: switch the field to Fixed.',
		);
	}
	const tag = asText(label, given);
	return tag === '' && !isNeeded ? undefined : { tag: readMergeTag(label, tag) };
}

const tags = {
	firstName: tagField('First Name', '*|FNAME|*', true),
	lastName: tagField('Last Name', '*|LNAME|*'),
	email: tagField('Email', '*|EMAIL|*', true),
	phoneCountryCode: tagField('Phone Country Code', '*|CODE|*'),
	phone: tagField('Phone', '*|PHONE|*'),
	/** In the GMT form, e.g. GMT-5. */
	timezone: tagField('Timezone', '*|TIMEZONE|*'),
};

const ownTags = collection(
	'Merge Fields',
	{
		...tags,
		customFields: customFieldsWith<LinkValue>(
			{
				type: 'string',
				default: '',
				placeholder: 'e.g. *|COMPANY|*',
				description:
					'Merge field with the answer of each contact, exactly as your email tool prints it. For a drop-down, it must contain the ID of an option.',
			},
			(label, given) => readTag(label, given ?? null),
		),
	},
	{ placeholder: 'Add merge field', default: { email: '', firstName: '' }, displayOptions: withOwn },
);

const mergeFields: Field<LinkPerson> = {
	label: ownTags.label,
	shown: ownTags.shown,
	read(given, sibling) {
		const included = includeFields.read(sibling('includeFields'), sibling);
		const tool = emailTool.read(sibling('emailTool'), sibling);
		const preset = tools[tool];
		if (preset) return { person: presetPerson(preset, included), answers: {} };
		const { customFields: answers, ...own } = ownTags.read(given, sibling);
		const needed = included.flatMap((name) =>
			name === 'phone' ? (['phoneCountryCode', 'phone'] as const) : [name],
		);
		for (const name of needed) if (!own[name]) throw noMergeTag(tags[name].label);
		const person = {
			first_name: own.firstName,
			last_name: own.lastName,
			email: own.email,
			phone_country_code: own.phoneCountryCode,
			phone_number: own.phone,
			timezone: own.timezone,
		};
		return { person, answers };
	},
};

function presetPerson(preset: EmailTool, included: ReadonlyArray<keyof typeof INCLUDABLE>): LinkParameters {
	if (included.includes('phone')) {
		throw new InputError(
			`${preset.name} has no single merge field for ${tags.phone.label}`,
			`Remove ${tags.phone.label} from ${INCLUDE}, or set ${TOOL} to "Other (Own Merge Fields)" and fill in its merge fields.`,
		);
	}
	return {
		first_name: { tag: preset.firstName },
		...(included.includes('lastName') && { last_name: { tag: preset.lastName } }),
		email: { tag: preset.email },
	};
}

/** Whether a link has a merge field for each contact's zone, so that it needs no other. */
export function hasZoneTag(given: Sibling): boolean {
	// In the editor, an expression has no value yet.
	const isForTool = (given('linkFor') ?? 'emailTool') === 'emailTool';
	const texts = given('mergeFields');
	if (!isForTool || given('emailTool') !== OWN || !isRecord(texts)) return false;
	return typeof texts.timezone === 'string' && texts.timezone.trim() !== '';
}

const forTool = <Value>(field: Field<Value>) => onlyWith('linkFor', ['emailTool'], field);
const forContact = <Value>(field: Field<Value>) => onlyWith('linkFor', ['contact'], field);
const { lastName, phone, phoneCountryCode } = optionalContactFields;

export const personFields = {
	linkFor,
	emailTool: forTool(emailTool),
	// n8n makes an expression of a pasted text that begins with two braces.
	fixedNotice: forTool(
		noticeField(
			'n8n takes a pasted {{ … }} for an expression of its own. Switch such a merge field from Expression to Fixed.',
			{ displayOptions: withOwn },
		),
	),
	mergeFields: forTool(mergeFields),
	includeFields: forTool(includeFields),
	contactFirstName: forContact(firstName),
	contactEmail: forContact(email),
	contactFields: forContact(
		collection(
			'Contact Fields',
			{ customFields, lastName, phone, phoneCountryCode },
			{ placeholder: 'Add field' },
		),
	),
};

/** @throws InputError about an answer that the webinar does not take */
export function personOf(input: Values<typeof personFields>, webinar: Webinar): LinkPerson {
	const { mergeFields: ofTool, contactFirstName, contactEmail, contactFields } = input;
	if (ofTool) return ofTool;
	const literal = (text: string | undefined): LinkValue => ({ literal: text ?? '' });
	const answers = Object.entries(answersFor(webinar, contactFields?.customFields ?? {}));
	return {
		person: {
			first_name: literal(contactFirstName),
			last_name: literal(contactFields?.lastName),
			email: literal(contactEmail),
			phone_country_code: literal(contactFields?.phoneCountryCode),
			phone_number: literal(contactFields?.phone),
		},
		answers: Object.fromEntries(answers.map(([label, texts]) => [label, texts.map(literal)])),
	};
}

import { InputError } from '../service/errors';
import { quoted } from '../utils/text';
import { isRecord } from '../utils/values';
import type { Answers } from '../webinars/customFields';
import { type EmailTool, emailTools } from '../webinars/emailTools';
import { readMergeTag } from '../webinars/mergeTag';
import type { LinkParameters, LinkValue } from '../webinars/oneClickLink';
import { customFieldsWith } from './customFields';
import { type Field, readFields, type Sibling } from './field';
import { asOption, asText, choice, collection, notice, onlyWith, text } from './kinds';
import { productsWith } from './resource';

/** The merge fields of a link, which an email tool replaces with the data of each contact. */

/** Value of Email Tool for the user's own merge fields. */
const OWN = 'custom';
const TOOL = 'Email Tool';
const INCLUDE = 'Include Fields';
const INCLUDABLE = ['lastName', 'phone', 'timezone'];

/** A field of a link for an email tool. */
export const forEmailTool = <Value>(field: Field<Value>) => onlyWith('linkFor', ['emailTool'], field);

const withOwn = { show: { emailTool: [OWN] } };

/** The tool. Whether there is such a one is told with its merge fields. */
export const emailTool: Field<string> = {
	...choice(
		TOOL,
		undefined,
		{
			...Object.fromEntries(Object.entries(emailTools).map(([value, { name }]) => [name, value])),
			'Other (Own Merge Fields)': OWN,
		},
		{
			default: 'mailchimp',
			description: 'The tool that sends the email. The link contains its merge fields.',
		},
	),
	read: (given) => asText(TOOL, given),
};

/** n8n makes an expression of a pasted text that begins with two braces. */
export const fixedNotice = notice(
	'n8n takes a pasted {{ … }} for an expression of its own. Switch such a merge field from Expression to Fixed.',
	{ displayOptions: withOwn },
);

/** A list, or a comma-separated text, which n8n accepts too. */
export const includeFields: Field<string[]> = {
	label: INCLUDE,
	shown: {
		type: 'multiOptions',
		options: [
			{ name: 'Last Name', value: 'lastName' },
			// No tool has one reliable merge field for a phone number.
			{ name: 'Phone', value: 'phone', displayOptions: withOwn },
			{
				name: 'Timezone',
				value: 'timezone',
				displayOptions: { show: { resource: productsWith('takesTimezone') } },
			},
		],
		default: [],
		description:
			'Fields of the link besides first name and email. Include those that the webinar requires. For Phone, set Email Tool to "Other (Own Merge Fields)".',
	},
	read(given) {
		const values: unknown[] = Array.isArray(given) ? given : asText(INCLUDE, given).split(',');
		const names = values.map((value) => asText(INCLUDE, value)).filter((name) => name !== '');
		return names.map((name) => asOption(INCLUDE, INCLUDABLE, name));
	},
};

/** The text of a merge field; null for an expression without a value, undefined if it was not added. */
function tagField(label: string, placeholder: string): Field<string | null | undefined> {
	const read = (given: unknown) => (given === undefined || given === null ? given : asText(label, given));
	return { ...text(label, undefined, { placeholder: `e.g. ${placeholder}` }), read };
}

const tags = {
	firstName: tagField('First Name', '*|FNAME|*'),
	lastName: tagField('Last Name', '*|LNAME|*'),
	email: tagField('Email', '*|EMAIL|*'),
	phoneCountryCode: tagField('Phone Country Code', '*|CODE|*'),
	phone: tagField('Phone', '*|PHONE|*'),
	/** In the GMT form, e.g. GMT-5. */
	timezone: tagField('Timezone', '*|TIMEZONE|*'),
};

type TagName = keyof typeof tags;

const own = collection(
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
			(label, given) => {
				const tag = given === undefined || given === null ? null : asText(label, given);
				return tag === '' ? undefined : { tag: readTag(label, tag) };
			},
		),
	},
	{ placeholder: 'Add merge field', default: { email: '', firstName: '' }, displayOptions: withOwn },
);

/** The data of a person in a link, and the answers to custom fields. */
export interface LinkPerson {
	person: LinkParameters;
	answers: Answers<LinkValue>;
}

/** The merge fields of the link: those chosen in Include Fields, and those with a merge field of the user's own. */
export const mergeFields: Field<LinkPerson> = {
	label: own.label,
	shown: own.shown,
	read(given, sibling) {
		const included = includeFields.read(sibling('includeFields'), sibling);
		const isIncluded = (name: TagName) =>
			name === 'firstName' ||
			name === 'email' ||
			included.includes(name === 'phoneCountryCode' ? 'phone' : name);
		const tool = emailTool.read(sibling('emailTool'), sibling);
		if (tool !== OWN) {
			const preset = presetOf(tool);
			// No preset has a phone number: one error is enough.
			const isIn = (name: TagName) => isIncluded(name) && !['phoneCountryCode', 'timezone'].includes(name);
			return { person: personOf(isIn, (name) => presetTag(preset, name)), answers: {} };
		}
		const { customFields: answers, ...texts } = own.read(given, sibling);
		const textOf = (name: TagName) => (texts[name] === undefined ? '' : texts[name]);
		// Without a merge field for it, the link contains the zone of the Timezone field.
		const isIn = (name: TagName) => (isIncluded(name) && name !== 'timezone') || textOf(name) !== '';
		return { person: personOf(isIn, (name) => readTag(tags[name].label, textOf(name))), answers };
	},
};

/** Reads all tags, so that all problems are told at once. */
function personOf(isIn: (name: TagName) => boolean, tagOf: (name: TagName) => string): LinkParameters {
	const read = (name: TagName): Field<LinkValue | undefined> => ({
		label: tags[name].label,
		shown: tags[name].shown,
		read: () => (isIn(name) ? { tag: tagOf(name) } : undefined),
	});
	return readFields(
		{
			first_name: read('firstName'),
			last_name: read('lastName'),
			email: read('email'),
			phone_country_code: read('phoneCountryCode'),
			phone_number: read('phone'),
			timezone: read('timezone'),
		},
		() => undefined,
	);
}

/** Whether a link has a merge field for each contact's zone, so that it needs no other. */
export function hasZoneTag(given: Sibling): boolean {
	// In the editor, an expression has no value yet.
	const linkFor = given('linkFor') ?? 'emailTool';
	const texts = given('mergeFields');
	if (linkFor !== 'emailTool' || given('emailTool') !== OWN || !isRecord(texts)) return false;
	return typeof texts.timezone === 'string' && texts.timezone.trim() !== '';
}

/** @param tag null for an expression without a value */
function readTag(label: string, tag: string | null): string {
	if (tag !== null) return readMergeTag(label, tag);
	throw new InputError(
		`The merge field for ${label} is an expression without a value`,
		'If you pasted a merge field with {{ }}, n8n took it for an expression: switch the field to Fixed.',
	);
}

function presetOf(tool: string): EmailTool {
	const [, preset] = Object.entries(emailTools).find(([value]) => value === tool) ?? [];
	if (preset) return preset;
	throw new InputError(`${quoted(tool)} is not one of the email tools`, 'Choose one from the list.', [
		'There is no such email tool',
	]);
}

function presetTag(preset: EmailTool, name: TagName): string {
	if (name === 'firstName' || name === 'lastName' || name === 'email') return preset[name];
	const { label } = tags[name];
	throw new InputError(
		`${preset.name} has no single merge field for ${label}`,
		`Remove ${label} from ${INCLUDE}, or set ${TOOL} to "Other (Own Merge Fields)" and fill in its merge fields.`,
	);
}

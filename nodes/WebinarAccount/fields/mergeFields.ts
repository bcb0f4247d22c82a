import { InputError } from '../service/errors';
import { isRecord, quoted } from '../utils/values';
import type { Answers } from '../webinars/customFields';
import { type EmailTool, emailTools, readMergeTag } from '../webinars/emailTools';
import type { LinkParameters, LinkValue } from '../webinars/oneClickLink';
import { customFieldsWith } from './customFields';
import {
	asOption,
	asText,
	choice,
	collection,
	type Field,
	filled,
	notice,
	onlyWith,
	readFields,
	type Sibling,
	textAs,
} from './field';
import { productsWith } from './webinar';

/** The merge fields of a link, which an email tool replaces with the data of each contact. */

/** Value of Email Tool for the user's own merge fields. */
const OWN = 'custom';
const TOOL = 'Email Tool';
const INCLUDE = 'Include Fields';
const INCLUDABLE = { lastName: 'lastName', phone: 'phone', timezone: 'timezone' } as const;

export const forEmailTool = <Value>(field: Field<Value>) => onlyWith('linkFor', ['emailTool'], field);

const withOwn = { show: { emailTool: [OWN] } };

/** Whether there is such a tool is told with its merge fields. */
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
export const includeFields: Field<Array<keyof typeof INCLUDABLE>> = {
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
		if (values.length > 0 && names.length === 0) filled(INCLUDE, '');
		return names.map((name) => asOption(INCLUDE, INCLUDABLE, name));
	},
};

/** The text of a merge field; null for an expression without a value, empty if it was not added. */
const tagField = (label: string, placeholder: string) =>
	textAs(label, { placeholder: `e.g. ${placeholder}` }, (given) =>
		given === null ? null : asText(label, given),
	);

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
		// Without a merge field for it, the link contains the zone of the Timezone field.
		const names = ['firstName', 'email', ...included.filter((name) => name !== 'timezone')];
		const tool = emailTool.read(sibling('emailTool'), sibling);
		const preset = Object.entries(emailTools).find(([value]) => value === tool)?.[1];
		if (preset) {
			const tagOf = (name: TagName) => (names.includes(name) ? presetTag(preset, name) : undefined);
			return { person: personOf(tagOf), answers: {} };
		}
		if (tool !== OWN) throw noSuchTool(tool);
		if (names.includes('phone')) names.push('phoneCountryCode');
		const { customFields: answers, ...texts } = own.read(given, sibling);
		const tagOf = (name: TagName) =>
			names.includes(name) || texts[name] !== '' ? readTag(tags[name].label, texts[name]) : undefined;
		return { person: personOf(tagOf), answers };
	},
};

/** Reads all tags, so that all problems are told at once. @param tagOf undefined for what the link leaves out */
function personOf(tagOf: (name: TagName) => string | undefined): LinkParameters {
	const valueOf = (name: TagName) => ({
		read: (): LinkValue | undefined => {
			const tag = tagOf(name);
			return tag === undefined ? undefined : { tag };
		},
	});
	const parameters = {
		first_name: valueOf('firstName'),
		last_name: valueOf('lastName'),
		email: valueOf('email'),
		phone_country_code: valueOf('phoneCountryCode'),
		phone_number: valueOf('phone'),
		timezone: valueOf('timezone'),
	};
	return readFields(parameters, () => undefined);
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

function noSuchTool(tool: string): InputError {
	return new InputError(`${quoted(tool)} is not one of the email tools`, 'Choose one from the list.');
}

function presetTag(preset: EmailTool, name: TagName): string {
	if (name === 'firstName' || name === 'lastName' || name === 'email') return preset[name];
	const { label } = tags[name];
	throw new InputError(
		`${preset.name} has no single merge field for ${label}`,
		`Remove ${label} from ${INCLUDE}, or set ${TOOL} to "Other (Own Merge Fields)" and fill in its merge fields.`,
	);
}

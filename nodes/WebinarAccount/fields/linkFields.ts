import { isResourceLocatorValue } from 'n8n-workflow';

import { InputError } from '../service/errors';
import { isBlank, isRecord, quoted } from '../utils/values';
import { readSessionChoice, type SessionChoice, unlinkableSessionError } from '../webinars/chooseSession';
import { withOptionIds, type Answers } from '../webinars/customFields';
import { type EmailTool, emailTools, missingMergeFieldError, readMergeField } from '../webinars/emailTools';
import {
	type DashboardLink,
	isSessionNumber,
	type LinkParameters,
	type LinkValue,
	readDashboardLink,
} from '../webinars/oneClickLink';
import type { Webinar } from '../webinars/webinar';
import { customFields, customFieldsWith, email, firstName, optionalContactFields } from './contactFields';
import { noValue } from './expression';
import {
	asOption,
	asText,
	choice,
	collection,
	type Field,
	filled,
	filledText,
	InvalidValue,
	noticeField,
	onlyWith,
	type Sibling,
	textAs,
	type Values,
} from './field';
import { hasExpression, listMode, SESSION, textMode } from './webinarFields';

/** The fields of a one-click link: its session, and the merge fields of an email tool or the data of one contact. */

/**
 * The session of a link: either its number in the webinar's dashboard, which is undefined if the field is empty, or a
 * session of the API. The link then contains its schedule ID.
 */
export type LinkSessionChoice = { number: number | undefined } | { choice: SessionChoice };

const NUMBER_HINT =
	"Session number in the webinar's dashboard (1, 2, 3). Empty: the one in Dashboard Link, or else 1.";

const UNTESTED =
	"Puts the API's schedule ID into the link, which may not work. Test the link before you send it.";

export const linkSession: Field<LinkSessionChoice> = {
	label: SESSION,
	offers: ['next'],
	shown: {
		type: 'resourceLocator',
		default: { mode: 'number', value: '' },
		typeOptions: { loadOptionsDependsOn: ['resource', 'webinarId.value'] },
		description:
			"The number of the session in the webinar's dashboard. The configuration of the webinar numbers its sessions 1, 2, 3; the API does not return these numbers. In a series, 1 registers people for all sessions.",
		builderHint: { propertyHint: `Use By Number, and leave it empty for session 1. ${NUMBER_HINT}` },
		modes: [
			{ ...textMode('By Number', 'number', 'e.g. 2'), hint: NUMBER_HINT },
			{ ...listMode('Select a session…', 'searchSchedules'), hint: UNTESTED },
			{ ...textMode('By ID', 'id', 'e.g. 56'), hint: UNTESTED },
		],
	},
	parameters: ['schedule_id'],
	read(given, _sibling, stored) {
		// An expression can replace the whole locator with a number.
		const { mode, value, cachedResultName } = isResourceLocatorValue(given)
			? given
			: { mode: 'number', value: given, cachedResultName: undefined };
		if (mode === 'number') {
			const isDefault = isBlank(value) && !hasExpression(stored);
			return { number: isDefault ? undefined : readSessionNumber(value) };
		}
		const choice = readSessionChoice(asText(SESSION, value));
		if (choice.kind === 'justInTime' || choice.kind === 'instantReplay') throw unlinkableSessionError();
		return { choice: { ...choice, ...(mode === 'list' && cachedResultName && { shown: cachedResultName }) } };
	},
};

const NUMBER_ADVICE = `Enter the number that the webinar's dashboard shows (1, 2, 3), or leave ${SESSION} empty.`;

function readSessionNumber(given: unknown): number {
	// A string is not trimmed, because a number with spaces is rejected.
	const text = typeof given === 'string' ? given : asText(SESSION, given);
	if (isSessionNumber(text)) return Number(text);
	if (text !== '') throw new InputError(`${quoted(text)} is not a session number`, NUMBER_ADVICE);
	throw new InvalidValue(`${SESSION} is empty`, SESSION, (expression) =>
		expression === undefined ? NUMBER_ADVICE : noValue(SESSION, expression),
	);
}

export const DASHBOARD_LINK = 'Dashboard Link';

export const dashboardLink: Field<DashboardLink | undefined> = textAs(
	DASHBOARD_LINK,
	{
		placeholder: 'e.g. https://event.webinarjam.com/register/1click/6/uvw1234?schedule_id=1',
		description:
			"A one-click link copied from the webinar's dashboard. The new link has its webinar number, token and other parameters, and its session number if Session is empty. The merge fields or contact data of this node replace its sample data.",
	},
	(given) => (given === undefined ? undefined : readDashboardLink(filledText(DASHBOARD_LINK, given))),
);

/** The part of a link that depends on the person. */
export interface LinkPerson {
	parameters: LinkParameters;
	/** The last name for a dashboard link that has one, if Include Fields does not include it. */
	lastNameIfAsked?: LinkValue;
	answers: Answers<LinkValue>;
	/** How to add what the webinar requires, for hints. */
	howToAdd: Readonly<Record<'lastName' | 'phone', string>>;
}

const OWN = 'custom';
const OWN_NAME = 'Other (Own Merge Fields)';
const TOOL = 'Email Tool';
const INCLUDE = 'Include Fields';
const MERGE_FIELDS = 'Merge Fields';
const CONTACT_FIELDS = 'Contact Fields';
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
		[OWN_NAME]: OWN,
	},
	{
		default: 'mailchimp',
		description: 'The tool that sends the email. The link contains its merge fields.',
	},
);

/** Takes a list or a comma-separated string, as n8n does. */
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
		description: `Fields of the link besides first name and email. Include those that the webinar requires. For Phone, set ${TOOL} to "${OWN_NAME}".`,
	},
	read(given) {
		const values: unknown[] = Array.isArray(given) ? given : asText(INCLUDE, given).split(',');
		const names = values.map((value) => asText(INCLUDE, value)).filter((name) => name !== '');
		if (values.length > 0 && names.length === 0) filled(INCLUDE, '');
		return names.map((name) => asOption(INCLUDE, INCLUDABLE, name));
	},
};

function mergeFieldEntry(label: string, example: string, isNeeded = false): Field<LinkValue | undefined> {
	return textAs(label, { placeholder: `e.g. ${example}` }, (given) => readEntry(label, given, isNeeded));
}

/**
 * Reads a merge field; returns undefined if the link leaves it out.
 *
 * @param given null for an expression without a value, undefined or '' for an empty field
 */
function readEntry(label: string, given: unknown, isNeeded = false): LinkValue | undefined {
	if (given === null) {
		throw new InputError(
			`The merge field for ${label} is an expression without a value`,
			'If you pasted a merge field with {{ }}, n8n took it for an expression. Switch the field to Fixed.',
		);
	}
	const text = asText(label, given);
	return text === '' && !isNeeded ? undefined : { mergeField: readMergeField(label, text) };
}

const mergeFieldEntries = {
	firstName: mergeFieldEntry('First Name', '*|FNAME|*', true),
	lastName: mergeFieldEntry('Last Name', '*|LNAME|*'),
	email: mergeFieldEntry('Email', '*|EMAIL|*', true),
	phoneCountryCode: mergeFieldEntry('Phone Country Code', '*|CODE|*'),
	phone: mergeFieldEntry('Phone', '*|PHONE|*'),
	/** In the GMT form, e.g. GMT-5. */
	timezone: mergeFieldEntry('Timezone', '*|TIMEZONE|*'),
};

const ownMergeFields = collection(
	MERGE_FIELDS,
	{
		...mergeFieldEntries,
		customFields: customFieldsWith<LinkValue>(
			{
				type: 'string',
				default: '',
				placeholder: 'e.g. *|COMPANY|*',
				description:
					'Merge field with the answer of each contact, exactly as your email tool prints it. For a drop-down, it must contain the ID of an option.',
			},
			(label, given) => readEntry(label, given ?? null),
		),
	},
	{ placeholder: 'Add merge field', default: { email: '', firstName: '' }, displayOptions: withOwn },
);

const mergeFields: Field<LinkPerson> = {
	label: ownMergeFields.label,
	shown: ownMergeFields.shown,
	read(given, sibling) {
		const included = includeFields.read(sibling('includeFields'), sibling);
		const tool = emailTool.read(sibling('emailTool'), sibling);
		const preset = tools[tool];
		return preset
			? personOfPreset(preset, included)
			: personOfOwnMergeFields(ownMergeFields.read(given, sibling), included);
	},
};

type Included = ReadonlyArray<keyof typeof INCLUDABLE>;

function personOfPreset(preset: EmailTool, included: Included): LinkPerson {
	if (included.includes('phone')) {
		throw new InputError(
			`${preset.name} has no single merge field for ${mergeFieldEntries.phone.label}`,
			`Remove ${mergeFieldEntries.phone.label} from ${INCLUDE}, or set ${TOOL} to "${OWN_NAME}" and fill in its merge fields.`,
		);
	}
	const lastName = { mergeField: preset.lastName };
	return {
		parameters: {
			first_name: { mergeField: preset.firstName },
			last_name: included.includes('lastName') ? lastName : undefined,
			email: { mergeField: preset.email },
		},
		lastNameIfAsked: lastName,
		answers: {},
		howToAdd: {
			lastName: `add it in ${INCLUDE}`,
			phone: `set ${TOOL} to "${OWN_NAME}" and add it in ${MERGE_FIELDS}`,
		},
	};
}

function personOfOwnMergeFields(own: Values<typeof ownMergeFields.entries>, included: Included): LinkPerson {
	const needed = included.flatMap((name) =>
		name === 'phone' ? (['phoneCountryCode', 'phone'] as const) : [name],
	);
	for (const name of needed) {
		if (!own[name]) throw missingMergeFieldError(mergeFieldEntries[name].label);
	}
	return {
		parameters: {
			first_name: own.firstName,
			last_name: own.lastName,
			email: own.email,
			phone_country_code: own.phoneCountryCode,
			phone_number: own.phone,
			timezone: own.timezone,
		},
		answers: own.customFields,
		howToAdd: { lastName: `add it in ${MERGE_FIELDS}`, phone: `add it in ${MERGE_FIELDS}` },
	};
}

/** Whether the link has a merge field for each contact's time zone, so that Timezone may be empty. */
export function hasZoneMergeField(given: Sibling): boolean {
	// In the editor, Link For is undefined if it is an expression. All Contacts is then assumed.
	const isForTool = (given('linkFor') ?? 'emailTool') === 'emailTool';
	const entries = given('mergeFields');
	if (!isForTool || given('emailTool') !== OWN || !isRecord(entries)) return false;
	return typeof entries.timezone === 'string' && entries.timezone.trim() !== '';
}

const forTool = <Value>(field: Field<Value>) => onlyWith('linkFor', ['emailTool'], field);
const forContact = <Value>(field: Field<Value>) => onlyWith('linkFor', ['contact'], field);
const { lastName, phone, phoneCountryCode } = optionalContactFields;

export const personFields = {
	linkFor,
	emailTool: forTool(emailTool),
	// n8n turns a pasted string that begins with {{ into an expression.
	fixedNotice: forTool(
		noticeField(
			'n8n reads a pasted {{ … }} as an n8n expression. Switch such a merge field from Expression to Fixed.',
			{ displayOptions: withOwn },
		),
	),
	mergeFields: forTool(mergeFields),
	includeFields: forTool(includeFields),
	contactFirstName: forContact(firstName),
	contactEmail: forContact(email),
	contactFields: forContact(
		collection(
			CONTACT_FIELDS,
			{ customFields, lastName, phone, phoneCountryCode },
			{ placeholder: 'Add field' },
		),
	),
};

/** Returns the part of a link that depends on the person. @throws InputError if the webinar does not accept an answer */
export function personOf(input: Values<typeof personFields>, webinar: Webinar): LinkPerson {
	const { mergeFields: ofTool, contactFirstName, contactEmail, contactFields } = input;
	if (ofTool) return ofTool;
	const literal = (text: string | undefined): LinkValue => ({ literal: text ?? '' });
	const answers = Object.entries(withOptionIds(webinar, contactFields?.customFields ?? {}));
	return {
		parameters: {
			first_name: literal(contactFirstName),
			last_name: literal(contactFields?.lastName),
			email: literal(contactEmail),
			phone_country_code: literal(contactFields?.phoneCountryCode),
			phone_number: literal(contactFields?.phone),
		},
		answers: Object.fromEntries(answers.map(([label, texts]) => [label, texts.map(literal)])),
		howToAdd: { lastName: `add it in ${CONTACT_FIELDS}`, phone: `add it in ${CONTACT_FIELDS}` },
	};
}

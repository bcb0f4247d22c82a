import { InputError } from '../service/errors';
import { shortened } from '../utils/values';

/** An email tool with its merge fields, which it replaces with each contact's data when it sends the email. */
export interface EmailTool {
	name: string;
	firstName: string;
	lastName: string;
	email: string;
}

/** The presets leave out the phone number, because no tool has reliable merge fields for country code and number. */
export const emailTools = {
	activeCampaign: {
		name: 'ActiveCampaign',
		firstName: '%FIRSTNAME%',
		lastName: '%LASTNAME%',
		email: '%EMAIL%',
	},
	aweber: {
		name: 'AWeber',
		firstName: '{!firstname_fix}',
		lastName: '{!lastname_fix}',
		email: '{!email}',
	},
	brevo: {
		name: 'Brevo',
		firstName: '{{ contact.FIRSTNAME }}',
		lastName: '{{ contact.LASTNAME }}',
		email: '{{ contact.EMAIL }}',
	},
	campaignMonitor: {
		name: 'Campaign Monitor',
		firstName: '[firstname,fallback=]',
		lastName: '[lastname,fallback=]',
		email: '[email]',
	},
	drip: {
		name: 'Drip',
		firstName: '{{ subscriber.first_name }}',
		lastName: '{{ subscriber.last_name }}',
		email: '{{ subscriber.email }}',
	},
	getResponse: {
		name: 'GetResponse',
		firstName: '[[firstname]]',
		lastName: '[[lastname]]',
		email: '[[email]]',
	},
	highLevel: {
		name: 'HighLevel',
		firstName: '{{contact.first_name}}',
		lastName: '{{contact.last_name}}',
		email: '{{contact.email}}',
	},
	hubSpot: {
		name: 'HubSpot',
		firstName: '{{ contact.firstname }}',
		lastName: '{{ contact.lastname }}',
		email: '{{ contact.email }}',
	},
	keap: {
		name: 'Keap',
		firstName: '~Contact.FirstName~',
		lastName: '~Contact.LastName~',
		email: '~Contact.Email~',
	},
	kit: {
		name: 'Kit',
		firstName: '{{ subscriber.first_name }}',
		lastName: '{{ subscriber.last_name }}',
		email: '{{ subscriber.email_address }}',
	},
	klaviyo: {
		name: 'Klaviyo',
		firstName: '{{ first_name }}',
		lastName: '{{ last_name }}',
		email: '{{ email }}',
	},
	klickTipp: {
		name: 'KlickTipp',
		firstName: '%Subscriber:CustomFieldFirstName%',
		lastName: '%Subscriber:CustomFieldLastName%',
		email: '%Subscriber:EmailAddress%',
	},
	mailchimp: {
		name: 'Mailchimp',
		firstName: '*|FNAME|*',
		lastName: '*|LNAME|*',
		email: '*|EMAIL|*',
	},
	mailerLite: {
		name: 'MailerLite',
		firstName: '{$name}',
		lastName: '{$last_name}',
		email: '{$email}',
	},
	mautic: {
		name: 'Mautic',
		firstName: '{contactfield=firstname}',
		lastName: '{contactfield=lastname}',
		email: '{contactfield=email}',
	},
	omnisend: {
		name: 'Omnisend',
		firstName: '[[contact.first_name]]',
		lastName: '[[contact.last_name]]',
		email: '[[contact.email]]',
	},
	ontraport: {
		name: 'Ontraport',
		firstName: '[First Name]',
		lastName: '[Last Name]',
		email: '[Email]',
	},
} satisfies Record<string, EmailTool>;

/** Matches the merge fields of all tools, which may contain spaces and #. Single brackets also match inside double ones. */
const MERGE_FIELD =
	/\{[^{}\r\n]*\}|\[[^[\]\r\n]*\]|\*\|[^|\r\n]*\|\*|<[^<>\r\n]*>|%[^%\s\d][^%\s]*%|~[^~\s]+~|#[^#\s]+#/;

export function hasMergeField(text: string): boolean {
	return MERGE_FIELD.test(text);
}

const MERGE_FIELD_OR_PLUS = new RegExp(`${MERGE_FIELD.source}|\\+`, 'g');

const PROBLEMS: ReadonlyArray<[pattern: RegExp, problem: string]> = [
	[/&/, 'contains an "&", which begins the next parameter of the link'],
	[/#/, 'contains a "#", which ends the link'],
	[/\s/, 'contains a space or a line break'],
	[/\?/, 'contains a "?"'],
];

/**
 * Checks a merge field and returns its form in the link. Text around a merge field must not contain characters that have
 * a meaning in a link, and nothing may contain an "&". A plus sign in that text is encoded, because in a link it means a
 * space ("One-click registration link", rule 2).
 *
 * @throws InputError
 */
export function readMergeField(label: string, given: string): string {
	const text = given.trim();
	if (text === '') throw missingMergeFieldError(label);
	const outside = text.replace(MERGE_FIELD_OR_PLUS, (part) => (part.includes('&') ? '&' : ''));
	const [, problem] = PROBLEMS.find(([pattern]) => pattern.test(outside)) ?? [];
	if (problem === undefined)
		return text.replace(MERGE_FIELD_OR_PLUS, (part) => (part === '+' ? '%2B' : part));
	throw new InputError(
		`The merge field for ${label} ${problem}`,
		`Copy the merge field from your email tool without changes, e.g. *|EMAIL|* or %EMAIL%. Current value: ${shortened(text)}`,
	);
}

export function missingMergeFieldError(label: string): InputError {
	return new InputError(`The link has no merge field for ${label}`, `Fill in ${label} under Merge Fields.`);
}

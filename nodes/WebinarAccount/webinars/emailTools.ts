import { InputError } from '../service/errors';
import { shortened } from '../utils/values';

/** An email tool with its merge fields. When the tool sends an email, it replaces them with the contact's data. */
export interface EmailTool {
	name: string;
	firstName: string;
	lastName: string;
	email: string;
}

/**
 * The email tools whose merge fields the node knows. Merge fields for phone numbers are omitted, because no tool has
 * reliable ones for country code and number.
 */
export const emailTools: Readonly<Record<string, EmailTool>> = {
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
};

/**
 * Matches a merge field of any tool. The pattern for single brackets also finds merge fields in double brackets. Merge
 * fields may contain spaces and #. `%C3%BCller%20` is percent-encoded text without a merge field.
 */
const MERGE_FIELD =
	/\{[^{}\r\n]*\}|\[[^[\]\r\n]*\]|\*\|[^|\r\n]*\|\*|<[^<>\r\n]*>|%%[^%\r\n]+%%|%(?![\da-fA-F]{2}(?:%|[^%\s]*%[\da-fA-F]{2}))[^%\s\d][^%\s]*%|~[^~\s]+~|#[^#\s]+#/;

export function hasMergeField(text: string): boolean {
	return MERGE_FIELD.test(text);
}

/**
 * Merge fields that nobody has in their name: `{{ … }}`, and the forms of the tools in the list. Single brackets may belong to
 * a name, so only certain merge fields in single brackets are included.
 */
export const MERGE_FIELDS_IN_NAMES: readonly RegExp[] = [
	/\{\{[^{}]*\}\}/,
	/\[\[[^[\]]*\]\]/,
	/\*\|[^|]*\|\*/,
	/%(?![\da-f]{2}%)[a-z][\w:]*%/i,
	/~[a-z]+\.\w+~/i,
	/\{(?:[!$]|contactfield=)[^{}]*\}/i,
	/\[(?:[^,[\]]*,fallback=[^[\]]*|first ?name|last ?name|email)\]/i,
];

/** Percent-encodes the characters that match a pattern. Merge fields stay as they are. */
export function encodedOutsideMergeFields(text: string, characters: RegExp): string {
	const mergeFieldOrCharacter = new RegExp(`${MERGE_FIELD.source}|(${characters.source})`, 'g');
	return text.replace(mergeFieldOrCharacter, (part, character?: string) =>
		character === undefined ? part : encodeURIComponent(character),
	);
}

/**
 * Checks the text of a field under Merge Fields, and returns it as it is written in the link. The text may have further
 * characters around the merge field. A plus sign there is encoded, because in a URL it means a space.
 *
 * @param label the field's label, for the error
 * @param text the text in the field
 * @throws InputError if the text would break the link
 */
export function readMergeField(label: string, text: string): string {
	// A merge field may contain all characters but "&", because the email tool replaces it as a whole.
	const outsideOfMergeFields = text.split(MERGE_FIELD).join('');
	const breaksLink = text.includes('&') || /[#?\s]/.test(outsideOfMergeFields);
	if (!breaksLink) return encodedOutsideMergeFields(text, /\+/);
	throw new InputError(
		`The merge field for ${label} contains a space, a line break, "&", "?" or "#", which would break the link`,
		`Copy the merge field from your email tool without changes, e.g. *|EMAIL|* or %EMAIL%. Current value: ${shortened(text)}`,
	);
}

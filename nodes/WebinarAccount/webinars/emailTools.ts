import { InputError } from '../service/errors';
import { shortened } from '../utils/values';

/** The merge fields of one email tool, which replaces them with the contact's data when it sends the email. */
export type EmailTool = ReturnType<typeof tool>;

function tool(name: string, firstName: string, lastName: string, email: string) {
	return { name, firstName, lastName, email };
}

/** Phone is left out, because no tool has reliable fields for country code and number. */
export const emailTools = {
	activeCampaign: tool('ActiveCampaign', '%FIRSTNAME%', '%LASTNAME%', '%EMAIL%'),
	aweber: tool('AWeber', '{!firstname_fix}', '{!lastname_fix}', '{!email}'),
	brevo: tool('Brevo', '{{ contact.FIRSTNAME }}', '{{ contact.LASTNAME }}', '{{ contact.EMAIL }}'),
	campaignMonitor: tool('Campaign Monitor', '[firstname,fallback=]', '[lastname,fallback=]', '[email]'),
	drip: tool('Drip', '{{ subscriber.first_name }}', '{{ subscriber.last_name }}', '{{ subscriber.email }}'),
	getResponse: tool('GetResponse', '[[firstname]]', '[[lastname]]', '[[email]]'),
	highLevel: tool('HighLevel', '{{contact.first_name}}', '{{contact.last_name}}', '{{contact.email}}'),
	hubSpot: tool('HubSpot', '{{ contact.firstname }}', '{{ contact.lastname }}', '{{ contact.email }}'),
	keap: tool('Keap', '~Contact.FirstName~', '~Contact.LastName~', '~Contact.Email~'),
	kit: tool(
		'Kit',
		'{{ subscriber.first_name }}',
		'{{ subscriber.last_name }}',
		'{{ subscriber.email_address }}',
	),
	klaviyo: tool('Klaviyo', '{{ first_name }}', '{{ last_name }}', '{{ email }}'),
	mailchimp: tool('Mailchimp', '*|FNAME|*', '*|LNAME|*', '*|EMAIL|*'),
	mailerLite: tool('MailerLite', '{$name}', '{$last_name}', '{$email}'),
	mautic: tool('Mautic', '{contactfield=firstname}', '{contactfield=lastname}', '{contactfield=email}'),
	omnisend: tool('Omnisend', '[[contact.first_name]]', '[[contact.last_name]]', '[[contact.email]]'),
	ontraport: tool('Ontraport', '[First Name]', '[Last Name]', '[Email]'),
} satisfies Record<string, EmailTool>;

/** Merge tags, which may contain spaces and #. Single brackets also match inside double ones. */
const TAG =
	/\{[^{}\r\n]*\}|\[[^[\]\r\n]*\]|\*\|[^|\r\n]*\|\*|<[^<>\r\n]*>|%[^%\s\d][^%\s]*%|~[^~\s]+~|#[^#\s]+#/;

const TAG_OR_PLUS = new RegExp(`${TAG.source}|\\+`, 'g');

const PROBLEMS: ReadonlyArray<[pattern: RegExp, problem: string]> = [
	[/&/, 'contains an "&", which begins the next parameter of the link'],
	[/#/, 'contains a "#", which ends the link'],
	[/\s/, 'contains a space or a line break'],
	[/\?/, 'contains a "?"'],
];

/**
 * Checks a merge field, which a link contains unencoded: outside the tool's tag, no character may have a meaning in a
 * link, and an "&" nowhere. Only a plus sign outside a tag is encoded, because in a link it means a space ("One-click registration link",
 * rule 2).
 */
export function readMergeTag(label: string, tag: string): string {
	const text = tag.trim();
	if (text === '') throw noMergeTag(label);
	const outside = text.replace(TAG_OR_PLUS, (part) => (part.includes('&') ? '&' : ''));
	const [, problem] = PROBLEMS.find(([pattern]) => pattern.test(outside)) ?? [];
	if (problem === undefined) return text.replace(TAG_OR_PLUS, (part) => (part === '+' ? '%2B' : part));
	throw new InputError(
		`The merge field for ${label} ${problem}`,
		`Copy the merge field from your email tool without changes, e.g. *|EMAIL|* or %EMAIL%. Current value: ${shortened(text)}`,
	);
}

export function noMergeTag(label: string): InputError {
	return new InputError(`The link has no merge field for ${label}`, `Fill in ${label} under Merge Fields.`);
}

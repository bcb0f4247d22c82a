/** The merge fields of one email tool, which replaces them with the contact's data when it sends the email. */
export type EmailTool = {
	name: string;
	firstName: string;
	lastName: string;
	email: string;
};

const tool = (name: string, firstName: string, lastName: string, email: string): EmailTool => ({
	name,
	firstName,
	lastName,
	email,
});

/**
 * The merge fields of each email tool: name of the tool, first name, last name, email. Phone is left out, because no
 * tool has reliable fields for country code and number.
 */
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

/** The merge fields of one e-mail tool: each is replaced by the contact's data when the tool sends the e-mail. */
interface EmailTool {
	/** The tool's own name. */
	name: string;
	firstName: string;
	lastName: string;
	email: string;
}

/**
 * Merge fields by e-mail tool. Phone is left out: the tools have no single field for country code and number that
 * could be relied on.
 */
export const emailTools = {
	activeCampaign: {
		name: 'ActiveCampaign',
		firstName: '%FIRSTNAME%',
		lastName: '%LASTNAME%',
		email: '%EMAIL%',
	},
	aweber: { name: 'AWeber', firstName: '{!firstname_fix}', lastName: '{!lastname_fix}', email: '{!email}' },
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
	mailchimp: { name: 'Mailchimp', firstName: '*|FNAME|*', lastName: '*|LNAME|*', email: '*|EMAIL|*' },
	mailerLite: { name: 'MailerLite', firstName: '{$name}', lastName: '{$last_name}', email: '{$email}' },
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
	ontraport: { name: 'Ontraport', firstName: '[First Name]', lastName: '[Last Name]', email: '[Email]' },
} as const satisfies Record<string, EmailTool>;

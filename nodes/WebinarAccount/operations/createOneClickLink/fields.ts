import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { emailTools } from '../../service/links/emailTools';
import { email, firstName, lastName, phone, phoneCountryCode } from '../contactFields';
import { optionsOf } from '../fields';

/** What a one-click link is made of. */

export const notice: INodeProperties = {
	displayName:
		'The service allows one-click links only in emails that your email tool (autoresponder) sends to contacts already in it. Any other use can end the account.',
	name: 'notice',
	type: 'notice',
	default: '',
};

export const linkFor: INodeProperties = {
	displayName: 'Link For',
	name: 'linkFor',
	type: 'options',
	options: [
		{
			name: 'Email Tool',
			value: 'emailTool',
			description: 'One link for all contacts; the tool fills in their data when it sends the email',
		},
		{ name: 'One Contact', value: 'contact', description: 'The finished link of one contact' },
	],
	default: 'emailTool',
	description: 'Who fills in the data of the contact',
};

/** Value of Email Tool for merge fields that the user fills in. */
export const OWN_MERGE_FIELDS = 'custom';

const toolOptions: INodePropertyOptions[] = [
	...Object.entries(emailTools).map(([value, { name }]) => ({ name, value })),
	{ name: 'Other (Own Merge Fields)', value: OWN_MERGE_FIELDS },
];

export const emailTool: INodeProperties = {
	displayName: 'Email Tool',
	name: 'emailTool',
	type: 'options',
	options: toolOptions,
	default: 'mailchimp',
	description: 'The tool that sends the email; its merge fields go into the link',
	displayOptions: { show: { linkFor: ['emailTool'] } },
};

const mergeField = (field: INodeProperties, placeholder: string): INodeProperties => ({
	displayName: field.displayName,
	name: field.name,
	type: 'string',
	default: '',
	placeholder,
});

export const timezoneTag: INodeProperties = {
	displayName: 'Timezone',
	name: 'timezone',
	type: 'string',
	default: '',
	placeholder: 'e.g. *|TIMEZONE|*',
	description: 'Merge field of a contact field that holds the GMT form, e.g. GMT-5',
};

export const mergeFields: INodeProperties = {
	displayName: 'Merge Fields',
	name: 'mergeFields',
	type: 'collection',
	placeholder: 'Add merge field',
	default: { email: '', firstName: '' },
	options: [
		mergeField(email, 'e.g. *|EMAIL|*'),
		mergeField(firstName, 'e.g. *|FNAME|*'),
		mergeField(lastName, 'e.g. *|LNAME|*'),
		mergeField(phone, 'e.g. *|PHONE|*'),
		mergeField(phoneCountryCode, 'e.g. *|CODE|*'),
		timezoneTag,
	],
	displayOptions: { show: { linkFor: ['emailTool'], emailTool: [OWN_MERGE_FIELDS] } },
};

export const includeFields: INodeProperties = {
	displayName: 'Include Fields',
	name: 'includeFields',
	type: 'multiOptions',
	options: [
		{ name: 'Last Name', value: 'lastName' },
		{ name: 'Phone', value: 'phone' },
		{ name: 'Timezone', value: 'timezone' },
	],
	default: [],
	description: 'What the link carries besides first name and email. Include what the webinar requires.',
	displayOptions: { show: { linkFor: ['emailTool'] } },
};

const forContact = { show: { linkFor: ['contact'] } } satisfies INodeProperties['displayOptions'];

export const contactFirstName: INodeProperties = {
	...firstName,
	name: 'contactFirstName',
	displayOptions: forContact,
};

export const contactEmail: INodeProperties = { ...email, name: 'contactEmail', displayOptions: forContact };

export const contactFields: INodeProperties = {
	displayName: 'Contact Fields',
	name: 'contactFields',
	type: 'collection',
	placeholder: 'Add field',
	default: {},
	options: [lastName, phone, phoneCountryCode],
	displayOptions: forContact,
};

export const dashboardLink: INodeProperties = {
	displayName: 'Dashboard Link',
	name: 'dashboardLink',
	type: 'string',
	default: '',
	placeholder: 'e.g. https://event.webinarjam.com/register/1click/6/uvw1234',
	description:
		"A one-click link copied from the webinar's dashboard. Its number and token are used instead of the webinar's ID and hash: the service does not document that these are the same.",
};

export const options = optionsOf(dashboardLink);

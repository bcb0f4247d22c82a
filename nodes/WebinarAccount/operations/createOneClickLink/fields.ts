import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { emailTools } from '../../service/links/emailTools';
import { email, firstName, lastName, phone, phoneCountryCode } from '../contactFields';
import { customFields, customMergeFields } from '../customFields';
import { optionsOf } from '../fields';
import { productsWith } from '../resource';

/** The fields of Create One-Click Link. */

export const notice: INodeProperties = {
	displayName:
		'The service allows one-click links only in emails that your email tool (autoresponder) sends to its existing contacts. Other use can get your account closed.',
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
			description: 'One link for all contacts; the email tool fills in their data',
		},
		{ name: 'One Contact', value: 'contact', description: 'A complete link for one contact' },
	],
	default: 'emailTool',
	description: "What the link is for: an email tool, which fills in each contact's data, or one contact",
};

/** Value of Email Tool for the user's own merge fields. */
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
	description: 'The tool that sends the email. The link contains its merge fields.',
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
	description: 'Merge field for the time zone in the GMT form, e.g. GMT-5',
};

const ofOwnMergeFields = {
	show: { linkFor: ['emailTool'], emailTool: [OWN_MERGE_FIELDS] },
} satisfies INodeProperties['displayOptions'];

/** n8n makes an expression of a pasted text that begins with two braces. */
export const fixedNotice: INodeProperties = {
	displayName:
		'n8n takes a pasted {{ … }} for an expression of its own. Switch such a merge field from Expression to Fixed.',
	name: 'fixedNotice',
	type: 'notice',
	default: '',
	displayOptions: ofOwnMergeFields,
};

export const mergeFields: INodeProperties = {
	displayName: 'Merge Fields',
	name: 'mergeFields',
	type: 'collection',
	placeholder: 'Add merge field',
	default: { email: '', firstName: '' },
	options: [
		customMergeFields,
		mergeField(email, 'e.g. *|EMAIL|*'),
		mergeField(firstName, 'e.g. *|FNAME|*'),
		mergeField(lastName, 'e.g. *|LNAME|*'),
		mergeField(phone, 'e.g. *|PHONE|*'),
		mergeField(phoneCountryCode, 'e.g. *|CODE|*'),
		timezoneTag,
	],
	displayOptions: ofOwnMergeFields,
};

export const includeFields: INodeProperties = {
	displayName: 'Include Fields',
	name: 'includeFields',
	type: 'multiOptions',
	options: [
		{ name: 'Last Name', value: 'lastName' },
		// No tool has one reliable merge field for a phone number.
		{ name: 'Phone', value: 'phone', displayOptions: { show: { emailTool: [OWN_MERGE_FIELDS] } } },
		{
			name: 'Timezone',
			value: 'timezone',
			displayOptions: { show: { resource: productsWith('takesTimezone') } },
		},
	],
	default: [],
	description:
		'Fields of the link besides first name and email. Include those that the webinar requires. For Phone, set Email Tool to "Other (Own Merge Fields)".',
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
	options: [customFields, lastName, phone, phoneCountryCode],
	displayOptions: forContact,
};

export const dashboardLink: INodeProperties = {
	displayName: 'Dashboard Link',
	name: 'dashboardLink',
	type: 'string',
	default: '',
	placeholder: 'e.g. https://event.webinarjam.com/register/1click/6/uvw1234',
	description:
		"A one-click link copied from the webinar's dashboard. Its number and token replace the webinar's ID and hash, because the service does not document that these are the same. Parameters that it has besides those of this node are kept.",
};

export const options = optionsOf(dashboardLink);

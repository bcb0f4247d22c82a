import type { INodeProperties } from 'n8n-workflow';

/** The fields of a contact, for registrations and one-click links. */

export const firstName: INodeProperties = {
	displayName: 'First Name',
	name: 'firstName',
	type: 'string',
	required: true,
	default: '',
	placeholder: 'e.g. Ann',
	description: 'First name of the person',
};

export const email: INodeProperties = {
	displayName: 'Email',
	name: 'email',
	type: 'string',
	required: true,
	default: '',
	placeholder: 'e.g. name@email.com',
	description: 'Email address of the person',
};

export const lastName: INodeProperties = {
	displayName: 'Last Name',
	name: 'lastName',
	type: 'string',
	default: '',
	placeholder: 'e.g. Smith',
	description: 'Last name of the person. Some webinars require it.',
};

export const phoneCountryCode: INodeProperties = {
	displayName: 'Phone Country Code',
	name: 'phoneCountryCode',
	type: 'string',
	default: '',
	placeholder: 'e.g. +44',
	description: 'Leave empty if Phone begins with + and the country code',
};

export const phone: INodeProperties = {
	displayName: 'Phone',
	name: 'phone',
	type: 'string',
	default: '',
	placeholder: 'e.g. +44 20 7946 0000',
	description: 'Phone number of the person. Some webinars require it.',
};

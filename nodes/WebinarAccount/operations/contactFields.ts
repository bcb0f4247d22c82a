import type { INodeProperties } from 'n8n-workflow';

import { productsWith } from '../service/products';
import { customFields } from './customFields';

/** What a registration says about the person. */

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
	description: 'E-mail address of the person',
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
	description: 'Can stay empty when Phone begins with + and the country code',
};

export const phone: INodeProperties = {
	displayName: 'Phone',
	name: 'phone',
	type: 'string',
	default: '',
	placeholder: 'e.g. +44 20 7946 0000',
	description: 'Phone number of the person. Some webinars require it.',
};

export const ipAddress: INodeProperties = {
	displayName: 'IP Address',
	name: 'ipAddress',
	type: 'string',
	default: '',
	placeholder: 'e.g. 203.0.113.7',
	description: 'Address from which the person registers',
};

export const country: INodeProperties = {
	displayName: 'Country',
	name: 'country',
	type: 'string',
	default: '',
	description: 'Country of the person',
};

export const state: INodeProperties = {
	displayName: 'State',
	name: 'state',
	type: 'string',
	default: '',
	description: 'State of the person',
};

export const timezoneId: INodeProperties = {
	displayName: 'Texas Time Zone',
	name: 'timezoneId',
	type: 'options',
	options: [
		{ name: 'Central', value: 3 },
		{ name: 'Mountain', value: 2 },
	],
	default: 3,
	description: 'Time zone of an attendee in Texas, which has two',
};

export const smsConsent: INodeProperties = {
	displayName: 'SMS Consent',
	name: 'smsConsent',
	type: 'boolean',
	default: false,
	description: 'Whether the person agreed to text messages. Needed when the webinar asks for a phone number.',
};

export const sessionDate: INodeProperties = {
	displayName: 'Session Date',
	name: 'sessionDate',
	type: 'string',
	default: '',
	placeholder: 'e.g. 2026-01-31 13:00',
	description: 'Date of one session of the chosen schedule, just as the webinar lists it (YYYY-MM-DD HH:MM)',
	displayOptions: { show: { '/resource': productsWith('takesDate') } },
};

export const additionalFields: INodeProperties = {
	displayName: 'Additional Fields',
	name: 'additionalFields',
	type: 'collection',
	placeholder: 'Add field',
	default: {},
	options: [
		country,
		customFields,
		ipAddress,
		lastName,
		phone,
		phoneCountryCode,
		sessionDate,
		smsConsent,
		state,
		timezoneId,
	],
};

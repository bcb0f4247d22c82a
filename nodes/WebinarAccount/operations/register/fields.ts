import type { INodeProperties } from 'n8n-workflow';

import * as contact from '../contactFields';
import { customFields } from '../customFields';
import { addStartTimes, optionsOf } from '../fields';
import { productsWith } from '../resource';

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
		contact.lastName,
		contact.phone,
		contact.phoneCountryCode,
		sessionDate,
		smsConsent,
		state,
		timezoneId,
	],
};

export const attendeeConsent: INodeProperties = {
	displayName: 'Attendee Consent',
	name: 'attendeeConsent',
	type: 'boolean',
	default: true,
	description:
		'Whether the person agreed to be registered, to have their data handled and to be contacted. Map your consent field here: a person without consent is skipped.',
};

export const ifAlreadyRegistered: INodeProperties = {
	displayName: 'If Already Registered',
	name: 'ifAlreadyRegistered',
	type: 'options',
	options: [
		{
			name: 'Register Again',
			value: 'register',
			description: 'Sends every person to the service, which decides about duplicates',
		},
		{
			name: 'Skip',
			value: 'skip',
			description:
				'Looks up the email address first, which takes one more call for each person, and registers nobody twice in one run',
		},
	],
	default: 'register',
	description:
		'What to do with a person who is already registered for the schedule. An automated webinar can have several dates under one schedule; of a live series, every session counts.',
};

export const options = optionsOf(addStartTimes, attendeeConsent, ifAlreadyRegistered);

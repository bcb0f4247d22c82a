import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import * as contact from '../contactFields';
import { customFields } from '../customFields';
import { addStartTimes, optionsOf } from '../fields';
import { productsWith } from '../resource';
import { COUNTRIES, STATES } from './places';

export const ipAddress: INodeProperties = {
	displayName: 'IP Address',
	name: 'ipAddress',
	type: 'string',
	default: '',
	placeholder: 'e.g. 203.0.113.7',
	description: 'IP address from which the person registers',
};

/** Sent by name: the service documents a text only, and answers with names. The code helps to find one in the list. */
function placeOptions(places: string): INodePropertyOptions[] {
	const listed = [...places.matchAll(/(\S+) ([^;]+);/g)].map(([, code, name = '']) => ({
		name: `${name} (${code})`,
		value: name,
	}));
	// The editor marks a default that is not in the list as an error.
	return [{ name: '(None)', value: '' }, ...listed];
}

export const country: INodeProperties = {
	displayName: 'Country',
	name: 'country',
	type: 'options',
	options: placeOptions(COUNTRIES),
	default: '',
	description: 'Country of the person. An expression can give any other spelling.',
};

export const state: INodeProperties = {
	displayName: 'State',
	name: 'state',
	type: 'options',
	options: placeOptions(STATES),
	default: '',
	description:
		'State or province of the person: in Australia, Canada or the United States. An expression can give any other.',
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
	description: 'Time zone of an attendee in Texas, which has two of them',
};

export const smsConsent: INodeProperties = {
	displayName: 'SMS Consent',
	name: 'smsConsent',
	type: 'boolean',
	default: false,
	description: 'Whether the person agreed to text messages. Required if the webinar asks for a phone number.',
};

export const sessionDate: INodeProperties = {
	displayName: 'Session Date',
	name: 'sessionDate',
	type: 'string',
	default: '',
	placeholder: 'e.g. 2026-01-31 13:00',
	description:
		'Date of one session of the chosen schedule, exactly as the webinar lists it (YYYY-MM-DD HH:MM)',
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
		'Whether the person agreed to be registered, to have their data processed and to be contacted. Map your consent field here: people without consent are skipped.',
};

export const ifAlreadyRegistered: INodeProperties = {
	displayName: 'If Already Registered',
	name: 'ifAlreadyRegistered',
	type: 'options',
	options: [
		{
			name: 'Register Again',
			value: 'register',
			description: 'Registers everyone; may create duplicates',
		},
		{
			name: 'Return Existing',
			value: 'return',
			description:
				'Returns the registration that people already have, with its room links. Takes up to one more call per person.',
		},
		{
			name: 'Skip',
			value: 'skip',
			description:
				'Skips people who are already registered; they have no room links in the output. Takes up to one more call per person.',
		},
	],
	default: 'register',
	description:
		'What to do with people who are already registered for the schedule, which may have several dates in an automated webinar. In a live series, a registration for any session counts. A person who comes twice in one run is registered once in any case.',
};

export const addWebinarTitle: INodeProperties = {
	displayName: 'Add Webinar Title',
	name: 'addWebinarTitle',
	type: 'boolean',
	default: false,
	description: 'Whether to add webinar_title, the public title of the webinar, for example for an email',
};

export const options = optionsOf(addStartTimes, addWebinarTitle, attendeeConsent, ifAlreadyRegistered);

import type { INodeProperties } from 'n8n-workflow';

import { addStartTimes, optionsOf } from '../fields';

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
			description: 'Sends every person to the service, which decides about doubles',
		},
		{
			name: 'Skip',
			value: 'skip',
			description:
				'Looks the e-mail address up first, which takes one more call for each person, and registers nobody twice in one run',
		},
	],
	default: 'register',
	description:
		'What to do with a person who is already registered to the schedule. An automated webinar can have several dates under one schedule; of a live series, every session counts.',
};

export const options = optionsOf(addStartTimes, attendeeConsent, ifAlreadyRegistered);

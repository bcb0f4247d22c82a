import type { INodeProperties } from 'n8n-workflow';

import { productsWith } from './resource';

/** Fields that several operations share. */

export const webinarId: INodeProperties = {
	displayName: 'Webinar',
	name: 'webinarId',
	type: 'resourceLocator',
	required: true,
	default: { mode: 'list', value: '' },
	description: 'The webinar to work with',
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			placeholder: 'Select a webinar…',
			typeOptions: { searchListMethod: 'searchWebinars', searchable: true },
		},
		{
			displayName: 'By ID',
			name: 'id',
			type: 'string',
			placeholder: 'e.g. 6',
			validation: [
				{ type: 'regex', properties: { regex: '^\\s*\\d+\\s*$', errorMessage: 'A webinar ID is a number' } },
			],
		},
		{
			displayName: 'By URL',
			name: 'url',
			type: 'string',
			placeholder: 'e.g. https://event.webinarjam.com/register/6/uvw1234',
			validation: [
				{
					type: 'regex',
					properties: {
						regex: '^\\s*https?://\\S+/register/\\S+\\s*$',
						errorMessage: 'Not the address of a registration page',
					},
				},
			],
		},
	],
};

interface ScheduleField {
	default?: INodeProperties['default'];
	description: string;
	/** Shown when nothing is chosen; n8n empties the field when the user chooses another credential. */
	listPlaceholder: string;
	idPlaceholder: string;
	idHint: string;
}

/**
 * A field that chooses a session. It has no loadOptionsDependsOn, because n8n empties such a field when one of the
 * others changes, and "next" would be lost. n8n reads the list again anyway: it caches lists by all parameters.
 */
export function scheduleField({
	listPlaceholder,
	idPlaceholder,
	idHint,
	...field
}: ScheduleField): INodeProperties {
	return {
		displayName: 'Session',
		name: 'schedule',
		type: 'resourceLocator',
		default: { mode: 'list', value: '' },
		...field,
		modes: [
			{
				displayName: 'From List',
				name: 'list',
				type: 'list',
				placeholder: listPlaceholder,
				typeOptions: { searchListMethod: 'searchSchedules', searchable: true },
			},
			{
				displayName: 'By ID',
				name: 'id',
				type: 'string',
				placeholder: idPlaceholder,
				hint: idHint,
			},
		],
	};
}

/** The session to book. */
export const schedule = scheduleField({
	default: { mode: 'list', value: 'next', cachedResultName: 'Next Upcoming Session' },
	description:
		'The session to register for. "Next Upcoming Session" is found when the workflow runs. In a series, register each person once, for the first session: this registers them for all following ones.',
	listPlaceholder: 'Next Upcoming Session',
	idPlaceholder: 'e.g. 56 or 56|2026-01-31 13:00',
	idHint:
		'Schedule ID from the Get operation (the dashboard shows other IDs), or next, justInTime or instantReplay',
});

/** Filters by one session; an empty field means all. */
export const anySchedule = scheduleField({
	description: 'Return only people registered for this session. Leave empty to return those of all sessions.',
	listPlaceholder: 'All Sessions',
	idPlaceholder: 'e.g. 56',
	idHint:
		'Schedule ID from the Get operation (the dashboard shows other IDs), or next, justInTime or instantReplay',
});

export const timezone: INodeProperties = {
	displayName: 'Timezone',
	name: 'timezone',
	type: 'string',
	default: '',
	placeholder: 'e.g. Europe/London or GMT-5',
	hint: "The attendee's time zone. Leave empty if the webinar runs in one fixed zone.",
	description:
		"The attendee's time zone: a region/city name or the GMT form (GMT-5, GMT+4:30). Required for webinars that take place in each attendee's own time zone; without it, the service uses EST.",
	displayOptions: { show: { resource: productsWith('takesTimezone') } },
};

export const returnAll: INodeProperties = {
	displayName: 'Return All',
	name: 'returnAll',
	type: 'boolean',
	default: false,
	description: 'Whether to return all results or only up to a given limit',
};

export const limit: INodeProperties = {
	displayName: 'Limit',
	name: 'limit',
	type: 'number',
	typeOptions: { minValue: 1 },
	default: 50,
	description: 'Max number of results to return',
	displayOptions: { show: { returnAll: [false] } },
};

export const addStartTimes: INodeProperties = {
	displayName: 'Add Start Times',
	name: 'addStartTimes',
	type: 'boolean',
	default: false,
	description:
		'Whether to add starts_at, the start in UTC (ISO 8601), beside each date. The date itself has no time zone.',
};

/** The collection of options of an operation. */
export function optionsOf(...options: INodeProperties[]): INodeProperties {
	return {
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add option',
		default: {},
		options,
	};
}

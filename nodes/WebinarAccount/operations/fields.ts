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
	/** Shown when the list is empty, which n8n makes it when another credential is chosen. */
	listPlaceholder: string;
	idPlaceholder: string;
	idHint: string;
}

/**
 * A field that names a session. Without loadOptionsDependsOn: n8n empties such a field when one of the others
 * changes, and "next" would be lost. The list is read anew all the same, because n8n keeps lists by all of the
 * node's parameters.
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
		'The session to register to. "Next Upcoming Session" is looked up when the workflow runs, so it never goes stale. A series is registered once, through its first session: the person is then registered to all following ones.',
	listPlaceholder: 'Next Upcoming Session',
	idPlaceholder: 'e.g. 56 or 56|2026-01-31 13:00',
	idHint:
		'The schedule ID that the Get operation returns (the dashboard shows others). For an automated webinar, a date chooses one session: 56|2026-01-31 13:00. Or: next, justInTime, instantReplay.',
});

/** Narrows to one session; all of them when it is empty. */
export const anySchedule = scheduleField({
	description: 'Only people registered to this session; empty for those of all sessions',
	listPlaceholder: 'All Sessions',
	idPlaceholder: 'e.g. 56',
	idHint:
		'The schedule ID that the Get operation returns (the dashboard shows others); or next, justInTime, instantReplay',
});

export const timezone: INodeProperties = {
	displayName: 'Timezone',
	name: 'timezone',
	type: 'string',
	default: '',
	placeholder: 'e.g. Europe/London or GMT-5',
	hint: 'Of the attendee. Leave it empty for webinars with a time zone of their own.',
	description:
		'Time zone of the attendee, as a region/city name or in the GMT form (GMT-5, GMT+4:30). Needed for webinars that take place in the time zone of each attendee; without it, the service uses EST.',
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
		'Whether to add starts_at, the start in UTC (ISO 8601), beside each date. A date itself carries no time zone.',
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

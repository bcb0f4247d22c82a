import type { INodeProperties } from 'n8n-workflow';

import { type ProductName, products } from '../service/products';
import { productsWith } from './resource';

/** Fields that several operations share. */

export const webinarId: INodeProperties = {
	displayName: 'Webinar',
	name: 'webinarId',
	type: 'resourceLocator',
	required: true,
	default: { mode: 'list', value: '' },
	// n8n empties the field when the user chooses the other resource, in which the same ID is another webinar.
	typeOptions: { loadOptionsDependsOn: ['resource'] },
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

/** The name of every field that chooses a session. */
export const schedule = { displayName: 'Session', name: 'schedule' };

interface ScheduleField {
	default?: INodeProperties['default'];
	description: string;
	/** Shown when nothing is chosen. */
	listPlaceholder: string;
	idPlaceholder: string;
	idHint: string;
}

/**
 * A field that chooses a session. n8n empties it when the user chooses another webinar, and then shows the placeholder:
 * in list mode, an empty field means what the placeholder says.
 */
export function scheduleField({
	listPlaceholder,
	idPlaceholder,
	idHint,
	...field
}: ScheduleField): INodeProperties {
	return {
		...schedule,
		type: 'resourceLocator',
		default: { mode: 'list', value: '' },
		typeOptions: { loadOptionsDependsOn: ['resource', `${webinarId.name}.value`] },
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

/** One such field per product, because the products take different values. */
function scheduleFields(
	field: Omit<ScheduleField, 'idPlaceholder' | 'idHint'>,
	byId: Record<ProductName, Pick<ScheduleField, 'idPlaceholder' | 'idHint'>>,
): INodeProperties[] {
	return Object.values(products).map(({ name }) => ({
		...scheduleField({ ...field, ...byId[name] }),
		displayOptions: { show: { resource: [name] } },
	}));
}

export const SCHEDULE_ID_HINT = 'Schedule ID from the Get operation (the dashboard shows other IDs)';
const plainId = { idPlaceholder: 'e.g. 56', idHint: `${SCHEDULE_ID_HINT}, or next` };

const booked = {
	default: { mode: 'list', value: 'next', cachedResultName: 'Next Upcoming Session' },
	listPlaceholder: 'Next Upcoming Session',
	description:
		'The session to register for. "Next Upcoming Session" is found when the workflow runs. In a series, register each person once, for the first session: this registers them for all following ones.',
};

/** The session to register for. */
export const bookedSchedule = scheduleFields(booked, {
	live: plainId,
	automated: {
		idPlaceholder: 'e.g. 56|next',
		idHint:
			'Schedule ID from Get (56: all its dates; 56|next; 56|2026-01-31 13:00), or next, justInTime or instantReplay',
	},
});

/** The session that a link registers for. */
export const linkedSchedule = scheduleField({ ...booked, ...plainId });

/** Filters by one session; an empty list choice means all. */
export const anySchedule = scheduleFields(
	{
		listPlaceholder: 'All Sessions',
		description: 'Return only people registered for this session, or those of all sessions',
	},
	{
		live: plainId,
		automated: { ...plainId, idHint: `${SCHEDULE_ID_HINT}, or next, justInTime or instantReplay` },
	},
);

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

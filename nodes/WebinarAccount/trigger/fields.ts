import type { INodeProperties } from 'n8n-workflow';

import { SCHEDULE_ID_HINT, scheduleField, webinarId } from '../operations/fields';
import { simplify as simplifyRegistrants } from '../operations/getRegistrants/getRegistrants';
import { resource, subtitleOf } from '../operations/resource';
import { events } from './events';
import type { TriggerEvent } from './events/event';

/** The trigger node's fields. */

const valuesOf = (isMeant: (event: TriggerEvent) => boolean) =>
	events.filter(isMeant).map(({ value }) => value);
const ofOneWebinar = { show: { event: valuesOf(({ watches }) => watches === 'webinar') } };

export const event: INodeProperties = {
	displayName: 'Trigger On',
	name: 'event',
	type: 'options',
	noDataExpression: true,
	options: events.map(({ name, value, action, description }) => ({ name, value, action, description })),
	default: 'registrantAdded',
};

const watchedWebinar: INodeProperties = {
	...webinarId,
	description: 'The webinar to watch',
	displayOptions: ofOneWebinar,
};

export const watchedSchedule: INodeProperties = {
	...scheduleField({
		description: 'Watch only this session, or this series. Leave empty to watch all sessions of the webinar.',
		listPlaceholder: 'All Sessions',
		idPlaceholder: 'e.g. 56',
		idHint: SCHEDULE_ID_HINT,
	}),
	displayOptions: ofOneWebinar,
};

export const minutesBefore: INodeProperties = {
	displayName: 'Minutes Before',
	name: 'minutesBefore',
	type: 'number',
	typeOptions: { minValue: 1 },
	default: 60,
	description:
		'How many minutes before the start the trigger reports a session. The next poll reports it, so the poll interval must be shorter.',
	displayOptions: { show: { event: valuesOf(({ isAhead }) => isAhead === true) } },
};

export const simplify: INodeProperties = {
	...simplifyRegistrants,
	displayOptions: { show: { event: valuesOf(({ hasRegistrants }) => hasRegistrants === true) } },
};

export const triggerSubtitle = subtitleOf('event', events);

export const triggerProperties: INodeProperties[] = [
	resource,
	event,
	watchedWebinar,
	watchedSchedule,
	minutesBefore,
	simplify,
];

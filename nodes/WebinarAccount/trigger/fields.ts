import type { INodeProperties } from 'n8n-workflow';

import { optionsOf, SCHEDULE_ID_HINT, scheduleField, webinarId } from '../operations/fields';
import { simplify as simplifyRegistrants } from '../operations/getRegistrants/getRegistrants';
import { resource, subtitleOf } from '../operations/resource';
import { events } from './events';
import type { Setting, TriggerEvent } from './events/event';

/** The trigger node's fields. */

const valuesOf = (isMeant: (event: TriggerEvent) => boolean) =>
	events.filter(isMeant).map(({ value }) => value);
const takers = (setting: Setting) => ({
	show: { event: valuesOf(({ takes }) => takes.includes(setting)) },
});
const ofWebinars = valuesOf(({ watches }) => watches === 'webinar');
const ofOneWebinar = { show: { event: ofWebinars, webinarScope: ['one'] } };

export const event: INodeProperties = {
	displayName: 'Trigger On',
	name: 'event',
	type: 'options',
	noDataExpression: true,
	options: events.map(({ name, value, action, description }) => ({ name, value, action, description })),
	default: 'registrantAdded',
};

export const webinarScope: INodeProperties = {
	displayName: 'Watch',
	name: 'webinarScope',
	type: 'options',
	noDataExpression: true,
	options: [
		{
			name: 'All Webinars',
			value: 'all',
			description: 'All webinars of the resource, also those that are published later',
		},
		{ name: 'One Webinar', value: 'one' },
	],
	default: 'one',
	description:
		'A poll of one webinar takes 1 or 2 calls when nothing is new. A poll of all takes 1 call, and 1 or 2 more for each webinar with a session in sight: 300 of them take 15 to 30 seconds.',
	displayOptions: { show: { event: ofWebinars } },
};

const watchedWebinar: INodeProperties = {
	...webinarId,
	description: 'The webinar to watch',
	displayOptions: ofOneWebinar,
};

export const watchedSchedule: INodeProperties = {
	...scheduleField({
		description: 'Watch only this session, or this series. All Sessions watches all of the webinar.',
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
	displayOptions: takers('minutesBefore'),
};

export const minutesInRoom: INodeProperties = {
	displayName: 'Minutes in Room',
	name: 'minutesInRoom',
	type: 'number',
	typeOptions: { minValue: 1 },
	default: 30,
	hint: 'Counted from the start of the session',
	description: 'Registrants who leave the live room before then left early; the others stayed',
	displayOptions: takers('minutesInRoom'),
};

export const minutesAfterStart: INodeProperties = {
	displayName: 'Minutes After Start',
	name: 'minutesAfterStart',
	type: 'number',
	typeOptions: { minValue: 1 },
	default: 180,
	hint: 'Attendance then counts as final: choose more than the session lasts',
	description: 'How long to wait for the attendance of a session, from its start',
	displayOptions: takers('minutesAfterStart'),
};

export const simplify: INodeProperties = { ...simplifyRegistrants, displayOptions: takers('simplify') };

export const titleContains: INodeProperties = {
	displayName: 'Title Contains',
	name: 'titleContains',
	type: 'string',
	default: '',
	placeholder: 'e.g. Onboarding',
	description: 'Watch only webinars with this text in their title, in upper or lower case',
};

const options: INodeProperties = {
	...optionsOf(titleContains),
	displayOptions: { show: { event: ofWebinars, webinarScope: ['all'] } },
};

export const triggerSubtitle = subtitleOf('event', events);

export const triggerProperties: INodeProperties[] = [
	resource,
	event,
	webinarScope,
	watchedWebinar,
	watchedSchedule,
	minutesBefore,
	minutesInRoom,
	minutesAfterStart,
	simplify,
	options,
];

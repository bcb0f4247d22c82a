import type { INodeProperties } from 'n8n-workflow';

import {
	collection,
	count,
	type Field,
	noticeField,
	onlyWith,
	propertiesOf,
	shownWith,
} from '../fields/field';
import { simplify, titleContains } from '../fields/listFields';
import {
	onlySchedule,
	resource,
	scopeField,
	subtitleOf,
	webinarId,
	withScope,
} from '../fields/webinarFields';
import { InputError } from '../service/errors';
import { quoted } from '../utils/values';
import type { EventOptions, TriggerEvent } from './event';
import { events } from './events';

/** Returns the values of the events that have an option. */
function eventsWith(option: keyof EventOptions): string[] {
	return events.filter(({ takes }) => takes.includes(option)).map(({ value }) => value);
}

const eventsOfWebinars = events.filter(({ watches }) => watches === 'webinars').map(({ value }) => value);
const eventsThatWait = events.filter(({ finalHint }) => finalHint !== undefined).map(({ value }) => value);
const eventsWithMinimum = eventsWith('minimumMinutes');

const event: Field<TriggerEvent> = {
	label: 'Trigger On',
	property: {
		type: 'options',
		noDataExpression: true,
		options: events.map(({ name, value, description }) => {
			const action = `On ${name.toLowerCase()}`;
			return { name, value, action, description };
		}),
		default: 'registrantAdded',
		hint: 'Reports only what happens after you publish the workflow',
	},
	read(given) {
		const chosen = events.find(({ value }) => value === given);
		if (chosen) return chosen;
		throw new InputError(`There is no event ${quoted(given)}`, 'Choose an event from the list.');
	},
};

const minimumMinutes = count(
	'Minimum Minutes',
	{
		default: 0,
		description:
			'Minutes that people must have been in the room to count as attendees. The service also counts people who only opened the room.',
	},
	{ absent: 0, min: 0 },
);

/** The entries depend on the event and on the scope. Entries that are not shown are not read. */
const options: Field<{ minimumMinutes: number; titleContains: string }> = {
	...collection(
		'Options',
		{
			minimumMinutes,
			titleContains: shownWith('/webinarScope', ['all'], titleContains),
		},
		{ placeholder: 'Add option' },
	),
	read(given, sibling) {
		const takesMinimum = eventsWithMinimum.includes(String(sibling('event')));
		const takesTitle = sibling('webinarScope') === 'all';
		return {
			minimumMinutes: takesMinimum
				? collection('Options', { minimumMinutes }).read(given, sibling).minimumMinutes
				: 0,
			titleContains: takesTitle
				? collection('Options', { titleContains }).read(given, sibling).titleContains
				: '',
		};
	},
};

export const triggerFields = {
	event,
	testNotice: onlyWith(
		'event',
		eventsWith('simplify'),
		noticeField(
			'A test returns real registrants if there are any. A node that you run after it may email them.',
		),
	),
	webinarScope: onlyWith(
		'event',
		eventsOfWebinars,
		scopeField('Webinars', 'All webinars of the resource, also those that are published later', {
			noDataExpression: true,
			default: 'one',
			description:
				'Which webinars to watch. If nothing is new, a poll of one webinar takes 1 or 2 requests. A poll of all webinars takes 1 request, and 1 or 2 more for each webinar with a session within a week.',
		}),
	),
	webinarId: onlyWith('event', eventsOfWebinars, withScope('one', webinarId)),
	schedule: onlyWith('event', eventsOfWebinars, withScope('one', onlySchedule)),
	minutesBefore: onlyWith(
		'event',
		eventsWith('minutesBefore'),
		count('Minutes Before', {
			default: 60,
			description:
				'How many minutes before the start the trigger reports a session. The next poll reports it, so the poll interval must be shorter.',
		}),
	),
	minutesInRoom: onlyWith(
		'event',
		eventsWith('minutesInRoom'),
		count('Minutes in Room', {
			default: 30,
			hint: 'Counted from the start of the session',
			description: 'Registrants who leave the live room before then left early; the others stayed',
		}),
	),
	minutesAfterStart: onlyWith('event', eventsThatWait, count('Minutes After Start', { default: 180 })),
	simplify: onlyWith('event', eventsWith('simplify'), simplify),
	options,
};

export const triggerSubtitle = subtitleOf('event', events);

export const triggerProperties: INodeProperties[] = [resource, ...propertiesOf(triggerFields)].flatMap(
	(property) => {
		if (property.name === 'minutesAfterStart')
			return events.flatMap((one) => minutesAfterStartOf(one, property));
		return property.name === 'options' ? optionsOfEvents(property) : [property];
	},
);

/** Returns Minutes After Start for one event, because each event has its own hint. */
function minutesAfterStartOf(
	{ value, finalHint }: TriggerEvent,
	property: INodeProperties,
): INodeProperties[] {
	if (finalHint === undefined) return [];
	return [{ ...property, hint: finalHint, displayOptions: { show: { event: [value] } } }];
}

/**
 * Shows Options with an event that has Minimum Minutes. With another event, Title Contains is the only entry, so Options
 * is shown only with all webinars.
 */
function optionsOfEvents(property: INodeProperties): INodeProperties[] {
	const others = eventsOfWebinars.filter((value) => !eventsWithMinimum.includes(value));
	const withoutMinimum = propertiesOf({ titleContains });
	return [
		{ ...property, displayOptions: { show: { event: eventsWithMinimum } } },
		{
			...property,
			options: withoutMinimum,
			displayOptions: { show: { event: others, webinarScope: ['all'] } },
		},
	];
}

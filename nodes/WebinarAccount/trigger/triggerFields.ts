import type { INodeProperties } from 'n8n-workflow';

import {
	collection,
	count,
	type Field,
	noticeField,
	onlyWith,
	propertiesOf,
	readFields,
	type Parameters,
	shownWith,
} from '../fields/field';
import { simplify as simplifyField, titleContains } from '../fields/listFields';
import {
	chosenProduct,
	onlySchedule,
	resource,
	scopeField,
	subtitleOf,
	webinarId,
	withScope,
} from '../fields/webinarFields';
import { InputError } from '../service/errors';
import { quoted } from '../utils/values';
import type { EventOptions, TriggerEvent, TriggerSettings } from './event';
import { events } from './events';

/** Returns the values of the events for which the editor shows a field. */
function eventsWith(option: keyof EventOptions): string[] {
	return events.filter(({ takes }) => takes.includes(option)).map(({ value }) => value);
}

/** The events that the trigger detects by reading webinars, as opposed to the webinar list. */
const webinarEvents = events.filter((each) => each.watches === 'webinars');
const eventsOfWebinars = webinarEvents.map(({ value }) => value);
const eventsAboutSessions = webinarEvents
	.filter(({ isAboutSessions }) => isAboutSessions)
	.map(({ value }) => value);
const eventsWithMinimum = eventsWith('minimumMinutes');

/** The Trigger On field. */
const event: Field<TriggerEvent> = {
	label: 'Trigger On',
	property: {
		type: 'options',
		noDataExpression: true,
		options: events.map(({ name, value, action, description }) => ({ name, value, action, description })),
		default: 'registrantAdded',
		hint: 'The trigger reports only what happens after you publish the workflow',
	},
	read(given) {
		const chosen = events.find(({ value }) => value === given);
		if (chosen) return chosen;
		throw new InputError(`There is no event ${quoted(given)}`, 'Choose an event from the list.');
	},
};

/** The Minimum Minutes option. */
const minimumMinutes = count(
	'Minimum Minutes',
	{
		default: 0,
		description:
			'How many minutes a person must spend in the room to count as an attendee. The service itself counts anyone who opened the room, however briefly.',
	},
	{ absent: 0, min: 0 },
);

/**
 * The Options collection. Its entries depend on the event, and on the choice between one webinar and all webinars. An
 * entry that the editor does not show is not read.
 */
const options: Field<Pick<TriggerSettings, 'minimumMinutes' | 'titleContains'>> = {
	...collection(
		'Options',
		{
			minimumMinutes,
			titleContains: shownWith('/webinarScope', ['all'], titleContains),
		},
		{
			placeholder: 'Add option',
			builderHint: {
				propertyHint:
					'For all other events that have webinarScope, titleContains requires webinarScope "all".',
			},
		},
	),
	read(given, siblings, stored) {
		const value = String(siblings.event);
		const takesMinimum = eventsWithMinimum.includes(value);
		const takesTitle = siblings.webinarScope === 'all' && eventsOfWebinars.includes(value);
		const shown = { ...(takesMinimum && { minimumMinutes }), ...(takesTitle && { titleContains }) };
		const isShown = takesMinimum || takesTitle;
		const values = isShown ? collection('Options', shown).read(given, siblings, stored) : {};
		return { minimumMinutes: 0, titleContains: '', ...values };
	},
};

/** The trigger's fields, in the order of the editor. */
export const triggerFields = {
	event,
	testNotice: onlyWith(
		'event',
		eventsWith('simplify'),
		noticeField(
			'A test returns real registrants, if there are any. Nodes after the trigger might then email these people.',
		),
	),
	sessionTestNotice: onlyWith(
		'event',
		eventsAboutSessions,
		noticeField('A test returns the nearest sessions. Each item is a session, not a person.'),
	),
	webinarScope: onlyWith(
		'event',
		eventsOfWebinars,
		scopeField('Scope', 'All webinars of the chosen product, including those published later', {
			noDataExpression: true,
			default: 'one',
			description:
				'Which webinars to watch. If nothing is new, a poll of one webinar sends 1 or 2 requests. A poll of all webinars sends 1 request, plus 1 or 2 for each webinar with a session in the past week or the next week.',
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
				'How many minutes before its start a session is reported. Set a poll interval that is shorter than this time, because the trigger reports sessions only when it polls.',
		}),
	),
	minutesInRoom: onlyWith(
		'event',
		eventsWith('minutesInRoom'),
		count('Minutes in Room', {
			default: 30,
			hint: 'The minutes are counted from the start of the session',
			description:
				'Registrants who leave the live room before this minute count as having left early. All other attendees count as having stayed.',
		}),
	),
	minutesAfterStart: onlyWith(
		'event',
		eventsWith('minutesAfterStart'),
		count('Minutes After Start', {
			default: 180,
			hint: 'Enter a time longer than the session and its offer together',
			description:
				'How many minutes after the start of a session its attendance is final. Before that, people may still arrive, leave or buy, so nothing is reported.',
		}),
	),
	simplify: onlyWith('event', eventsWith('simplify'), simplifyField),
	options,
};

/** Reads the values of the trigger's fields. A field that the editor does not show has the value 0, false or undefined. */
export function readSettings(given: Parameters, stored: Parameters): TriggerSettings {
	const { event, webinarId, options, ...values } = readFields(triggerFields, given, stored);
	const { schedule, minutesBefore = 0, minutesInRoom = 0, minutesAfterStart = 0, simplify = false } = values;
	const product = chosenProduct(given.resource);
	const minutes = { minutesBefore, minutesInRoom, minutesAfterStart };
	return { event, product, webinar: webinarId, schedule, ...options, ...minutes, simplify };
}

export const triggerSubtitle = subtitleOf('event', events);

/**
 * The trigger's fields as n8n describes them. The Options collection has two variants. Events with Minimum Minutes always
 * show Options. Other events have only the entry Title Contains, which needs more than one webinar, so they show Options
 * only if all webinars are watched.
 */
export const triggerProperties = [resource, ...propertiesOf(triggerFields)].flatMap(
	(property): INodeProperties[] => {
		if (property.name !== 'options') return [property];
		const others = eventsOfWebinars.filter((value) => !eventsWithMinimum.includes(value));
		return [
			{ ...property, displayOptions: { show: { event: eventsWithMinimum } } },
			{
				...property,
				options: propertiesOf({ titleContains }),
				displayOptions: { show: { event: others, webinarScope: ['all'] } },
			},
		];
	},
);

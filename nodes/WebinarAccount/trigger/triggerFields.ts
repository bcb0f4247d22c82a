import type { INodeProperties, IPollFunctions } from 'n8n-workflow';

import { findExpressions, withNullForEmptyResults } from '../fields/expressions';
import {
	collection,
	count,
	type Field,
	noticeField,
	onlyWith,
	propertiesOf,
	readFields,
} from '../fields/field';
import { simplify as simplifyField, titleContains } from '../fields/listFields';
import {
	chosenProduct,
	forOneWebinar,
	onlySchedule,
	resource,
	scopeField,
	webinarId,
} from '../fields/webinarFields';
import { InputError } from '../service/errors';
import { quoted } from '../utils/values';
import { type EventOptions, events, type TriggerEvent, type TriggerSettings } from './events';

/** Returns the values of the events for which the editor shows a field. */
function eventsWith(option: keyof EventOptions): string[] {
	return events.filter(({ takes }) => takes.includes(option)).map(({ value }) => value);
}

/** Returns the values of the events that the trigger detects in certain data. */
function eventsWatching(...data: ReadonlyArray<TriggerEvent['watches']>): string[] {
	return events.filter(({ watches }) => data.includes(watches)).map(({ value }) => value);
}

const eventsOfWebinars = eventsWatching('registrants', 'sessions');

/** The Trigger On field. Its value is the value of an event. */
const event: Field = {
	label: 'Trigger On',
	property: {
		type: 'options',
		noDataExpression: true,
		options: events.map(({ name, value, action, description }) => ({ name, value, action, description })),
		default: 'registrantAdded',
	},
	// `eventNamed` checks the value.
	read: (given) => given,
};

/** The Options collection. */
const options = collection(
	'Options',
	{
		minimumMinutes: onlyWith(
			'/event',
			eventsWith('minimumMinutes'),
			count('Minimum Minutes', {
				minimum: 0,
				default: 0,
				description:
					'How many minutes a person must spend in the room to count as an attendee. The service itself counts anyone who opened the room, however briefly.',
			}),
		),
		titleContains: onlyWith('/webinarScope', ['all'], titleContains),
	},
	{
		placeholder: 'Add option',
		builderHint: {
			propertyHint: 'titleContains requires webinarScope "all".',
		},
	},
);

/** The trigger's fields, in the order of the editor. */
export const triggerFields = {
	event,
	testNotice: onlyWith(
		'event',
		eventsWatching('registrants'),
		noticeField(
			'A test returns real registrants, if there are any. Nodes after the trigger might then email these people.',
		),
	),
	sessionTestNotice: onlyWith(
		'event',
		eventsWatching('sessions'),
		noticeField('A test returns the nearest sessions. Each item is a session, not a person.'),
	),
	webinarScope: onlyWith(
		'event',
		eventsOfWebinars,
		scopeField('All webinars of the chosen product, including those published later', {
			noDataExpression: true,
			default: 'one',
			description:
				'Which webinars to watch. If nothing is new, a poll of one webinar sends 1 or 2 requests for most events, and 2 to 4 for Attended and Did Not Purchase. Less frequent polls send more requests for long lists. A poll of all webinars sends 1 request, plus the same number for each webinar with a session in the past week or the next week.',
		}),
	),
	webinarId: onlyWith('event', eventsOfWebinars, forOneWebinar(webinarId)),
	schedule: onlyWith('event', eventsOfWebinars, forOneWebinar(onlySchedule)),
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
	simplify: onlyWith('event', eventsWatching('registrants'), simplifyField),
	options: onlyWith('event', eventsOfWebinars, options),
};

/**
 * Reads the values of the node's fields. A field that the editor does not show for the event has the value 0, false, '' or
 * undefined.
 * @throws InputError that lists all invalid values
 */
export function readSettings(functions: IPollFunctions): TriggerSettings {
	const expressions = findExpressions(functions.getNode().parameters);
	const given: Record<string, unknown> = {};
	for (const name of Object.keys(triggerFields)) {
		// n8n does not know the value of a field that the editor does not show, and then returns the given ''.
		const value = functions.getNodeParameter(name, '');
		// An expression without a result must be an error, and must not get the field's default.
		given[name] = withNullForEmptyResults(name, value, expressions);
	}
	const values = readFields(triggerFields, given, expressions);
	const event = eventNamed(values.event);
	const { minimumMinutes = 0, titleContains = '' } = values.options ?? {};
	return {
		event,
		// Resource cannot have an expression.
		product: chosenProduct(functions.getNodeParameter('resource')),
		webinar: values.webinarId,
		schedule: values.schedule,
		minutesBefore: values.minutesBefore ?? 0,
		minutesInRoom: values.minutesInRoom ?? 0,
		minutesAfterStart: values.minutesAfterStart ?? 0,
		// An entry stays in Options if the user then chooses an event, or a webinar, for which the editor does not show it.
		minimumMinutes: event.takes.includes('minimumMinutes') ? minimumMinutes : 0,
		titleContains: values.webinarId ? '' : titleContains,
		simplify: values.simplify ?? false,
	};
}

/** Returns the event with a value of Trigger On. @throws InputError if there is none, as in a workflow edited by hand */
function eventNamed(given: unknown): TriggerEvent {
	const chosen = events.find(({ value }) => value === given);
	if (chosen) return chosen;
	throw new InputError(`There is no event ${quoted(given)}`, 'Choose an event from the list.');
}

export const triggerSubtitle = '={{ $parameter["event"] + ": " + $parameter["resource"] }}';

export const triggerProperties: INodeProperties[] = [resource, ...propertiesOf(triggerFields)];

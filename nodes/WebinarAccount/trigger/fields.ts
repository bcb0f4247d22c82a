import type { INodeProperties } from 'n8n-workflow';

import { collection, count, type Field, onlyWith, propertiesOf } from '../fields/field';
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
import type { Settings, TriggerEvent } from './event';
import { events } from './events';

function ofEvents<Value>(isMeant: (event: TriggerEvent) => boolean, field: Field<Value>) {
	const names = events.filter(isMeant).map(({ value }) => value);
	return onlyWith('event', names, field);
}

const ofTakers = <Value>(setting: keyof Settings, field: Field<Value>) =>
	ofEvents(({ takes }) => takes.includes(setting), field);
const ofWebinars = <Value>(field: Field<Value>) => ofEvents(({ watches }) => watches === 'webinars', field);

const event: Field<TriggerEvent> = {
	label: 'Trigger On',
	shown: {
		type: 'options',
		noDataExpression: true,
		options: events.map(({ name, value, description }) => {
			const action = `On ${name.toLowerCase()}`;
			return { name, value, action, description };
		}),
		default: 'registrantAdded',
		hint: 'What happened before you publish is not reported. A test without a real event shows an invented one.',
	},
	read(given) {
		const chosen = events.find(({ value }) => value === given);
		if (chosen) return chosen;
		throw new InputError(`There is no event ${quoted(given)}`, 'Choose an event from the list.');
	},
};

export const triggerFields = {
	event,
	webinarScope: ofWebinars(
		scopeField('Watch', 'All webinars of the resource, also those that are published later', {
			noDataExpression: true,
			default: 'one',
			description:
				'A poll of one webinar takes 1 or 2 calls when nothing is new. A poll of all takes 1 call, and 1 or 2 more for each webinar with a session in sight: 300 of them take 15 to 30 seconds.',
		}),
	),
	webinarId: ofWebinars(withScope('one', webinarId)),
	schedule: ofWebinars(withScope('one', onlySchedule)),
	minutesBefore: ofTakers(
		'minutesBefore',
		count('Minutes Before', {
			default: 60,
			description:
				'How many minutes before the start the trigger reports a session. The next poll reports it, so the poll interval must be shorter.',
		}),
	),
	minutesInRoom: ofTakers(
		'minutesInRoom',
		count('Minutes in Room', {
			default: 30,
			hint: 'Counted from the start of the session',
			description: 'Registrants who leave the live room before then left early; the others stayed',
		}),
	),
	minutesAfterStart: ofEvents(
		({ finalHint }) => finalHint !== undefined,
		count('Minutes After Start', { default: 180 }),
	),
	simplify: ofTakers('simplify', simplify),
	options: ofWebinars(
		withScope('all', collection('Options', { titleContains }, { placeholder: 'Add option' })),
	),
};

export const triggerSubtitle = subtitleOf('event', events);

/** Minutes After Start says what it means for the chosen event, so it is there once for each of them. */
export const triggerProperties: INodeProperties[] = [resource, ...propertiesOf(triggerFields)].flatMap(
	(property) =>
		property.name === 'minutesAfterStart'
			? events.flatMap(({ value, finalHint: hint }) =>
					hint === undefined ? [] : [{ ...property, hint, displayOptions: { show: { event: [value] } } }],
				)
			: [property],
);

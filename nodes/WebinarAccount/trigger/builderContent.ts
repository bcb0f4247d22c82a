import type { IBuilderHint } from 'n8n-workflow';

import automatedEvents from '../__schema__/v1.0.0/automated.json';
import liveEvents from '../__schema__/v1.0.0/live.json';
import { type OutputSchema, outputFields } from '../utils/outputFields';
import type { EventOptions, TriggerEvent } from './event';
import { events } from './events';

const EXAMPLE = `<patterns>
<pattern title="Start for each new registrant of one webinar">
resource: 'live',
event: 'registrantAdded',
webinarScope: 'one',
webinarId: { __rl: true, mode: 'id', value: '6' }
</pattern>
<pattern title="Start an hour before each session of all webinars">
resource: 'live',
event: 'sessionStarting',
webinarScope: 'all',
minutesBefore: 60
</pattern>
</patterns>`;

/** The default values of the event options. With them, an event's sample has every output field. */
const DEFAULTS: EventOptions = {
	minutesBefore: 60,
	minutesInRoom: 30,
	minutesAfterStart: 180,
	minimumMinutes: 0,
	simplify: true,
};

const GENERAL =
	'Output fields are text unless a type is given. With webinarScope "all", each item also has webinar_id: number. A sample item from a manual test has sample: true.';

/** The type of each output field. One schema of the trigger lists the fields of all its events. */
const types: Readonly<Record<string, OutputSchema>> = {
	...automatedEvents.properties,
	...liveEvents.properties,
};

/**
 * Returns an event's output fields, which are the fields of its sample. For a field that is null in the sample, the
 * type comes from the schemas.
 */
function fieldsOf(event: TriggerEvent): string {
	const sample = event.watches === 'list' ? event.sample : event.sample(DEFAULTS, 0);
	const fields = Object.entries(sample).map(([name, value]): [string, OutputSchema] => {
		const isPlain = typeof value === 'number' || typeof value === 'boolean';
		return [name, isPlain ? { type: typeof value } : (types[name] ?? {})];
	});
	return outputFields({ properties: Object.fromEntries(fields) });
}

/** Returns one line for each group of events that share the same output fields. */
function fieldsOfEvents(): string[] {
	const names = new Map<string, string[]>();
	for (const event of events) {
		const fields = fieldsOf(event);
		names.set(fields, [...(names.get(fields) ?? []), event.value]);
	}
	return [...names].map(([fields, values]) => `Output fields of ${values.join(', ')}: ${fields}`);
}

/**
 * The content for n8n's workflow builder. It has no display options, because the builder evaluates only those on resource and
 * operation.
 */
export const triggerBuilderContent: NonNullable<IBuilderHint['extraTypeDefContent']> = [
	{ content: [EXAMPLE, GENERAL, ...fieldsOfEvents()].join('\n') },
];

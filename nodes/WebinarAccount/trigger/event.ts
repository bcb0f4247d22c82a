import type { Zone } from 'luxon';
import type { z } from 'zod/v4';

import type { ServiceClient } from '../service/endpoints';
import type { InputError } from '../service/errors';
import type { Product } from '../service/products';
import type { Json, WebinarListItem } from '../service/schemas';
import type { WebinarReader } from '../webinars/read';

export type EventData = Readonly<Record<string, Json | undefined>>;

/** The settings of the node that not every event takes. */
export interface Settings {
	/** Minutes before the start at which a session is reported. */
	minutesBefore: number;
	/** The minute of the session until which somebody stays, or before which they leave early. */
	minutesInRoom: number;
	/** Minutes after the start of a session from which on its attendance is final. */
	minutesAfterStart: number;
	simplify: boolean;
}

export interface PollContext extends Settings {
	product: Product;
	service: ServiceClient;
	webinars: WebinarReader;
	/** The only schedule to watch; undefined for all. */
	schedule: number | undefined;
	/** Milliseconds since 1970. */
	now: number;
}

export interface WebinarContext extends PollContext {
	webinarId: string;
	/** When the trigger's first poll began, in milliseconds since 1970. */
	startedAt: number;
	/** The zone of dates in the list of registrants, if it is known. May take calls. */
	rowZone: () => Promise<Zone | undefined>;
}

export interface WebinarPoll<State> {
	/** New events since the last poll; none at the first poll. */
	events: EventData[];
	/** The state for the next poll, as JSON. */
	state: State;
	/** Why something could not be judged. It stays unknown, so nothing is lost. */
	problem?: InputError | undefined;
}

interface EventTexts {
	/** Value of the `event` parameter. */
	value: string;
	/** Its wording everywhere, e.g. "Registrant Added". */
	name: string;
	description: string;
	/** Beside Minutes After Start, which the events with a `finalHint` take. */
	takes: ReadonlyArray<keyof Settings>;
	/** What Minutes After Start means for it, if it waits until attendance is final. */
	finalHint?: string;
}

interface WebinarEventRules<State> extends EventTexts {
	state: z.ZodType<State>;
	/** The state of a webinar that came into sight after the first poll. */
	initial: State;
	/** Whether it can happen long before a session, as registrations do. */
	isAtAnyTime?: boolean;
	/**
	 * Compares the service with the state.
	 * @param state undefined at the first poll
	 * @throws InputError or ServiceError; the state then stays as it is
	 */
	poll(context: WebinarContext, state: State | undefined): Promise<WebinarPoll<State>>;
	/** Past (or future) events for building a workflow, most recent first. Needs only a few calls. */
	examples(context: WebinarContext): Promise<EventData[]>;
	/** An invented event, with every member of a real one. @param now milliseconds since 1970 */
	sample(settings: Settings, now: number): EventData;
}

export interface WebinarEvent extends Omit<WebinarEventRules<unknown>, 'state'> {
	watches: 'webinars';
}

/** An event of the list of webinars: a webinar that is new in it. */
export interface ListEvent extends EventTexts {
	watches: 'list';
	sample: WebinarListItem;
}

export type TriggerEvent = WebinarEvent | ListEvent;

/** The event, for which a stored state that does not match its schema counts as none. */
export function webinarEvent<State>({ state: schema, ...rules }: WebinarEventRules<State>): WebinarEvent {
	return {
		...rules,
		watches: 'webinars',
		poll: (context, stored) => rules.poll(context, schema.safeParse(stored).data),
	};
}

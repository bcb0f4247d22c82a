import type { Zone } from 'luxon';
import type { z } from 'zod/v4';

import type { ServiceClient } from '../service/endpoints';
import type { InputError } from '../service/errors';
import type { Product } from '../service/products';
import type { Json, WebinarListItem } from '../service/schemas';
import type { WebinarReader } from '../webinars/webinarReader';

/** Events, and the state between polls. Moments are in milliseconds since 1970. */

export type EventData = Readonly<Record<string, Json | undefined>>;

export interface Settings {
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
	now: number;
}

export interface WebinarContext extends PollContext {
	webinarId: string;
	/** When the trigger's first poll began. */
	startedAt: number;
	/** The zone of dates in the list of registrants, if it is known. May take calls. */
	rowZone: () => Promise<Zone | undefined>;
}

interface WebinarPoll<State> {
	/** None at the first poll. */
	events: EventData[];
	state: State;
	/** Why something could not be judged. It stays unknown, so nothing is lost. */
	problem?: InputError | undefined;
}

interface EventTexts {
	value: string;
	name: string;
	description: string;
	/** Beside Minutes After Start, which the events with a `finalHint` take. */
	takes: ReadonlyArray<keyof Settings>;
	/** What Minutes After Start means for it, if it waits until attendance is final. */
	finalHint?: string;
}

export interface WebinarEvent<State = unknown> extends EventTexts {
	watches: 'webinars';
	/** The state of a webinar that came into sight after the first poll. */
	initial: State;
	/** Whether it can happen long before a session, as registrations do. */
	isAtAnyTime?: boolean;
	/** @param state undefined at the first poll @throws InputError or ServiceError; the state then stays as it is */
	poll(context: WebinarContext, state: State | undefined): Promise<WebinarPoll<State>>;
	/** Past (or future) events for building a workflow, most recent first. Needs only a few calls. */
	examples(context: WebinarContext): Promise<EventData[]>;
	/** An invented event, with every member of a real one. */
	sample(settings: Settings, now: number): EventData;
}

/** An event of the list of webinars: a webinar that is new in it. */
export interface ListEvent extends EventTexts {
	watches: 'list';
	sample: WebinarListItem;
}

export type TriggerEvent = WebinarEvent | ListEvent;

/** The event, for which a stored state that does not match its schema counts as none. */
export function webinarEvent<State>(
	schema: z.ZodType<State>,
	rules: Omit<WebinarEvent<State>, 'watches'>,
): WebinarEvent {
	return {
		...rules,
		watches: 'webinars',
		poll: (context, stored) => rules.poll(context, schema.safeParse(stored).data),
	};
}

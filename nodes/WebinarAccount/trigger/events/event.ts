import type { z } from 'zod/v4';

import type { ServiceClient } from '../../service/endpoints';
import type { InputError } from '../../service/errors';
import type { Product } from '../../service/products';
import type { Json } from '../../service/schemas';
import type { WebinarReader } from '../../service/webinars';

/** The input of one poll. */
export interface PollContext {
	product: Product;
	service: ServiceClient;
	webinars: WebinarReader;
	/** ID of the watched webinar; empty for an event of the whole account. */
	webinarId: string;
	/** The only schedule to watch; undefined for all. */
	schedule: number | undefined;
	/** Minutes before the start at which a session is reported. */
	minutesBefore: number;
	/** Whether registrants are simplified. */
	simplify: boolean;
	/** Milliseconds since 1970. */
	now: number;
}

/** The JSON of an output item. */
export type EventData = Record<string, Json | undefined>;

export interface PollResult<State> {
	/** New events since the last poll; none at the first poll. */
	events: EventData[];
	/** The state for the next poll. */
	state: State;
}

/** One event of the trigger node, for both products. */
interface EventRules<State> {
	/** Value of the `event` parameter. */
	value: string;
	name: string;
	/** Its entry in n8n's list of triggers: "On ...". */
	action: string;
	description: string;
	/** Whether it watches one webinar, or all of the account. */
	watches: 'webinar' | 'account';
	/** Whether it takes `minutesBefore`. */
	isAhead?: boolean;
	/** Whether its items are registrants, which can be simplified. */
	hasRegistrants?: boolean;
	state: z.ZodType<State>;
	/**
	 * Compares the service with the state.
	 * @param state undefined at the first poll
	 * @throws InputError or ServiceError; the state then stays as it is
	 */
	poll(context: PollContext, state: State | undefined): Promise<PollResult<State>>;
	/** Past (or future) events for building a workflow, most recent first. Needs only a few calls. */
	examples(context: PollContext): Promise<EventData[]>;
	/** The error when there is no example. */
	noExample(context: PollContext): InputError;
}

export interface TriggerEvent extends Omit<EventRules<unknown>, 'state'> {
	/** @param state as stored; a state that does not match the event's schema counts as undefined */
	poll(context: PollContext, state: unknown): Promise<PollResult<unknown>>;
}

/** Creates an event from rules with a typed state. */
export function triggerEvent<State>({ state: schema, ...rules }: EventRules<State>): TriggerEvent {
	return { ...rules, poll: (context, stored) => rules.poll(context, schema.safeParse(stored).data) };
}

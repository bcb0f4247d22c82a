import type { z } from 'zod/v4';

import type { ServiceClient } from '../../service/endpoints';
import type { InputError } from '../../service/errors';
import type { Product } from '../../service/products';
import type { Json } from '../../service/schemas';
import type { WebinarReader } from '../../service/webinars';

/** What one poll works with. */
export interface PollContext {
	product: Product;
	service: ServiceClient;
	webinars: WebinarReader;
	/** ID of the watched webinar; empty for an event of the whole account. */
	webinarId: string;
	/** Only this schedule. */
	schedule: number | undefined;
	/** How long before its start a session is reported. */
	minutesBefore: number;
	/** Milliseconds since 1970. */
	now: number;
}

/** The JSON of an output item. */
export type EventData = Record<string, Json | undefined>;

export interface PollResult<State> {
	/** What happened since the last poll, each event once. Nothing at the first poll. */
	events: EventData[];
	/** What the next poll has to know. */
	state: State;
}

/** One event of the trigger node, for both products. */
interface EventRules<State> {
	/** Value of the `event` parameter. */
	value: string;
	name: string;
	description: string;
	/** Whether it watches one webinar, or all of them. */
	watches: 'webinar' | 'account';
	/** Whether it takes `minutesBefore`. */
	isAhead?: boolean;
	state: z.ZodType<State>;
	/**
	 * Compares the service with the state.
	 * @param state undefined at the first poll
	 * @throws InputError or ServiceError; the state then stays as it is
	 */
	poll(context: PollContext, state: State | undefined): Promise<PollResult<State>>;
	/** Events of the past (or those ahead) to build a workflow with, the most recent first; a few calls. */
	examples(context: PollContext): Promise<EventData[]>;
	/** Said when there is no example. */
	noExample(context: PollContext): InputError;
}

export interface TriggerEvent extends Omit<EventRules<unknown>, 'state'> {
	/** @param state as stored; what does not fit this event's schema counts as none */
	poll(context: PollContext, state: unknown): Promise<PollResult<unknown>>;
}

/** Makes an event of rules whose state has a type of its own. */
export function triggerEvent<State>({ state: schema, ...rules }: EventRules<State>): TriggerEvent {
	return { ...rules, poll: (context, stored) => rules.poll(context, schema.safeParse(stored).data) };
}

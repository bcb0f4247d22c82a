import type { Zone } from 'luxon';
import type { z } from 'zod/v4';

import type { ServiceClient } from '../../service/endpoints';
import type { InputError } from '../../service/errors';
import type { Product } from '../../service/products';
import type { Json } from '../../service/schemas';
import type { WebinarReader } from '../../service/webinars';

/** The settings of the node that not every event takes. */
export type Setting = 'minutesBefore' | 'minutesInRoom' | 'minutesAfterStart' | 'simplify';

/** The input of one poll. */
export interface PollContext {
	product: Product;
	service: ServiceClient;
	webinars: WebinarReader;
	/** ID of the watched webinar; undefined for all of the account, and for an event of the account. */
	webinarId: string | undefined;
	/** With all webinars: a part of the titles of those to watch, in any case; empty for all. */
	titleContains: string;
	/** The only schedule to watch; undefined for all. */
	schedule: number | undefined;
	/** Minutes before the start at which a session is reported. */
	minutesBefore: number;
	/** The minute of the session until which somebody stays, or before which they leave early. */
	minutesInRoom: number;
	/** Minutes after the start of a session from which on its attendance is final. */
	minutesAfterStart: number;
	/** Whether registrants are simplified. */
	simplify: boolean;
	/** Milliseconds since 1970. */
	now: number;
	/** With all webinars: when it is aborted, the poll begins with no other webinar. */
	lastStart: AbortSignal | undefined;
}

/** The input of a poll of one webinar. */
export interface WebinarContext extends Omit<PollContext, 'webinarId'> {
	webinarId: string;
	/** Whether only this webinar is watched. */
	isAlone: boolean;
	/** The zone in which the service states the dates of the webinar when none is passed. */
	zone: () => Promise<Zone>;
}

/** The JSON of an output item. */
export type EventData = Record<string, Json | undefined>;

export interface PollResult<State> {
	/** New events since the last poll; none at the first poll. */
	events: EventData[];
	/** The state for the next poll. */
	state: State;
}

/** What the editor and the messages say of an event, and which settings it takes. */
interface EventTexts {
	/** Value of the `event` parameter. */
	value: string;
	name: string;
	/** Its entry in n8n's list of triggers: "On ...". */
	action: string;
	description: string;
	takes: readonly Setting[];
	/** The error when there is no example. */
	noExample(context: PollContext): InputError;
}

export interface EventRules<State, Context> extends EventTexts {
	state: z.ZodType<State>;
	/**
	 * Compares the service with the state.
	 * @param state undefined at the first poll
	 * @throws InputError or ServiceError; the state then stays as it is
	 */
	poll(context: Context, state: State | undefined): Promise<PollResult<State>>;
	/** Past (or future) events for building a workflow, most recent first. Needs only a few calls. */
	examples(context: Context): Promise<EventData[]>;
}

/** The rules of an event that happens in a webinar. */
export interface WebinarEventRules<State> extends EventRules<State, WebinarContext> {
	/** The state of a webinar that was published since the last poll: everything in it is new. */
	initial: State;
	/** How long before a session events can happen, in milliseconds. */
	leadMs: (context: PollContext) => number;
	/** Whether time alone makes an event. */
	isDue: (state: State, context: PollContext) => boolean;
}

/** One event of the trigger node, for both products. */
export interface TriggerEvent extends EventTexts {
	/** Whether it watches webinars, one or all of the account, or the account itself. */
	watches: 'webinar' | 'account';
	/** @param state as stored; a state that does not match the event's schema counts as undefined */
	poll(context: PollContext, state: unknown): Promise<PollResult<unknown>>;
	examples(context: PollContext): Promise<EventData[]>;
}

import type { Zone } from 'luxon';

import type { ServiceClient } from '../service/endpoints';
import type { Product } from '../service/products';
import type { Json, WebinarListItem } from '../service/schemas';
import type { WebinarReadings } from '../webinars/webinarReader';
import type { WebinarReference } from '../webinars/webinarReference';

/** The types that the steps of a poll share. Moments are in milliseconds since 1970. */

/** The JSON of an output item. */
export type EventData = Readonly<Record<string, Json | undefined>>;

/** The values of the fields that only some events have. */
export interface EventOptions {
	minutesBefore: number;
	/** The minute of the session that separates Left Early from Stayed. */
	minutesInRoom: number;
	/** Minutes from a session's start until its attendance is final. */
	minutesAfterStart: number;
	/** Minutes that a person must have been in a room to count as an attendee. */
	minimumMinutes: number;
	simplify: boolean;
}

export interface PollContext extends EventOptions {
	event: TriggerEvent;
	product: Product;
	service: ServiceClient;
	/** Reads webinars. The readings are shared within this poll. */
	webinars: WebinarReadings;
	/** The chosen webinar; undefined to watch all webinars. */
	webinar: WebinarReference | undefined;
	/** Text in the titles of the webinars to watch; empty for any title. Used with all webinars only. */
	titleContains: string;
	/** The chosen schedule; undefined to watch all schedules. */
	schedule: number | undefined;
	/** Identifies what is watched. If it changes, the next poll is a first poll. */
	watchKey: string;
	now: number;
	/** Once it is aborted, the poll does not start to read another webinar. */
	lastStart?: AbortSignal | undefined;
	/** Writes to n8n's log. @param webinarId absent for a problem of the webinar list */
	warn: (problem: Error, webinarId?: string) => void;
}

/** The context of one webinar. */
export interface WebinarContext extends PollContext {
	webinarId: string;
	/** When the trigger's first poll began. */
	startedAt: number;
	isFirstPoll: boolean;
	/** Reads the time zone of dates in the registrant list; undefined if it is unknown. */
	rowZone: () => Promise<Zone | undefined>;
}

interface WebinarReading {
	/** Empty in the trigger's first poll. */
	events: EventData[];
	/** The event's state of this webinar, as plain JSON. */
	state: unknown;
}

interface EventTexts {
	value: string;
	name: string;
	description: string;
	/** The options that the event has, besides Minutes After Start. */
	takes: ReadonlyArray<keyof EventOptions>;
	/** Whether the event is reported only after attendance is final: Minutes After Start. */
	waitsUntilFinal?: boolean;
}

/** An event that is found by reading each webinar. */
export interface WebinarEvent extends EventTexts {
	watches: 'webinars';
	/** Whether it can happen long before a session, as a registration does. */
	isAtAnyTime?: boolean;
	/**
	 * @param stored the state after the last reading of the webinar; another form counts as none
	 * @throws InputError or ServiceError; the webinar then keeps its state
	 */
	read(context: WebinarContext, stored: unknown): Promise<WebinarReading>;
	/** Returns real events for building a workflow, most recent first, with few requests. */
	examples(context: WebinarContext): Promise<EventData[]>;
	/** Returns an invented event with every field of a real one. */
	sample(options: EventOptions, now: number): EventData;
}

/** An event that the list of webinars shows. */
export interface ListEvent extends EventTexts {
	watches: 'list';
	sample: WebinarListItem;
}

export type TriggerEvent = WebinarEvent | ListEvent;

import type { Zone } from 'luxon';

import type { ServiceClient } from '../service/endpoints';
import type { Product } from '../service/products';
import type { Json, WebinarListItem } from '../service/schemas';
import type { Webinars } from '../webinars/webinars';
import type { WebinarReference } from '../webinars/webinarReference';

/** The types that the steps of a poll share. Times are in milliseconds since 1970. */

/** The JSON data of an output item. */
export type EventData = Readonly<Record<string, Json | undefined>>;

/** The values of the fields that the editor shows only for some events. */
export interface EventOptions {
	/** How many minutes before its start a session is reported. */
	minutesBefore: number;
	/**
	 * A minute of the session, counted from its start. A person who leaves the live room before this minute left early,
	 * and any other attendee stayed.
	 */
	minutesInRoom: number;
	/** The number of minutes after a session's start when its attendance is final. */
	minutesAfterStart: number;
	/** How many minutes a person must spend in a room to count as an attendee. */
	minimumMinutes: number;
	/** Whether to simplify the output items. */
	simplify: boolean;
}

/** The context of one poll: the values of the node's fields, and access to the service. */
export interface PollContext extends EventOptions {
	event: TriggerEvent;
	product: Product;
	service: ServiceClient;
	/** Reads webinars. Each webinar is requested at most once per poll. */
	webinars: Webinars;
	/** The chosen webinar; undefined if all webinars are watched. */
	webinar: WebinarReference | undefined;
	/** If all webinars are watched: the text that their titles must contain; empty for any title. */
	titleContains: string;
	/** The chosen schedule; undefined if all schedules are watched. */
	schedule: number | undefined;
	/** Identifies what the trigger watches. If it changes, the stored state is dropped, and the trigger starts over. */
	watchKey: string;
	/** A digest of the API key. */
	keyDigest: string;
	/** The time in milliseconds that n8n allows for a poll; Infinity for no limit. */
	budgetMs: number;
	/** When this poll began. */
	now: number;
	/** Aborted when the time for the poll is running out, so that it must not start reading another webinar. */
	stopSignal?: AbortSignal | undefined;
	/** Writes a warning to n8n's log. @param webinarId absent if the problem is with the list of webinars */
	warn: (problem: Error, webinarId?: string) => void;
}

/** The context for reading one webinar in a poll. */
export interface WebinarContext extends PollContext {
	webinarId: string;
	/** When the trigger's first poll began. */
	startedAt: number;
	/**
	 * Whether the webinar is read for the first time, and was listed in the trigger's first poll. Its events are then only
	 * remembered, even if a later poll is the first one that could read it.
	 */
	isBaseline: boolean;
	/** Returns the time zone of the dates in the webinar's registrant list; undefined if it is unknown. */
	rowZone: () => Promise<Zone | undefined>;
}

/** The result of reading one webinar. */
interface WebinarReading {
	/** The new events; empty if `isBaseline`. */
	events: EventData[];
	/** The data that the event stores about this webinar until the next poll, as plain JSON. */
	state: unknown;
}

/** How the editor shows an event. */
interface EventTexts {
	value: string;
	name: string;
	/** The event in n8n's list of nodes, e.g. "On a no-show". */
	action: string;
	description: string;
	/** The fields that the editor shows for the event, except Minutes After Start. */
	takes: ReadonlyArray<keyof EventOptions>;
	/** Whether the event is reported only after attendance is final. The editor then shows Minutes After Start. */
	waitsUntilFinal?: boolean;
}

/** An event that the trigger detects by reading each webinar. */
export interface WebinarEvent extends EventTexts {
	watches: 'webinars';
	/** Whether the event can happen long before a session, as registrations can. */
	isAtAnyTime?: boolean;
	/** Whether an output item is a session, not a registrant. */
	isAboutSessions?: boolean;
	/**
	 * Reads a webinar and returns its new events.
	 * @param stored the state from the last time that the webinar was read; ignored if it has an unknown format
	 * @throws InputError or ServiceError if the webinar cannot be read; its state then stays unchanged
	 */
	read(context: WebinarContext, stored: unknown): Promise<WebinarReading>;
	/** Returns recent real events for a test in the editor, the most recent first. Sends only a few requests. */
	examples(context: WebinarContext): Promise<EventData[]>;
	/** Returns a sample event that has all fields of a real one. */
	sample(options: EventOptions, now: number): EventData;
}

/** An event that the trigger detects in the list of webinars, without reading each webinar. */
export interface ListEvent extends EventTexts {
	watches: 'list';
	/** A sample event that has all fields of a real one. */
	sample: WebinarListItem;
}

/** An event that users can choose in Trigger On. */
export type TriggerEvent = WebinarEvent | ListEvent;

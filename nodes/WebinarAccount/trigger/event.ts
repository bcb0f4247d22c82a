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

/** The values of the node's fields. */
export interface TriggerSettings extends EventOptions {
	event: TriggerEvent;
	product: Product;
	/** The chosen webinar; undefined if all webinars are watched. */
	webinar: WebinarReference | undefined;
	/** If all webinars are watched: the text that their titles must contain; empty for any title. */
	titleContains: string;
	/** The chosen schedule; undefined if all schedules are watched. */
	schedule: number | undefined;
}

/** The context of one poll: the values of the node's fields, and access to the service. */
export interface PollContext extends TriggerSettings {
	service: ServiceClient;
	/** Reads webinars. Each webinar is read at most once per poll. */
	webinars: Webinars;
	/** Identifies what the trigger watches. If it changes, the stored state is dropped, and the trigger starts over. */
	watchKey: string;
	/** A digest of the API key. */
	keyDigest: string;
	/** When this poll began. */
	now: number;
	/** Aborted when the time for the poll is running out. The poll then starts reading no other webinar. */
	stopSignal?: AbortSignal | undefined;
	/** Converts an error to one of n8n's. @param webinarId the webinar that the error names; absent for none */
	toError: (error: unknown, webinarId?: string) => Error;
	/** Writes a warning to n8n's log. @param webinarId the webinar that the warning names; absent for none */
	warn: (problem: Error, webinarId?: string) => void;
}

/** A webinar that the trigger watches. */
export interface WatchedWebinar {
	webinarId: string;
	/** The webinar's entry in the webinar list. Present only if all webinars are watched. */
	listed?: WebinarListItem;
}

/** The context for reading one webinar in a poll. */
export interface WebinarContext extends PollContext, WatchedWebinar {
	/** When the trigger's first poll began. */
	startedAt: number;
	/**
	 * Whether the webinar is read for the first time, and was listed in the trigger's first poll. Its events are then only
	 * remembered, even if a later poll is the first one that could read it.
	 */
	isBaseline: boolean;
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
	/** The fields that the editor shows for the event. With Minutes After Start, the event waits for that time. */
	takes: ReadonlyArray<keyof EventOptions>;
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

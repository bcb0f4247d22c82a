import type { ServiceClient } from '../service/client';
import type { CallParameters, Json, Registrant, WebinarListItem } from '../service/endpoints';
import type { InputError } from '../service/errors';
import type { Product } from '../service/products';
import type { Webinars } from '../webinars/webinars';
import type { WebinarReference } from '../webinars/webinarReference';
import type { WebinarState } from './store';

// The types that the steps of a poll share. Times are in milliseconds since 1970.

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

/** One poll: the values of the node's fields, and access to the service. */
export interface Poll extends TriggerSettings {
	service: ServiceClient;
	/** Reads webinars. Each webinar is read at most once per poll. */
	webinars: Webinars;
	/** Identifies what the trigger reports. If it changes, the stored state is dropped, and the trigger starts over. */
	watchKey: string;
	keyDigest: string;
	/** The chosen webinar as the user entered it, as JSON. While it is unchanged, its ID is not looked up again. */
	entered: string;
	/** When this poll began. */
	now: number;
	/** When a poll of all webinars begins to read no further webinar, on the clock of `performance.now()`. */
	lastWebinarAt: number;
	/** When n8n aborts the poll, on the same clock. */
	endsAt: number;
}

export interface RegistrantPoll extends Poll {
	event: RegistrantEvent;
}

export interface SessionPoll extends Poll {
	event: SessionEvent;
}

/** A webinar that the trigger watches: the one that the user chose, or each of all webinars. */
export type WatchedWebinar =
	| { scope: 'one'; webinarId: string; listed?: undefined }
	/** `listed` is the webinar's entry in the webinar list. */
	| { scope: 'all'; webinarId: string; listed: WebinarListItem };

/** A watched webinar, and what the trigger knows before the poll reads it. */
export type WebinarWithState = WatchedWebinar & {
	state: WebinarState;
	/** When the trigger's first poll began. */
	firstPollAt: number;
};

/** What a poll found in one webinar. */
export interface WebinarReading {
	events: EventData[];
	/** Whether the webinar has none of the registrants or sessions that the event watches. */
	isEmpty: boolean;
	/** Whether registrants may be missing, because rows were removed while their list was read. */
	isIncomplete?: boolean;
	/** What the event stores about this webinar until the next poll, as plain JSON. */
	memory: unknown;
	/** Problems for n8n's log. */
	warnings: InputError[];
}

/** How the editor shows an event. */
interface EventTexts {
	value: string;
	name: string;
	/** The event in n8n's list of nodes, e.g. "On a no-show". */
	action: string;
	description: string;
	/** The fields that the editor shows for the event, apart from Simplify. */
	takes: ReadonlyArray<keyof EventOptions>;
}

/** An event that the trigger detects in the registrant lists of a webinar. */
export interface RegistrantEvent extends EventTexts {
	watches: 'registrants';
	/** Whether the event can happen long before a session, as registrations can. */
	canHappenLongBefore?: boolean;
	/**
	 * Returns API filter parameters, one set for each list to read. If the event happened for a registrant, the
	 * registrant is in at least one of the lists.
	 */
	filters: (options: EventOptions) => readonly CallParameters[];
	/** Whether only new registrations add rows to the lists. Otherwise, a new row can be that of an old registration. */
	onlyRegistrationsAddRows?: boolean;
	/**
	 * Whether the trigger's first poll may miss rows, because rows leave the lists during a session, and others move
	 * up. A later poll can then find an old row that the trigger does not know.
	 */
	firstPollMayMissRows?: boolean;
	/** Whether a row shows that the event happened. */
	matches: (row: Registrant, options: EventOptions) => boolean;
	/**
	 * What must be over before the event is decided: the session, or also the day after a visit to the replay room. Absent if
	 * the event is decided at once.
	 */
	waitsForEndOf?: 'session' | 'replay';
	/** A sample row of the registrant list. */
	sample: Registrant;
}

/** An event that the trigger detects in the sessions of a webinar. */
export interface SessionEvent extends EventTexts {
	watches: 'sessions';
	/** Returns the minutes from a session's start until the trigger reports the session; negative for before the start. */
	offsetMinutes: (options: EventOptions) => number;
	/** How late a session is still reported, in milliseconds after it started or, for an event after the start, was due. */
	maxDelayMs: number;
}

/** An event that the trigger detects in the list of webinars. */
export interface ListEvent extends EventTexts {
	watches: 'webinarList';
	/** A sample event that has all fields of a real one. */
	sample: WebinarListItem;
}

/** An event that users can choose in Trigger On. */
export type TriggerEvent = RegistrantEvent | SessionEvent | ListEvent;

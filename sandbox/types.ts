/** The service's two products. Each is also the first segment of its API paths. */
export const products = ['live', 'automated'] as const;
export type Product = (typeof products)[number];

export const operationNames = [
	'webinars',
	'webinar',
	'register',
	'registrants',
	'unsubscribe',
	'countries',
] as const;
export type Operation = (typeof operationNames)[number];

export const rooms = ['live', 'replay'] as const;
export type Room = (typeof rooms)[number];

export type PerRoom = Partial<Record<Room, number>>;

/** The parameters of a request, with unchanged values. Of parameters with the same name, the last one counts. */
export type Parameters = Readonly<Record<string, string>>;

/** All values of each parameter in order, including those of `name[]` and `name[0]`. */
export type ParameterLists = Readonly<Record<string, readonly string[]>>;

/** Milliseconds: a constant, or a function that returns the latency of the next request. */
export type Latency = number | (() => number);

/** When sessions take place. `time` is HH:MM in the webinar's time zone. Dates are calculated for each request. */
export type SessionRule = { schedule: number } &
	/** A single date. It is in the past if `daysAhead` is negative. */
	(
		| { kind: 'once'; daysAhead: number; time: string }
		/** A single date that stays the same, in epoch milliseconds. */
		| { kind: 'once'; startsAt: number }
		/** `weekday` 1 is Monday. All `count` sessions share one schedule ID. */
		| { kind: 'weekly'; weekday: number; time: string; count: number }
		| { kind: 'everyDay'; time: string }
		| { kind: 'everyWeekday'; time: string }
		| { kind: 'instantReplay' }
		| { kind: 'justInTime' }
		| { kind: 'alwaysOn' }
		| { kind: 'rightNow' }
	);
export type SessionKind = SessionRule['kind'];

export interface Presenter {
	name: string;
	email: string;
	picture: string;
}

/** A custom field of the registration form: a drop-down if it has options, otherwise a text field. */
export interface CustomField {
	id: number;
	/** In camel case. It is also the name of the parameter (service: D). */
	label: string;
	required: boolean;
	options?: ReadonlyArray<{ id: number; text: string }>;
	/** Whether several answers are allowed. */
	multiple?: boolean;
}

/** The custom fields of a webinar. Which field of the detail holds them is not documented, so each webinar chooses one. */
export interface CustomFields {
	shownAs: 'custom_fields' | 'registration_fields';
	questions: readonly CustomField[];
}

/** The values of custom fields by label. The value of a drop-down is the text of the chosen option. */
export type CustomAnswers = Readonly<Record<string, readonly string[]>>;

/** With `off`, the form does not have the field, and responses do not return it. */
type FieldSetting = 'off' | 'optional' | 'required';

export interface WebinarSettings {
	id: number;
	hash: string;
	/**
	 * If set, the webinar has URLs of 2026: the registration page `/<segment>/register/<hash>`, and one-click links that
	 * add `/1click` (service: R). Otherwise the URLs have the webinar's ID.
	 */
	pageSegment?: string;
	name: string;
	title: string;
	description: string;
	/** A region/city name. The session rules are in this time zone. */
	timezone: string;
	presenters: readonly Presenter[];
	sessions: readonly SessionRule[];
	/**
	 * Unless the phone is `off`, the register operation requires the phone and the country code (service: D).
	 * With `required`, a one-click link requires the phone too.
	 */
	fields: { lastName: FieldSetting; phone: FieldSetting };
	customFields?: CustomFields;
	/** Whether the webinar's language writes times with 24 hours (service: D). */
	hours24?: boolean;
	/** Whether registrants are listed only after they confirmed their registration (service: V). */
	doubleOptIn?: boolean;
	/** The detail has the optional fields only if they are set here. */
	registration: {
		type: 'free' | 'paid';
		fee: number;
		currency?: string;
		checkoutUrl?: string;
		postPaymentUrl?: string;
	};
}

export interface LiveWebinar extends WebinarSettings {
	product: 'live';
	type: 'Series of presentations' | 'Single presentation' | 'Always on' | 'Right now';
	/** The value that the service shows, if it differs from `type`. It is null with several single dates (service: D). */
	shownType?: { inList?: string | null; inDetail?: string | null };
}

export interface AutomatedWebinar extends WebinarSettings {
	product: 'automated';
	displayedSchedules: number;
	/** Whether dates are shown in the attendee's time zone, which each request passes. */
	autoDetectTimezone?: boolean;
	/** Whether a session of such a webinar starts at the same local time for everybody, and not at the same instant. */
	sameLocalTime?: boolean;
	/** What such a webinar shows as its time zone. By default "auto" (service: C, seen in 2017 to 2019). */
	shownTimezone?: string;
}

export type Webinar = LiveWebinar | AutomatedWebinar;

export interface Person {
	firstName: string;
	lastName?: string | undefined;
	email: string;
	phoneCountryCode?: string | undefined;
	phone?: string | undefined;
}

/** Identifies a webinar. The same ID may exist in both products (service: V). */
export interface WebinarKey {
	product: Product;
	webinarId: number;
}

export interface Registrant extends Person, WebinarKey {
	/** ID that the register operation returns. */
	userId: number;
	/** ID of the row in the registrant list. */
	id: number;
	/** ID of the person, for the unsubscribe operation. All rows of an email address share it (service: C). */
	leadId: number;
	/** Identifies the registrant in the URLs of the attendee pages. */
	token: string;
	schedule: number;
	sessionKind: SessionKind;
	/** ID of the registration, not of the session (service: C). */
	eventId: number;
	/** Start of the first session, in `timezone`. */
	date: string;
	/** Start of the first session, in epoch milliseconds. */
	startsAt: number;
	/** Starts of all sessions of the registration, in `timezone`. */
	sessions: readonly string[];
	timezone: string;
	/** `sandbox` means that a test or the registrants page added the person. */
	via: 'api' | 'oneClickLink' | 'sandbox';
	/** Epoch milliseconds. */
	registeredAt: number;
	subscribed: boolean;
	/** Whether the person confirmed the registration. With double opt-in, others are not listed. */
	confirmed: boolean;
	/** Seconds in each room that the person opened. They may be 0 (service: V). */
	attended: PerRoom;
	/** Seconds from the start of the session to entering the live room. */
	enteredLiveAfter: number;
	/** Revenue from each room in which the person bought something. */
	purchased: PerRoom;
	answers: CustomAnswers;
	/** The parameters of the registration without the API key. */
	parameters: Parameters;
}

export interface Call {
	/** Monotonic milliseconds at arrival. */
	at: number;
	product: Product;
	operation: Operation;
	/** The User-Agent header, or '' without one. */
	userAgent: string;
	/** HTTP status of the response. It is 0 until the response, and if the connection closes without one. */
	status: number;
	/** Whether the request passed the checks of method and key, and counted against the rate limit. */
	counted: boolean;
	parameters: Parameters;
}

/** A response of the API. An object is sent as JSON, a string unchanged. */
export interface ApiResponse {
	status: number;
	body: object | string;
	headers?: Readonly<Record<string, string>>;
}

/** How the sandbox lists registrants. */
export interface RegistrantsList {
	/** Whether a page has all fields of Laravel's paginator (service: V, C), or only those that are always needed. */
	paginator: 'minimal' | 'paginator';
	/** Whether the newest row comes first. Otherwise it comes last. The service's order is unknown. */
	newestFirst: boolean;
}

/** The account that all parts of the sandbox share. */
export interface Account {
	readonly url: string;
	apiKey: string;
	/** Keys that a newer one replaced. */
	readonly replacedApiKeys: Set<string>;
	webinars: readonly Webinar[];
	registrantsList: RegistrantsList;
	readonly now: () => number;
}

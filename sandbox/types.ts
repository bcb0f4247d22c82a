import type { Paginator } from './paginators';

/** The two products of the service; also the first segment of their API paths. */
export const products = ['live', 'automated'] as const;
export type Product = (typeof products)[number];

export const operationNames = ['webinars', 'webinar', 'register', 'registrants', 'unsubscribe'] as const;
export type Operation = (typeof operationNames)[number];

export const rooms = ['live', 'replay'] as const;
export type Room = (typeof rooms)[number];

/** A number for each room that there is something to say about. */
export type PerRoom = Partial<Record<Room, number>>;

type WebinarType = 'Series of presentations' | 'Single presentation' | 'Always on' | 'Right now';

/** The key=value pairs of a request, every value as it was sent; of a name that comes twice, the last. */
export type Parameters = Readonly<Record<string, string>>;

/** All values of each name, in their order; those of `name[]` and `name[0]` too. */
export type ParameterLists = Readonly<Record<string, readonly string[]>>;

/** Milliseconds: always the same, from a range, or drawn for each call. */
export type Latency = number | { min: number; max: number } | (() => number);

/** When sessions take place. `time` is HH:MM in the webinar's zone; dates are worked out anew on every call. */
export type SessionRule = { schedule: number } & (
	| { kind: 'once'; daysAhead: number; time: string }
	/** `weekday`: 1 is Monday. All `count` sessions share one schedule id. */
	| { kind: 'weekly'; weekday: number; time: string; count: number }
	| { kind: 'everyDay'; time: string }
	| { kind: 'everyWeekday'; time: string }
	| { kind: 'instantReplay' }
	| { kind: 'justInTime' }
	| { kind: 'alwaysOn' }
	| { kind: 'rightNow' }
);

export interface Presenter {
	name: string;
	email: string;
	picture: string;
}

/** A question of the registration form; with options a dropdown, otherwise a text. */
export interface CustomField {
	id: number;
	/** Camel case; also the name of its parameter. */
	label: string;
	required: boolean;
	options?: ReadonlyArray<{ id: number; text: string }>;
	/** Whether more than one answer is taken. */
	multiple?: boolean;
}

/** Which member of the detail holds the questions is not known: each webinar chooses one. */
export interface CustomFields {
	shownAs: 'custom_fields' | 'registration_fields';
	questions: readonly CustomField[];
}

/** The answers to custom fields by label, options as their text. */
export type CustomAnswers = Readonly<Record<string, readonly string[]>>;

/** `off`: the field is neither asked for nor returned. */
type FieldSetting = 'off' | 'optional' | 'required';

export interface WebinarSettings {
	id: number;
	hash: string;
	name: string;
	title: string;
	description: string;
	/** Region/city name; the zone of the session rules. */
	timezone: string;
	presenters: readonly Presenter[];
	sessions: readonly SessionRule[];
	fields: {
		lastName: FieldSetting;
		phone: FieldSetting;
		/** Whether the register operation insists on `twilio_consent`. */
		smsConsent?: 'required';
	};
	customFields?: CustomFields;
	/** The optional members appear in the detail only when they are given here. */
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
	type: WebinarType;
	/** Where the service shows another value than `type`. */
	shownType?: { inList?: string; inDetail?: string | null };
}

export interface AutomatedWebinar extends WebinarSettings {
	product: 'automated';
	displayedSchedules: number;
	/** Sessions are shown in the attendee's own zone, which each request names. */
	autoDetectTimezone?: boolean;
}

export type Webinar = LiveWebinar | AutomatedWebinar;

export interface Person {
	firstName: string;
	lastName?: string;
	email: string;
	phoneCountryCode?: string;
	phone?: string;
}

/** Identifies a webinar; the two products may use one id twice. */
export interface WebinarKey {
	product: Product;
	webinarId: number;
}

export interface Registrant extends Person, WebinarKey {
	/** Of the registration, as the register operation answers it. */
	userId: number;
	/** Of the row in the list of registrants. */
	id: number;
	/** What the unsubscribe operation asks for. */
	leadId: number;
	/** Identifies the registrant in the addresses of the attendee pages. */
	token: string;
	schedule: number;
	/** Stands for one schedule on one date. */
	eventId: number;
	/** The first session, in `timezone`. */
	date: string;
	/** The moment of `date`, in epoch milliseconds. */
	startsAt: number;
	/** Every session the person is registered to, in `timezone`; the first is `date`. */
	sessions: readonly string[];
	timezone: string;
	/** `sandbox`: added by a test, or on the registrants page. */
	via: 'api' | 'oneClickLink' | 'sandbox';
	/** Epoch milliseconds. */
	registeredAt: number;
	subscribed: boolean;
	/** Seconds in each room that the person was in. */
	attended: PerRoom;
	/** Revenue of what was bought in each room. */
	purchased: PerRoom;
	answers: CustomAnswers;
	/** All parameters of the registration except the key, under the names they were sent with. */
	parameters: Parameters;
}

export interface Call {
	/** Monotonic milliseconds at arrival. */
	at: number;
	product: Product;
	operation: Operation;
	/** HTTP status of the answer; 0 while there is none, and for good if the connection was cut. */
	status: number;
	/** Whether the call passed the checks of method, key and limit, and so used up a part of the limit. */
	counted: boolean;
	parameters: Parameters;
}

/** An answer to an API call: an object goes out as JSON, a string as it is. */
export interface Answer {
	status: number;
	body: object | string;
	headers?: Readonly<Record<string, string>>;
}

/** How the host lists registrants: what the real service does is not certain, so that a test can choose. */
export interface RegistrantsList {
	/** false: the host has neither the operation `registrants` nor `unsubscribe`, and answers 404 with a page. */
	hasRegistrants: boolean;
	paginator: Paginator;
	/** Otherwise the newest row is the last. */
	newestFirst: boolean;
}

/** What every part of the stand-in needs to know of the account. */
export interface Account {
	readonly url: string;
	readonly apiKey: string;
	webinars: readonly Webinar[];
	registrantsList: RegistrantsList;
	readonly now: () => number;
}

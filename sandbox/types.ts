/** The two products of the service; also the first segment of their API paths. */
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

/** The key=value pairs of a request, with unchanged values; for duplicate names, the last one. */
export type Parameters = Readonly<Record<string, string>>;

/** All values of each name in order, including those of `name[]` and `name[0]`. */
export type ParameterLists = Readonly<Record<string, readonly string[]>>;

/** Milliseconds: always the same, or drawn for each call. */
export type Latency = number | (() => number);

/** When sessions take place. `time` is HH:MM in the webinar's zone; dates are calculated on every call. */
export type SessionRule = { schedule: number } & (
	| { kind: 'once'; daysAhead: number; time: string }
	/** `weekday` 1 is Monday. All `count` sessions share one schedule id. */
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

/** A custom field of the registration form: with options a dropdown, otherwise a text. */
export interface CustomField {
	id: number;
	/** Camel case; also the name of the parameter. */
	label: string;
	required: boolean;
	options?: ReadonlyArray<{ id: number; text: string }>;
	/** Whether several answers are allowed. */
	multiple?: boolean;
}

/** The member of the detail with the custom fields is not documented, so each webinar chooses one. */
export interface CustomFields {
	shownAs: 'custom_fields' | 'registration_fields';
	questions: readonly CustomField[];
}

/** The answers to custom fields by label, options as their text. */
export type CustomAnswers = Readonly<Record<string, readonly string[]>>;

/** `off`: the field is neither requested nor returned. */
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
	/** Where the phone is not `off`, the register operation requires it with `twilio_consent`; `required`: a link too. */
	fields: { lastName: FieldSetting; phone: FieldSetting };
	customFields?: CustomFields;
	/** Whether its language writes times with 24 hours. */
	hours24?: boolean;
	/** Whether people are listed only after they confirmed. */
	doubleOptIn?: boolean;
	/** Optional members are in the detail only if they are set here. */
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
	/** The value that the service shows, if it differs from `type`. */
	shownType?: { inList?: string; inDetail?: string | null };
}

export interface AutomatedWebinar extends WebinarSettings {
	product: 'automated';
	displayedSchedules: number;
	/** Sessions are shown in the attendee's own zone, which each request passes. */
	autoDetectTimezone?: boolean;
	/** With it: whether a session takes place at the same local time for everybody; otherwise at the same instant. */
	sameLocalTime?: boolean;
	/** What it then shows as its zone, which is not documented; by default no zone. */
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

/** Identifies a webinar; the same id may exist in both products. */
export interface WebinarKey {
	product: Product;
	webinarId: number;
}

export interface Registrant extends Person, WebinarKey {
	/** ID of the registration, returned by the register operation. */
	userId: number;
	/** ID of the row in the list of registrants. */
	id: number;
	/** ID for the unsubscribe operation. */
	leadId: number;
	/** Identifies the registrant in the addresses of the attendee pages. */
	token: string;
	schedule: number;
	/** ID of one schedule on one date. */
	eventId: number;
	/** The first session, in `timezone`. */
	date: string;
	/** The moment of `date`, in epoch milliseconds. */
	startsAt: number;
	/** Every session of the registration, in `timezone`; the first is `date`. */
	sessions: readonly string[];
	timezone: string;
	/** `sandbox`: added by a test, or on the registrants page. */
	via: 'api' | 'oneClickLink' | 'sandbox';
	/** Epoch milliseconds. */
	registeredAt: number;
	subscribed: boolean;
	/** Whether they are listed. */
	confirmed: boolean;
	/** Seconds in each room that the person was in. */
	attended: PerRoom;
	/** Revenue of what was bought in each room. */
	purchased: PerRoom;
	answers: CustomAnswers;
	/** All parameters of the registration except the key, under their original names. */
	parameters: Parameters;
}

export interface Call {
	/** Monotonic milliseconds at arrival. */
	at: number;
	product: Product;
	operation: Operation;
	/** HTTP status of the answer; 0 before the answer, and if the connection was closed without one. */
	status: number;
	/** Whether the call passed the checks of method, key and limit, and used the limit. */
	counted: boolean;
	parameters: Parameters;
}

/** An answer to an API call: an object is sent as JSON, a string unchanged. */
export interface Answer {
	status: number;
	body: object | string;
	headers?: Readonly<Record<string, string>>;
}

/** How the host lists registrants. The real service does not document this. */
export interface RegistrantsList {
	/** false: the host has neither `registrants` nor `unsubscribe`, and answers 404 with a page. */
	hasRegistrants: boolean;
	/** What a page says of the list: where it ends, or the number of rows too. */
	paginator: 'minimal' | 'paginator';
	/** Whether the newest row is the first; otherwise it is the last. */
	newestFirst: boolean;
	/** How many seconds after a registration its row is listed. */
	lagSeconds: number;
}

/** The account, shared by all parts of the sandbox. */
export interface Account {
	readonly url: string;
	apiKey: string;
	webinars: readonly Webinar[];
	registrantsList: RegistrantsList;
	readonly now: () => number;
}

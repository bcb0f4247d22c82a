/** The two products of the service; also the first segment of their API paths. */
export const products = ['live', 'automated'] as const;
export type Product = (typeof products)[number];

export const operationNames = ['webinars', 'webinar', 'register'] as const;
export type Operation = (typeof operationNames)[number];

export type WebinarType = 'Series of presentations' | 'Single presentation' | 'Always on' | 'Right now';

/** The key=value pairs of a request, every value as it was sent. */
export type Parameters = Readonly<Record<string, string>>;

export type Latency = number | { min: number; max: number };

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

/** `off`: the field is neither asked for nor returned. */
export type FieldSetting = 'off' | 'optional' | 'required';

interface WebinarSettings {
	id: number;
	hash: string;
	name: string;
	title: string;
	description: string;
	/** Region/city name; the zone of the session rules. */
	timezone: string;
	presenters: readonly Presenter[];
	sessions: readonly SessionRule[];
	fields: { lastName: FieldSetting; phone: FieldSetting };
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

export interface Registrant extends Person {
	userId: number;
	/** Identifies the registrant in the addresses of the attendee pages. */
	token: string;
	product: Product;
	webinarId: number;
	schedule: number;
	/** The first session, in `timezone`. */
	date: string;
	/** Every session the person is registered to, in `timezone`; the first is `date`. */
	sessions: readonly string[];
	timezone: string;
	via: 'api' | 'oneClickLink';
	/** Epoch milliseconds. */
	registeredAt: number;
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

/** What every part of the stand-in needs to know of the account. */
export interface Account {
	url: string;
	apiKey: string;
	webinars: readonly Webinar[];
	now: () => number;
}

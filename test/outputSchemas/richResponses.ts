import type { ProductName } from '../../nodes/WebinarAccount/service/products';

/**
 * Responses of the service with every field that docs/openapi.yaml knows. `filled` has a value in each field, `empty` has
 * null or no value where the service may send that, and `otherForms` has the other types that were seen.
 */
export interface RichResponses {
	webinars: object;
	webinar: object;
	register: object;
	registrants: object;
}

interface Subject {
	product: ProductName;
	webinarId: number;
	/** The schedule of the webinar's only session with a date. */
	schedule: number;
	/** The email address of the registrant. */
	email: string;
}

export function richResponses(subject: Subject): RichResponses[] {
	return [filled(subject), empty(subject), otherForms(subject)];
}

const DATE = '2026-03-10 14:00';
const DATE_IN_LIST = 'Tue, 10 Mar 2026, 02:00 PM';
const EVENTS = 'https://event.example.com';

function filled({ product, webinarId, schedule, email }: Subject): RichResponses {
	const summary = {
		webinar_id: webinarId,
		webinar_hash: 'abc1234',
		name: 'Onboarding',
		title: 'Your first week',
		description: 'For new customers',
		// Only live webinars have a type.
		...(product === 'live' && { type: 'Series of presentations' }),
		timezone: 'Europe/London',
	};
	return {
		webinars: { status: 'success', webinars: [{ ...summary, schedules: [DATE_IN_LIST] }] },
		webinar: {
			status: 'success',
			webinar: {
				...summary,
				schedules: [{ date: DATE, schedule, comment: DATE_IN_LIST }],
				presenters: [{ name: 'Ada', email: 'ada@example.com', picture: `${EVENTS}/ada.png` }],
				registration_url: `${EVENTS}/register/6/abc1234`,
				registration_type: 'paid',
				registration_fee: 49,
				registration_currency: 'USD',
				registration_checkout_url: `${EVENTS}/checkout/6`,
				registration_post_payment_url: `${EVENTS}/paid/6`,
				direct_live_room_url: `${EVENTS}/go/live/6/abc1234`,
				direct_replay_room_url: `${EVENTS}/go/replay/6/abc1234`,
				custom_fields: [{ label: 'company', options: [{ id: 1, value: 'Red' }] }],
				registration_fields: [{ label: 'color', options: [{ id: 1, label: 'Red' }] }],
			},
		},
		register: {
			status: 'success',
			user: {
				webinar_id: webinarId,
				webinar_hash: 'abc1234',
				user_id: 1234567,
				first_name: 'Grace',
				last_name: 'Hopper',
				phone_country_code: '+1',
				phone: '2025550143',
				email,
				password: 'room password',
				schedule,
				date: DATE,
				timezone: 'Europe/London',
				country: { id: 1, name: 'United States' },
				state: { id: 2, name: 'Texas' },
				live_room_url: `${EVENTS}/go/live/6/grace`,
				replay_room_url: `${EVENTS}/go/replay/6/grace`,
				thank_you_url: `${EVENTS}/thank-you/6/grace`,
			},
		},
		registrants: pageOf(withLinks(filledRow(schedule, email))),
	};
}

function empty({ product, webinarId, schedule, email }: Subject): RichResponses {
	const summary = {
		webinar_id: webinarId,
		webinar_hash: 'abc1234',
		name: 'Onboarding',
		description: null,
		...(product === 'live' && { type: null }),
		timezone: '',
	};
	return {
		webinars: { status: 'success', webinars: [{ ...summary, schedules: [] }] },
		webinar: {
			status: 'success',
			webinar: {
				...summary,
				schedules: [
					{ date: DATE, schedule, comment: DATE_IN_LIST },
					{ date: null, schedule: schedule + 1, comment: 'Always on' },
					{ date: null, schedule: null, comment: 'Just in time' },
				],
				presenters: [],
				registration_url: `${EVENTS}/register/6/abc1234`,
				registration_type: 'free',
				registration_fee: 0,
				registration_currency: '',
				registration_checkout_url: '',
				registration_post_payment_url: '',
				direct_live_room_url: `${EVENTS}/go/live/6/abc1234`,
				direct_replay_room_url: `${EVENTS}/go/replay/6/abc1234`,
			},
		},
		register: {
			status: 'success',
			user: {
				webinar_id: webinarId,
				webinar_hash: 'abc1234',
				user_id: 1234567,
				first_name: 'Grace',
				last_name: '',
				phone_country_code: null,
				phone: null,
				email,
				password: null,
				schedule: String(schedule),
				date: '',
				timezone: '',
				country: null,
				state: null,
				live_room_url: '',
				replay_room_url: '',
				thank_you_url: '',
			},
		},
		registrants: pageOf(emptyRow(schedule, email), {
			...emptyRow(schedule, email),
			id: 2,
			schedule_id: null,
			schedule: 'Just in time',
		}),
	};
}

/** Like `filled`, except for fields that were seen with several types. */
function otherForms(subject: Subject): RichResponses {
	const { schedule, email } = subject;
	return { ...filled(subject), registrants: pageOf(withLinks(numericRow(schedule, email))) };
}

function pageOf(...rows: object[]): object {
	const registrants = {
		current_page: 1,
		data: rows,
		last_page: 1,
		per_page: 25,
		total: rows.length,
		next_page_url: null,
		prev_page_url: null,
	};
	return { status: 'success', registrants };
}

/** Adds the links, which a row has in two places. */
function withLinks(row: object): object {
	const links = {
		live_room: `${EVENTS}/go/live/6/grace`,
		replay_room: `${EVENTS}/go/replay/6/grace`,
		unsubscribe: `${EVENTS}/unsubscribe/6/grace`,
	};
	return { ...row, ...links, links };
}

function filledRow(schedule: number, email: string) {
	return {
		id: 1,
		lead_id: 1234567,
		webinar: 'Your first week',
		schedule_id: schedule,
		schedule: DATE_IN_LIST,
		event_id: 8,
		event: DATE_IN_LIST,
		signup_date: 'Mon, 2 Mar 2026, 09:00 AM',
		first_name: 'Grace',
		last_name: 'Hopper',
		email,
		phone_country_code: '+1',
		phone: '2025550143',
		phone_number: '2025550143',
		ip: '192.0.2.1',
		country: { id: 1, name: 'United States' },
		state: { id: 2, name: 'Texas' },
		attended_live: 'Yes',
		date_live: 'Tue, 10 Mar 2026, 02:03 PM',
		entered_live: '00:03:12',
		time_live: '00:42:10',
		purchased_live: 'Yes',
		revenue_live: '49.50',
		attended_replay: 'Yes',
		date_replay: 'Wed, 11 Mar 2026, 08:00 AM',
		time_replay: '00:10:00',
		purchased_replay: 'Yes',
		revenue_replay: '9.90',
		subscribed: 'Yes',
		gdpr_status: 'Yes',
		gdpr_communications: 'Yes',
		gdpr_status_date: 'Mon, 2 Mar 2026, 09:00 AM',
		gdpr_status_ip: '192.0.2.1',
		twilio_consented_at: 'Mon, 2 Mar 2026, 09:00 AM',
		utm_source: 'newsletter',
		utm_medium: 'email',
		utm_campaign: 'spring',
		utm_term: 'webinar',
		utm_content: 'button',
	};
}

/** Returns a row with null in each field that may be null. */
function emptyRow(schedule: number, email: string) {
	const row = filledRow(schedule, email);
	const { id, lead_id, webinar, schedule_id, event_id, signup_date, first_name } = row;
	return {
		...Object.fromEntries(Object.keys(row).map((name) => [name, null])),
		id,
		lead_id,
		webinar,
		schedule_id,
		schedule: row.schedule,
		event_id,
		signup_date,
		first_name,
		email,
		attended_live: 'No',
		purchased_live: 'No',
		attended_replay: 'No',
		purchased_replay: 'No',
		subscribed: 'No',
	};
}

function numericRow(schedule: number, email: string) {
	return {
		...filledRow(schedule, email),
		attended_live: 1,
		time_live: 2530,
		purchased_live: 0,
		revenue_live: 49.5,
		attended_replay: 0,
		time_replay: 600,
		purchased_replay: 1,
		revenue_replay: 9.9,
		subscribed: 1,
	};
}

import type { EndpointName } from '../../nodes/WebinarAccount/service/endpoints';
import type { ProductName } from '../../nodes/WebinarAccount/service/products';

/** Sample answers from the documentation and from public code, with every oddity that they show. */

const names = { name: 'Onboarding', title: 'Your first week', description: '' };
const pages = 'https://event.webinarjam.com';

const listItem = {
	webinar_id: 6,
	webinar_hash: 'uvw1234',
	...names,
	schedules: ['Right now'],
	timezone: 'America/New_York',
};

const detail = {
	webinar_id: 6,
	webinar_hash: 'uvw1234',
	...names,
	schedules: [{ date: '2024-01-05 12:00', schedule: 55, comment: 'Just in time' }],
	timezone: 'America/New_York',
	presenters: [{ name: 'Ada', email: 'ada@example.com', picture: 'https://example.com/ada.png' }],
	registration_url: 'https://event.webinarjam.com/register/6/uvw1234',
	registration_type: 'free',
	registration_fee: 0,
	registration_currency: '',
	registration_checkout_url: '',
	registration_post_payment_url: '',
	direct_live_room_url: `${pages}/go/live/6/uvw1234ab12`,
	direct_replay_room_url: `${pages}/go/replay/6/uvw1234ab12`,
};

const attendee = {
	webinar_id: 6,
	webinar_hash: 'uvw1234',
	user_id: 1234567,
	first_name: 'Grace',
	email: 'grace@example.com',
	password: null,
	schedule: 55,
	date: '2024-01-05 12:00',
	timezone: 'America/New_York',
	live_room_url: `${pages}/go/live/6/ab1cd2ef3`,
	replay_room_url: `${pages}/go/replay/6/ab1cd2ef3`,
	thank_you_url: `${pages}/registration/thank-you/6/ab1cd2ef3gh4`,
};

const registrant = {
	id: 1,
	lead_id: 1234567,
	schedule_id: 55,
	event_id: 8,
	first_name: 'Grace',
	last_name: 'Hopper',
	email: 'grace@example.com',
	phone_country_code: '+1',
	phone_number: '2025550143',
	signup_date: 'Fri, 31 Oct 2025, 12:00 PM',
	attended_live: 'Yes',
	time_live: '00:42:10',
	subscribed: 'Yes',
	links: { live_room: `${pages}/go/live/6/ab1cd2ef3` },
};

const registrants = {
	registrants: {
		current_page: 1,
		data: [registrant],
		last_page: 3,
		per_page: 25,
		total: 61,
		next_page_url: 'https://api.webinarjam.com/webinarjam/registrants?page=2',
	},
};

/** The members besides `status`, by product and endpoint. */
export const sampleAnswers: Readonly<
	Record<ProductName, Readonly<Record<Exclude<EndpointName, 'unsubscribe'>, object>>>
> = {
	live: {
		webinars: { webinars: [{ ...listItem, type: 'Right Now' }] },
		webinar: { webinar: { ...detail, type: null } },
		register: { user: attendee },
		registrants,
	},
	automated: {
		webinars: { webinars: [{ ...listItem, schedules: [] }] },
		webinar: {
			webinar: {
				...detail,
				schedules: [
					{ date: '2024-01-04 12:00', schedule: 54, comment: 'Instant replay' },
					{ date: '2024-01-05 12:00', schedule: 55, comment: 'Just in time' },
					{ date: '2024-01-05 13:00', schedule: 56, comment: 'Every day, 01:00 PM' },
				],
			},
		},
		register: { user: { ...attendee, schedule: '56', date: '2024-01-05 13:00', timezone: 'GMT-5' } },
		registrants,
	},
};

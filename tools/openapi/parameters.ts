import type { EndpointName } from '../../nodes/WebinarAccount/service/endpoints';
import type { Product } from '../../nodes/WebinarAccount/service/products';
import { date, documented, gmtForm, integer, type Members, text } from './schema';

/** The parameters of the requests, all of them form fields. */

const always = true;
const upTo = (maximum: number) => ({ schema: { type: 'integer', minimum: 0, maximum } });

/** @param keyLength of the documented key */
const everywhere = (keyLength: number): Members => ({
	api_key: documented(
		'The key of the account. Documented with 64 characters; keys of 36 characters (a UUID) are in use.',
		{ schema: { type: 'string', minLength: 1, maxLength: keyLength }, always },
	),
});

const webinarId: Members = { webinar_id: documented('From a list.', { schema: integer, always }) };

const timezone: Members = {
	timezone: documented(
		"The attendee's zone as GMT-5, GMT+2 or GMT+4:30, for a webinar that shows its sessions in it. EST without it.",
		{ schema: gmtForm },
	),
};

const detailTimezone: Members = {
	timezone: documented(
		"The attendee's zone as GMT-5, GMT+2 or GMT+4:30. Required for a webinar that is set to detect it; without it, its dates are in EST.",
		{ schema: gmtForm },
	),
};

const registration: Members = {
	...webinarId,
	first_name: documented('First name.', { schema: text, always }),
	last_name: documented('May be required by the webinar.', { schema: text }),
	email: documented('Email address.', { schema: text, always }),
	schedule: documented('From the detail of the webinar.', { schema: integer, always }),
	ip_address: documented('IP address of the person.', { schema: text }),
	phone_country_code: documented('With a leading +. May be required by the webinar.', {
		schema: { type: 'string', pattern: '^\\+\\d+$' },
	}),
	phone: documented('Digits only. May be required by the webinar.', {
		schema: { type: 'string', pattern: '^\\d+$' },
	}),
	country: documented('To be taken from the list of countries. Whether by ID or by name is not documented.', {
		schema: text,
	}),
	state: documented('The same.', { schema: text }),
	timezone_id: documented('2 Mountain, 3 Central; needed for attendees in Texas.', { schema: integer }),
	twilio_consent: documented('Consent to text messages; needed when the phone field is on.', upTo(1)),
};

const bookedDate: Members = {
	date: documented('One session of the schedule, YYYY-MM-DD HH:MM, exactly as the detail lists it.', {
		schema: date,
	}),
};

const filters: Members = {
	...webinarId,
	schedule_id: documented('Only registrants of this schedule.', { schema: integer }),
	attended_live: documented(
		'0 all, 1 attended, 2 did not, 3 left before and 4 left after attended_live_timestamp.',
		upTo(4),
	),
	attended_live_timestamp: documented('Seconds into the session.', { schema: integer }),
	attended_replay: documented('The same for the replay room.', upTo(4)),
	attended_replay_timestamp: documented('Seconds into the session.', { schema: integer }),
	purchased: documented('0 all, 1 bought, 2 did not.', upTo(2)),
	date_range: documented(
		'0 all time, 1 today, 2 yesterday, 3 this week, 4 last week, 5 last 7 days, 6 this month, 7 last month, 8 last 30 days. Whether of the sign-up or of the session is not documented.',
		upTo(8),
	),
	search: documented('In which members it searches is not documented; public code passes an email address.', {
		schema: text,
	}),
	page: documented('From 1.', { schema: { type: 'integer', minimum: 1 } }),
};

const lead: Members = {
	...webinarId,
	lead_id: documented('Of a row of the registrants.', { schema: integer, always }),
};

const none: Members = {};

/** The parameters of an endpoint of a product, by name. */
export function parametersOf(name: EndpointName, product: Product, keyLength: number): Members {
	const zone = product.takesTimezone ? timezone : none;
	const own: Readonly<Record<EndpointName, Members>> = {
		webinars: none,
		webinar: { ...webinarId, ...(product.takesTimezone ? detailTimezone : none) },
		register: { ...registration, ...zone, ...(product.takesDate ? bookedDate : none) },
		registrants: filters,
		unsubscribe: lead,
	};
	return { ...everywhere(keyLength), ...own[name] };
}

/** A custom field of the registration form, under its label. */
export const customField = documented(
	'A custom field of the registration form, under its label: a text, or the ID of an option of a drop-down. Several answers are a list of IDs; the vendor writes ["id_1","id_2"], and not how a form has it. Public code repeats the name with [], as in PHP (seen once).',
	{ schema: { anyOf: [text, { type: 'array', items: text }] } },
);

/** The query parameters of the one-click registration link. */
export const linkParameters: Members = {
	first_name: documented('First name.', { schema: text, always }),
	last_name: documented('Last name.', { schema: text }),
	email: documented('Email address, with @ as %40.', { schema: text, always }),
	phone_country_code: documented('With the + as %2B.', { schema: text }),
	phone_number: documented('Digits only. Another name than in a registration.', { schema: text }),
	timezone: documented(
		"GMT-7 or GMT+7, for automated webinars that follow the attendee's zone. That it may have minutes is assumed.",
		{ schema: gmtForm },
	),
	schedule_id: documented('The session number. Another name than in a registration.', {
		schema: integer,
		always,
	}),
};

import { assumed, documented, type Members, ref, seen, seenOnce, text, textOrNull, integer } from './schema';

/** The members of the service's objects. Those that the package reads have their type from its own schemas. */

const always = true;
const url = { schema: text, always };

const webinar: Members = {
	webinar_id: documented('Identifies the webinar within its product.', { always }),
	webinar_hash: documented(
		'For the one-click registration link. That it is the token in its path is not documented.',
		{ always },
	),
	name: documented('Private name.', { schema: text, always }),
	title: documented('Public title.', { schema: text, always }),
	description: documented('Description.', { schema: textOrNull, always }),
	type: documented(
		'Live webinars only. "Right Now" is a second spelling of "Right now"; null occurs in the detail.',
		{
			schema: {
				enum: ['Series of presentations', 'Single presentation', 'Always on', 'Right now', 'Right Now', null],
			},
		},
	),
	timezone: documented(
		"Region/city name. What a webinar that follows each attendee's zone shows here is not documented.",
		{ schema: textOrNull, always },
	),
};

export const listItem: Members = {
	...webinar,
	schedules: documented(
		'Descriptions for people, not objects. Empty for an automated webinar that runs right now.',
		{ schema: { type: 'array', items: text }, always },
	),
};

export const schedule: Members = {
	date: documented(
		"YYYY-MM-DD HH:MM, without an offset: in the webinar's zone, or in the zone passed as timezone if the webinar follows the attendee's.",
		{ always },
	),
	schedule: documented(
		'All sessions of a series may share one number; the date tells them apart. Those shown in the dashboard are others.',
		{ always },
	),
	comment: documented('"Just in time", "Instant replay", "Every day, 01:00 PM" and others.', {
		schema: textOrNull,
	}),
};

export const presenter: Members = {
	name: documented('Name.', { schema: textOrNull }),
	email: documented('Email address.', { schema: textOrNull }),
	picture: documented('Address of the picture.', { schema: textOrNull }),
};

const customFieldList = { type: 'array', items: ref('CustomField') };

export const detail: Members = {
	...webinar,
	schedules: documented(
		'As many as the setting "Displayed schedules" of an automated webinar. Just-in-time and instant-replay sessions are in some answers only, with numbers that vary (seen).',
		{ schema: { type: ['array', 'null'], items: ref('Schedule') }, always },
	),
	presenters: documented('The presenters.', {
		schema: { type: 'array', items: ref('Presenter') },
		always,
	}),
	registration_url: documented('The registration page.', url),
	registration_type: documented('Whether people pay.', { schema: { enum: ['free', 'paid'] }, always }),
	registration_fee: documented('In the currency below.', { schema: integer, always }),
	registration_currency: documented('Empty for a free webinar.', { schema: textOrNull }),
	registration_checkout_url: documented('Only if enabled in the webinar.', { schema: textOrNull }),
	registration_post_payment_url: documented('Only if enabled in the webinar.', { schema: textOrNull }),
	direct_live_room_url: documented('The live room, without the registration page.', url),
	direct_replay_room_url: documented('The replay room, without the registration page.', url),
	custom_fields: assumed(
		'Custom fields of the registration form. The name of the member is not documented.',
		{
			schema: customFieldList,
		},
	),
	registration_fields: assumed('Another name that this member may have.', { schema: customFieldList }),
};

export const customField: Members = {
	label: documented('Camel case; also the name of the parameter in a registration.', {
		schema: text,
		always,
	}),
	options: assumed(
		'The options of a drop-down, which have IDs (documented). The name of the member and their shape are not documented.',
		{ schema: { type: 'array', items: { type: ['object', 'string'] } } },
	),
};

export const attendee: Members = {
	webinar_id: documented('The webinar.', { always }),
	webinar_hash: documented('The hash of the webinar.', { schema: textOrNull, always }),
	user_id: documented('ID of the attendee; not documented to be the lead_id of a registrant.', {
		schema: ref('Id'),
		always,
	}),
	first_name: documented('As passed.', { schema: textOrNull, always }),
	last_name: documented('Only if enabled in the webinar.', { schema: textOrNull }),
	phone_country_code: documented('Only if enabled in the webinar.', { schema: textOrNull }),
	phone: documented('Only if enabled in the webinar.', { schema: textOrNull }),
	email: documented('As passed.', { schema: text, always }),
	password: documented('Password to the room; only if enabled in the webinar.', { schema: textOrNull }),
	schedule: documented('A text for automated webinars, an integer for live ones.', { always }),
	date: documented('YYYY-MM-DD HH:MM. Its zone is not documented.', { always }),
	timezone: documented(
		'Whether it is a region/city name or the GMT form that was passed is not documented.',
		{ schema: textOrNull, always },
	),
	live_room_url: documented("The attendee's own address.", url),
	replay_room_url: documented("The attendee's own address.", url),
	thank_you_url: documented("The attendee's own address.", url),
};

/** Numbers were seen once. */
const yesOrNo = { schema: { enum: ['Yes', 'No', 1, 0] } };
/** "01:02:03"; others provide for "02:03" and for a number of seconds. */
const duration = { schema: { type: ['string', 'integer', 'null'] } };
const own = { schema: textOrNull };
const place = {
	schema: { type: ['object', 'string', 'null'], properties: { id: {}, name: { type: 'string' } } },
};
const revenue = { schema: { type: ['string', 'number', 'null'] } };
const campaign = seenOnce('Campaign of the registration page.', { schema: textOrNull });

export const registrant: Members = {
	id: seen('The row.', { schema: ref('Id') }),
	lead_id: documented('Identifies the registrant for unsubscribe.', { schema: ref('Id') }),
	user_id: seenOnce('In older answers.', { schema: ref('Id') }),
	webinar: seen('Title of the webinar.', { schema: textOrNull }),
	schedule_id: seen('The schedule.', { schema: ref('Id') }),
	schedule: seen('Like "Fri, 31 Oct 2025, 12:00 PM"; with 24 hours in some languages (documented).', {
		schema: textOrNull,
	}),
	event_id: seen('One session of the schedule.', { schema: ref('Id') }),
	event: seen('The same.', { schema: textOrNull }),
	signup_date: seen('The same. Its zone is not documented.', { schema: textOrNull }),
	first_name: seen('First name.', { schema: textOrNull }),
	last_name: seen('Last name.', { schema: textOrNull }),
	email: seen('Email address.', { schema: textOrNull }),
	phone_country_code: seen('With a leading +.', { schema: textOrNull }),
	phone_number: seen('The vendor lists it as "phone".', { schema: textOrNull }),
	phone: documented('The same; public code reads phone_number.', { schema: textOrNull }),
	ip: seen('IP address.', { schema: textOrNull }),
	country: seenOnce('Sometimes there.', place),
	state: seenOnce('Sometimes there.', place),
	attended_live: seen('Whether the person was in the live room.', yesOrNo),
	date_live: documented('When the person was in the live room. The form of the date is not documented.', own),
	entered_live: documented('When the person entered the live room.', own),
	time_live: seen('Time in the live room: HH:MM:SS; MM:SS and seconds are provided for by others.', duration),
	purchased_live: seen('Whether the person bought in the live room.', yesOrNo),
	revenue_live: seen('Revenue in the live room.', revenue),
	attended_replay: seen('The same for the replay room.', yesOrNo),
	date_replay: documented('The same for the replay room.', own),
	time_replay: seen('The same for the replay room.', duration),
	purchased_replay: seen('The same for the replay room.', yesOrNo),
	revenue_replay: seen('The same for the replay room.', revenue),
	subscribed: documented('"No" after unsubscribe.', yesOrNo),
	gdpr_status: seen('Consent to the processing of personal data.', { schema: textOrNull }),
	gdpr_communications: seen('Consent to be contacted.', { schema: textOrNull }),
	gdpr_status_date: documented('When the person gave this consent.', own),
	gdpr_status_ip: documented('IP address from which the person gave it.', own),
	twilio_consented_at: seenOnce('When the person agreed to text messages.', { schema: textOrNull }),
	utm_source: campaign,
	utm_medium: campaign,
	utm_campaign: campaign,
	utm_term: campaign,
	utm_content: campaign,
	live_room: documented("The registrant's own address. Public code reads it in `links`.", own),
	replay_room: documented('The same.', own),
	unsubscribe: documented('The same.', own),
	links: seen("The registrant's own addresses: live_room, replay_room, unsubscribe.", {
		schema: { type: 'object', additionalProperties: textOrNull },
	}),
};

export const registrantsPage: Members = {
	current_page: seen('Number of this page, from 1.', { schema: integer }),
	data: seen('The rows. Their order is not documented.', {
		schema: { type: 'array', items: ref('Registrant') },
		always,
	}),
	last_page: seen('Number of the last page.'),
	per_page: seenOnce('Rows on a page: 25.', { schema: integer }),
	total: seenOnce('Rows on all pages.'),
	next_page_url: seenOnce('null on the last page.', { schema: textOrNull }),
};

import { z } from 'zod/v4';

import { name, version } from '../../../package.json';
import { ID } from '../utils/values';

/**
 * The `User-Agent` of every request, in the usual form for programs. The firewall in front of the service refuses the
 * user agents of server libraries, and it is not known whether it accepts n8n's own.
 */
export const USER_AGENT = `Mozilla/5.0 (compatible; ${name}/${version})`;

// Schemas for the service's responses. They check and normalize the fields that the node uses. All other fields are kept
// unchanged, so that users also get fields that the service adds later.

/** A JSON value. Objects have no recursive type, because code that reads their fields checks them itself. */
export type Json = string | number | boolean | object | null;

const anyJson = z.custom<Json>();

const optionalString = z.string().nullish();

/** A field with any value. Code that reads it checks it. A schema names it to set its position among the output fields. */
const uncheckedField = anyJson.optional();

/** An integer, also as a string of digits, as PHP may write it. */
const id = z.union([z.int(), z.string().regex(ID).transform(Number)]);

const optionalId = z.preprocess((value) => (value === '' ? null : value), id.nullish());

const WEBINAR_TYPES = ['Series of presentations', 'Single presentation', 'Always on', 'Right now'] as const;

/** A webinar type in its documented spelling. The service also sends "Right Now". An unknown type stays as it came. */
const webinarType = anyJson.transform((value): Json => {
	const text = typeof value === 'string' ? value.trim().toLowerCase() : undefined;
	return WEBINAR_TYPES.find((known) => known.toLowerCase() === text) ?? value;
});

const webinarFields = {
	webinar_id: id,
	webinar_hash: optionalString,
	name: uncheckedField,
	title: uncheckedField,
	type: webinarType.optional(),
	timezone: uncheckedField,
};

/** An entry in the webinar list. */
const webinarListItem = z.object({ ...webinarFields, schedules: uncheckedField }).catchall(anyJson);

export type WebinarListItem = z.output<typeof webinarListItem>;

/** The schedules of a webinar as a list, also if the service sends a single string. */
const scheduleEntries = z.preprocess(
	(value) => (typeof value === 'string' ? [value] : value),
	z.array(anyJson).nullish(),
);

const scheduleObject = z
	.object({
		// Null or absent for a session without a date, such as an always-on session.
		date: optionalString,
		schedule: id,
		comment: uncheckedField,
	})
	.catchall(anyJson);

export type ScheduleObject = z.output<typeof scheduleObject>;

/** Reads an entry in a webinar's `schedules`. Returns undefined if it has no numeric ID or its date is not a string. */
export function readScheduleObject(entry: Json): ScheduleObject | undefined {
	return scheduleObject.safeParse(entry).data;
}

/** A webinar in the response to a request for one webinar. */
const webinarDetail = z
	.object({
		...webinarFields,
		/** The entries as the service wrote them, because some are plain strings. `readScheduleObject` reads the others. */
		schedules: scheduleEntries,
		registration_url: uncheckedField,
		registration_type: uncheckedField,
		direct_live_room_url: uncheckedField,
		direct_replay_room_url: uncheckedField,
	})
	.catchall(anyJson);

export type WebinarDetail = z.output<typeof webinarDetail>;

/** The registered person in the response to a registration. */
const registeredUser = z
	.object({
		webinar_id: optionalId,
		// Null or 0 if the service did not register the person.
		user_id: optionalId,
		schedule: optionalId,
		date: optionalString,
		timezone: uncheckedField,
	})
	.catchall(anyJson);

/** An ID, or any other value unchanged. Other values are accepted, so that a row with an invalid ID is not dropped. */
const idOrAnyJson = z.union([optionalId, anyJson]).optional();

/** A row in the registrant list. Any field may be absent. */
export type Registrant = Readonly<Record<string, Json | undefined>>;

const registrant = z
	.object({
		id: idOrAnyJson,
		lead_id: idOrAnyJson,
		schedule_id: idOrAnyJson,
		event_id: idOrAnyJson,
	})
	.catchall(anyJson);

/** One page of the registrant list. `total` is the number of rows on all pages; 0 if the service does not state it. */
const registrantsPage = z
	.object({ data: z.array(registrant), last_page: id, total: id.catch(0) })
	// An empty list still has one page.
	.transform(({ data, last_page, total }) => {
		const rows: Registrant[] = data;
		return { rows, lastPage: Math.max(1, last_page), total };
	});

export type RegistrantsPage = z.output<typeof registrantsPage>;

/** The content of each endpoint's response, without its `status`. */
export interface Responses {
	webinars: { webinars: WebinarListItem[] };
	webinar: { webinar: WebinarDetail };
	register: { user: z.output<typeof registeredUser> };
	registrants: { registrants: RegistrantsPage };
	/** Undefined for a response without a body (HTTP 204). */
	unsubscribe: object | undefined;
}

export type EndpointName = keyof Responses;

interface Endpoint<Response> {
	/** The purpose of the request. Completes the error message "Could not …". */
	purpose: string;
	/** What the service may have done although the request failed. Absent if the request only reads data. */
	sideEffect?: SideEffect;
	/** Tells the user what to do if the service rejects the request. */
	advice: string;
	/** Checks and normalizes the content of a response. */
	schema: z.ZodType<Response>;
}

interface SideEffect {
	/** The beginning of the error message, before "…, but the connection broke off". */
	warning: string;
	/** Tells the user how to continue if it is unknown whether the service acted. */
	advice: string;
}

/** The service's endpoints, by their path. Both products have the same ones. */
export const endpoints: { readonly [Name in EndpointName]: Endpoint<Responses[Name]> } = {
	webinars: {
		purpose: 'list the webinars',
		advice: 'Check API Key and Service in the credential.',
		schema: z.object({ webinars: z.array(webinarListItem) }),
	},
	webinar: {
		purpose: 'read the webinar',
		advice:
			'Choose the webinar again. It may have been deleted, or Resource may be set to the other product.',
		schema: z.object({ webinar: webinarDetail }),
	},
	register: {
		purpose: 'register the person',
		sideEffect: {
			warning: 'The person may have been registered',
			advice:
				'Run this item again. For the same session, the service reportedly makes no duplicate, and Return Existing gives the link. Return Existing has no effect on just-in-time sessions and instant replays.',
		},
		advice: 'Check the values of this item, and whether the webinar requires more, then run the item again.',
		schema: z.object({ user: registeredUser }),
	},
	registrants: {
		purpose: 'list the registrants',
		advice: 'Check the fields of this node, then try again.',
		schema: z.object({ registrants: registrantsPage }),
	},
	unsubscribe: {
		purpose: 'unsubscribe the registrant',
		sideEffect: {
			warning: 'The registrant may have been unsubscribed',
			advice: 'Check the webinar account before you run this item again.',
		},
		advice: 'Use a lead_id that Get Registrants returns for this webinar, not the user_id of a registration.',
		schema: z.object({}).optional(),
	},
};

/** Request parameters by the service's names. A parameter with several values has an array. */
export type CallParameters = Readonly<Record<string, string | readonly string[]>>;

import { z } from 'zod/v4';

import { ID, isBlank, isRecord } from '../utils/values';

/**
 * The service's responses ("Resources and their fields"). Fields that the node uses are checked and normalized. All others
 * are kept unchanged, so that new fields of the service reach the user.
 */

/** A JSON value. Objects have no recursive type, because no code reads their fields. */
export type Json = string | number | boolean | object | null;

const anything = z.custom<Json>();

const optionalText = z.string().nullish();

/** A string that is only shown to people. Another type becomes null. */
const shownText = z
	.unknown()
	.transform((value) => (typeof value === 'string' || typeof value === 'number' ? String(value) : null))
	.optional();

/** A field that no code reads. It is named in a schema so that it has a place in the order of the output. */
const unread = anything.optional();

/** PHP writes a list with gaps as an object with numbers as keys. */
function asList(value: unknown): unknown {
	const isList = isRecord(value) && Object.keys(value).every((key) => /^\d+$/.test(key));
	return isList ? Object.values(value) : value;
}

/** A list that drops its invalid entries. A list with only invalid entries is an error. */
function listOf<Entry extends z.ZodType>(entry: Entry) {
	return z
		.preprocess(asList, z.array(z.unknown()))
		.transform((all) => {
			const valid = all.filter((each) => entry.safeParse(each).success);
			return valid.length > 0 ? valid : all.slice(0, 1);
		})
		.pipe(z.array(entry));
}

/** An integer, or a string of digits, as PHP may write it. */
const id = z.union([z.int(), z.string().regex(ID).transform(Number)]);

const optionalId = z.preprocess((value) => (value === '' ? null : value), id.nullish());

const WEBINAR_TYPES = ['Series of presentations', 'Single presentation', 'Always on', 'Right now'] as const;

/** One of the four documented spellings, in any case (the service also sends "Right Now"); otherwise null. */
const type = z.unknown().transform((value) => {
	const name = typeof value === 'string' ? value.trim().toLowerCase() : '';
	return WEBINAR_TYPES.find((known) => known.toLowerCase() === name) ?? null;
});

const webinarFields = {
	webinar_id: id,
	webinar_hash: optionalText,
	name: shownText,
	title: shownText,
	type: type.optional(),
	timezone: shownText,
};

export const webinarListItem = z.object({ ...webinarFields, schedules: unread }).catchall(anything);

/** The service's webinar list. `unreadable` is the number of entries that were dropped, because their ID is not readable. */
const webinarList = z.preprocess(
	(body) => {
		const webinars = isRecord(body) ? asList(body.webinars) : undefined;
		if (!Array.isArray(webinars)) return body;
		const unreadable = webinars.filter((webinar) => !webinarListItem.safeParse(webinar).success).length;
		return unreadable === 0 ? { webinars } : { webinars, unreadable };
	},
	z.object({ webinars: listOf(webinarListItem), unreadable: z.number().optional() }),
);

/** A single string becomes a list with that entry. */
const scheduleEntries = z.preprocess(
	(value) => (typeof value === 'string' ? [value] : asList(value)),
	z.array(anything).nullish(),
);

const scheduleObject = z
	.object({
		// Empty for a session without a date, such as an always-on session.
		date: z.preprocess((value) => value ?? '', z.string()),
		schedule: id,
		comment: shownText,
	})
	.catchall(anything);

/** Reads an entry of a detail's `schedules`; undefined if it has no numeric ID or its date is not a string. */
export function readScheduleObject(entry: Json): ScheduleObject | undefined {
	return scheduleObject.safeParse(entry).data;
}

const detail = z
	.object({
		...webinarFields,
		/** As the service wrote them, because an entry may be a plain string: see `readScheduleObject`. */
		schedules: scheduleEntries,
		registration_url: unread,
		registration_type: unread,
		direct_live_room_url: unread,
		direct_replay_room_url: unread,
	})
	.catchall(anything);

const user = z
	.object({
		webinar_id: optionalId,
		// Null or zero if the service registered nobody. On other hosts it may be a string, such as a UUID.
		user_id: z.preprocess(
			(value) => (value === 0 || value === '0' ? null : value),
			z.union([optionalId, z.number(), z.string().trim()]),
		),
		schedule: optionalId,
		date: optionalText,
		timezone: unread,
	})
	.catchall(anything);

export type WebinarListItem = z.output<typeof webinarListItem>;
export type WebinarDetail = z.output<typeof detail>;
export type ScheduleObject = z.output<typeof scheduleObject>;
export type Attendee = z.output<typeof user>;

/** An invalid identifier is kept, because an error would drop the row. */
const idOrAnything = z.union([id, anything]).optional();

/** A row of the registrant list. A host may leave out any field. */
export type Registrant = Readonly<Record<string, Json | undefined>>;

/** Fills in both `phone` and `phone_number`, because hosts return either of them. */
function withBothPhones(row: Registrant): Registrant {
	const { phone, phone_number } = row;
	const known = isBlank(phone_number) ? phone : phone_number;
	return isBlank(known) ? row : { ...row, phone: isBlank(phone) ? known : phone, phone_number: known };
}

const registrant = z
	.object({
		id: idOrAnything,
		lead_id: idOrAnything,
		user_id: idOrAnything,
		schedule_id: idOrAnything,
		event_id: idOrAnything,
	})
	// All other fields, in the service's order.
	.catchall(anything)
	.transform(withBothPhones);

/** `total`: the number of rows on all pages, if the host states it. */
const paginator = z
	.object({ data: listOf(registrant), last_page: id, total: id.optional().catch(undefined) })
	.transform(({ data, last_page, total }) => ({ rows: data, lastPage: last_page, total }));

export type RegistrantsPage = z.output<typeof paginator>;

const all = {
	webinars: webinarList,
	webinar: z.object({ webinar: detail }),
	register: z.object({ user }),
	registrants: z.object({ registrants: paginator }),
	/** No body, or an object with only its `status`. */
	unsubscribe: z.object({}).optional(),
};

export type EndpointName = keyof typeof all;
export type Responses = { [Name in EndpointName]: z.output<(typeof all)[Name]> };

/** The response of each endpoint, without its `status`. */
export const responseSchemas: { readonly [Name in EndpointName]: z.ZodType<Responses[Name]> } = all;

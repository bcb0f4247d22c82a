import { z } from 'zod/v4';

import { ID } from '../utils/values';

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
	const name = typeof value === 'string' ? value.trim().toLowerCase() : undefined;
	return WEBINAR_TYPES.find((known) => known.toLowerCase() === name) ?? value;
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
export const webinarListItem = z.object({ ...webinarFields, schedules: uncheckedField }).catchall(anyJson);

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

/** Reads an entry in a webinar's `schedules`. Returns undefined if it has no numeric ID or its date is not a string. */
export function readScheduleObject(entry: Json): ScheduleObject | undefined {
	return scheduleObject.safeParse(entry).data;
}

/** A webinar in the response to a request for one webinar. */
export const webinarDetail = z
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

/** The registered person in the response to a registration. */
export const registeredUser = z
	.object({
		webinar_id: optionalId,
		// Null or 0 if the service did not register the person.
		user_id: optionalId,
		schedule: optionalId,
		date: optionalString,
		timezone: uncheckedField,
	})
	.catchall(anyJson);

export type WebinarListItem = z.output<typeof webinarListItem>;
export type WebinarDetail = z.output<typeof webinarDetail>;
export type RegisteredUser = z.output<typeof registeredUser>;
export type ScheduleObject = z.output<typeof scheduleObject>;

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
export const registrantsPage = z
	.object({ data: z.array(registrant), last_page: id, total: id.catch(0) })
	// An empty list still has one page.
	.transform(({ data, last_page, total }) => {
		const rows: Registrant[] = data;
		return { rows, lastPage: Math.max(1, last_page), total };
	});

export type RegistrantsPage = z.output<typeof registrantsPage>;

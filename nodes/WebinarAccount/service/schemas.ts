import { z } from 'zod/v4';

/**
 * The service's answers ("Resources and their fields"). What the node relies on is checked and normalised; every
 * other member is kept as it came, so that a field the service adds reaches the user.
 */

/** A value of a JSON answer. */
export type Json = string | number | boolean | object | null;

/** Anything JSON holds; `object` and not a recursive type, because nothing looks inside. */
export const anything = z.custom<Json>();

const optionalText = z.string().nullish();

/** Identifiers are documented as integers but also come as strings of digits. */
export const id = z.union([
	z.int(),
	z
		.string()
		.regex(/^\d{1,15}$/)
		.transform(Number),
]);

const WEBINAR_TYPES = ['Series of presentations', 'Single presentation', 'Always on', 'Right now'] as const;

/** One of the four documented spellings, whatever the capitals ("Right Now" is one of the service's own); else null. */
const type = z.unknown().transform((value) => {
	const name = typeof value === 'string' ? value.trim().toLowerCase() : '';
	return WEBINAR_TYPES.find((known) => known.toLowerCase() === name) ?? null;
});

const webinarFields = {
	webinar_id: id,
	webinar_hash: optionalText,
	name: optionalText,
	title: optionalText,
	description: optionalText,
	type: type.optional(),
	timezone: optionalText,
};

const listItem = z.object({ ...webinarFields, schedules: z.array(z.string()).nullish() }).catchall(anything);

const schedule = z
	.object({ date: z.string(), schedule: id, comment: z.string().nullish() })
	.catchall(anything);

const presenter = z
	.object({ name: optionalText, email: optionalText, picture: optionalText })
	.catchall(anything);

const detail = z
	.object({
		...webinarFields,
		schedules: z.array(schedule).nullish(),
		presenters: z.array(presenter).nullish(),
		registration_url: optionalText,
		registration_type: optionalText,
		registration_fee: z.union([z.number(), z.string()]).nullish(),
		registration_currency: optionalText,
		registration_checkout_url: optionalText,
		registration_post_payment_url: optionalText,
		direct_live_room_url: optionalText,
		direct_replay_room_url: optionalText,
	})
	.catchall(anything);

const user = z
	.object({
		webinar_id: id.nullish(),
		webinar_hash: optionalText,
		// Missing when the service did not register anybody: looked at by the register operation.
		user_id: id.nullish(),
		first_name: optionalText,
		last_name: optionalText,
		email: optionalText,
		phone_country_code: optionalText,
		phone: optionalText,
		password: optionalText,
		schedule: id.nullish(),
		date: optionalText,
		timezone: optionalText,
		live_room_url: optionalText,
		replay_room_url: optionalText,
		thank_you_url: optionalText,
	})
	.catchall(anything);

/** The member beside `status` of each answer ("Endpoints"). */
export const webinarsAnswer = z.object({ webinars: z.array(listItem) });
export const webinarAnswer = z.object({ webinar: detail });
export const registerAnswer = z.object({ user });

export type WebinarListItem = z.output<typeof listItem>;
export type WebinarDetail = z.output<typeof detail>;
export type Session = z.output<typeof schedule>;
export type Attendee = z.output<typeof user>;

/** Nothing, or an object that says no more than its status. */
export const unsubscribeAnswer = z
	.object({})
	.optional()
	.transform(() => ({}));

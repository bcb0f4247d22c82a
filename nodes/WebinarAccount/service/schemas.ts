import { z } from 'zod/v4';

import { ID, isBlank, isRecord } from '../utils/values';

/**
 * The service's answers ("Resources and their fields"). What the node relies on is checked and normalised; every
 * other member is kept as it came, so that a field the service adds reaches the user.
 */

/** A value of a JSON answer. */
export type Json = string | number | boolean | object | null;

/** Anything JSON holds; `object` and not a recursive type, because nothing looks inside. */
export const anything = z.custom<Json>();

/** A text that the node relies on. */
const optionalText = z.string().nullish();

/** A text that is shown in lists; anything else must not hide what it belongs to. */
const shownText = z
	.unknown()
	.transform((value) => (typeof value === 'string' || typeof value === 'number' ? String(value) : null))
	.optional();

/** A member on which nothing depends stays as it came. It is named for the order of the output. */
const unread = anything.optional();

/**
 * A list, of which an odd entry must not hide the others: what nobody could choose is left out. When that goes for
 * all of it, the list is not what was asked for.
 */
export function listOf<Entry extends z.ZodType>(entry: Entry) {
	return z.preprocess((value: unknown) => {
		if (!Array.isArray(value) && !isListWithGaps(value)) return value;
		const entries: unknown[] = Object.values(value);
		const usable = entries.filter((each) => entry.safeParse(each).success);
		return usable.length > 0 ? usable : entries;
	}, z.array(entry));
}

/** PHP writes a list with gaps as an object. */
function isListWithGaps(value: unknown): value is Record<string, unknown> {
	return isRecord(value) && Object.keys(value).every((key) => /^\d+$/.test(key));
}

/** Identifiers are documented as integers but also come as strings of digits. */
export const id = z.union([z.int(), z.string().regex(ID).transform(Number)]);

/** Empty texts stand for nothing where an identifier is expected. */
const optionalId = z.preprocess((value) => (value === '' ? null : value), id.nullish());

const WEBINAR_TYPES = ['Series of presentations', 'Single presentation', 'Always on', 'Right now'] as const;

/** One of the four documented spellings, whatever the capitals ("Right Now" is one of the service's own); else null. */
const type = z.unknown().transform((value) => {
	const name = typeof value === 'string' ? value.trim().toLowerCase() : '';
	return WEBINAR_TYPES.find((known) => known.toLowerCase() === name) ?? null;
});

const webinarFields = {
	webinar_id: id,
	webinar_hash: optionalText,
	name: shownText,
	title: shownText,
	description: unread,
	type: type.optional(),
	timezone: optionalText,
};

const listItem = z.object({ ...webinarFields, schedules: unread }).catchall(anything);

const schedule = z.object({ date: z.string(), schedule: id, comment: shownText }).catchall(anything);

const detail = z
	.object({
		...webinarFields,
		schedules: listOf(schedule).nullish(),
		presenters: unread,
		registration_url: unread,
		registration_type: unread,
		registration_fee: unread,
		registration_currency: unread,
		registration_checkout_url: unread,
		registration_post_payment_url: unread,
		direct_live_room_url: unread,
		direct_replay_room_url: unread,
	})
	.catchall(anything);

const user = z
	.object({
		webinar_id: optionalId,
		webinar_hash: unread,
		// Missing when the service did not register anybody: looked at by the register operation.
		user_id: optionalId,
		first_name: unread,
		last_name: unread,
		email: unread,
		phone_country_code: unread,
		phone: unread,
		password: unread,
		schedule: optionalId,
		date: optionalText,
		timezone: unread,
		live_room_url: unread,
		replay_room_url: unread,
		thank_you_url: unread,
	})
	.catchall(anything);

/** The member beside `status` of each answer ("Endpoints"). */
export const webinarsAnswer = z.object({ webinars: listOf(listItem) });
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

/**
 * The answer of the registrants operation. The service's documentation does not show it; known are a paginator under
 * `registrants`, and bare rows under `registrants`, `users` or `user` in older code. So all of them are taken.
 */

/** Anything that is no identifier is kept as it came, so that one odd row does not hide all others. */
const idOrAnything = z.union([id, anything]).optional();

/** Seen under both names: the row gets both, and keeps what it has. */
function withBothPhones<Row extends Record<string, unknown>>(row: Row): Row {
	const known = [row.phone_number, row.phone].find((own) => !isBlank(own));
	if (known === undefined) return row;
	const [phone, phone_number] = [row.phone, row.phone_number].map((own) => (isBlank(own) ? known : own));
	return { ...row, phone, phone_number };
}

const registrant = z
	.object({
		id: idOrAnything,
		lead_id: idOrAnything,
		user_id: idOrAnything,
		schedule_id: idOrAnything,
		event_id: idOrAnything,
	})
	// All others in the service's own order.
	.catchall(anything)
	.transform(withBothPhones);

export type Registrant = z.output<typeof registrant>;

const rows = listOf(registrant);

/** One page of the list, whatever shape it came in. */
export interface RegistrantsPage {
	rows: Registrant[];
	/** Number of the last page; absent where the host does not say. */
	lastPage?: number;
	/** Number of all rows of all pages; absent where the host does not say. */
	total?: number;
	/** The host says that no page follows. */
	isLast: boolean;
}

const count = z
	.union([z.int(), z.string().regex(/^\d+$/).transform(Number)])
	.optional()
	.catch(undefined);

const paginator = z
	.object({ data: rows, last_page: count, total: count, next_page_url: z.unknown() })
	.transform(({ data, last_page, total, next_page_url }): RegistrantsPage => ({
		rows: data,
		...(last_page !== undefined && { lastPage: last_page }),
		...(total !== undefined && { total }),
		isLast: next_page_url === null,
	}));

const bareRows = rows.transform((data): RegistrantsPage => ({ rows: data, isLast: false }));

/** Typed answer: `registrants`, whatever member they came in. */
export const registrantsAnswer = z.preprocess(
	(answer) => ({ registrants: pageIn(answer) }),
	z.object({ registrants: z.union([paginator, bareRows]) }),
);

function pageIn(answer: unknown): unknown {
	if (!isRecord(answer)) return answer;
	if ('registrants' in answer) return answer.registrants;
	if ('users' in answer) return answer.users;
	return 'user' in answer ? answer.user : undefined;
}

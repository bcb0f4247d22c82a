import { z } from 'zod/v4';

import { ID, isBlank, isRecord } from '../utils/values';

/**
 * The service's answers ("Resources and their fields"). Members that the node uses are checked and normalised. All
 * others are kept as they are, so that new fields of the service reach the user.
 */

/** A value of a JSON answer. */
export type Json = string | number | boolean | object | null;

/** Any JSON value; `object` instead of a recursive type, because no code reads its members. */
export const anything = z.custom<Json>();

/** A text that the node uses. */
const optionalText = z.string().nullish();

/** A text without which the rest is still useful; any other type becomes null. */
const shownText = z
	.unknown()
	.transform((value) => (typeof value === 'string' || typeof value === 'number' ? String(value) : null))
	.optional();

/** A member that the node does not use. It is named only for the order of the output. */
const unread = anything.optional();

/** Invalid entries whose problems are looked at; an answer can have thousands. */
const MAX_INVALID = 10;

/**
 * A list without its invalid entries, so that one of them does not hide the others. A list with only invalid entries
 * is an error, and so is one with an entry whose ID is beyond what a number holds: it would be lost without a word.
 * @param idName the member with an entry's ID
 */
export function listOf<Entry extends z.ZodType>(entry: Entry, idName = '') {
	return z.preprocess((value: unknown) => {
		if (!Array.isArray(value) && !isListWithGaps(value)) return value;
		const entries: unknown[] = Object.values(value);
		const inexact = entries.findIndex((each) => isRecord(each) && isInexact(each[idName]));
		if (inexact >= 0) return entries.slice(0, inexact + 1);
		// That an entry is no object is seen at once.
		const usable = entries.filter((each) => isRecord(each) && entry.safeParse(each).success);
		return usable.length > 0 ? usable : entries.slice(0, MAX_INVALID);
	}, z.array(entry));
}

/** Whether an identifier has more digits than a number holds exactly. */
function isInexact(value: unknown): boolean {
	if (typeof value === 'number') return Number.isInteger(value) && !Number.isSafeInteger(value);
	return typeof value === 'string' && /^\d{16,}$/.test(value);
}

/** PHP writes a list with gaps as an object. */
function isListWithGaps(value: unknown): value is Record<string, unknown> {
	return isRecord(value) && Object.keys(value).every((key) => /^\d+$/.test(key));
}

/** Identifiers are documented as integers, but may be strings of digits. */
export const id = z.union([z.int(), z.string().regex(ID).transform(Number)]);

/** Zero is no identifier: databases count from 1. */
function withoutZero(value: unknown): unknown {
	return value === 0 || value === '0' ? null : value;
}

/** An empty text counts as null. */
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
	description: unread,
	type: type.optional(),
	timezone: shownText,
};

const listItem = z.object({ ...webinarFields, schedules: unread }).catchall(anything);

/** A session without a date, such as one that is open at any time, has an empty text. */
const sessionDate = z.preprocess((value) => value ?? '', z.string());

const schedule = z.object({ date: sessionDate, schedule: id, comment: shownText }).catchall(anything);

const detail = z
	.object({
		...webinarFields,
		schedules: listOf(schedule, 'schedule').nullish(),
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
		// Without a value when the service registered nobody. A text on other hosts, such as a UUID.
		user_id: z.preprocess(withoutZero, z.union([optionalId, z.number(), z.string().trim()])),
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

/** The member of each answer besides `status` ("Endpoints"). */
export const webinarsAnswer = z.object({ webinars: listOf(listItem, 'webinar_id') });
export const webinarAnswer = z.object({ webinar: detail });
export const registerAnswer = z.object({ user });

export type WebinarListItem = z.output<typeof listItem>;
export type WebinarDetail = z.output<typeof detail>;
export type ScheduleObject = z.output<typeof schedule>;
export type Attendee = z.output<typeof user>;

/** No body, or an object with only its status. */
export const unsubscribeAnswer = z
	.object({})
	.optional()
	.transform(() => ({}));

/**
 * The answer of the registrants endpoint, which is not documented. All known shapes are accepted: a paginator under
 * `registrants`, and bare rows under `registrants`, `users` or `user`.
 */

/** An invalid identifier is kept as it is, so that one such row does not hide all others. */
const idOrAnything = z.union([id, anything]).optional();

/** Hosts use either name, so the row gets both. */
function withBothPhones<Row extends Record<string, unknown>>(row: Row): Row {
	const known = [row.phone_number, row.phone].find((value) => !isBlank(value));
	if (known === undefined) return row;
	const [phone, phone_number] = [row.phone, row.phone_number].map((value) =>
		isBlank(value) ? known : value,
	);
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
	// All others, in the service's order.
	.catchall(anything)
	.transform(withBothPhones);

/** A row, whose members a host may leave out. */
export type Registrant = Readonly<Record<string, Json | undefined>>;

/** Without the name of an ID: one that is inexact is kept as it is. */
const rows = listOf(registrant);

/** One page of the list, from any of these shapes. */
export interface RegistrantsPage {
	rows: Registrant[];
	/** Number of the last page, if the host states it. */
	lastPage?: number;
	/** Number of rows on all pages, if the host states it. */
	total?: number;
	/** Whether the host states that no page follows. */
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

/** The typed answer has `registrants`, regardless of the service's member. */
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

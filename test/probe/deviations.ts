import type { RequestHandler } from 'express';

import { readSeconds } from '../../nodes/WebinarAccount/registrants/simplify';
import { record } from '../../tools/probe/evidence';
import type { Plan } from '../../tools/probe/run';
import { EMAIL, FIXED, FOLLOWING, LIVE } from './stage';

type Members = Readonly<Record<string, unknown>>;

/** An answer of the sandbox, and the call's form without the key. */
interface Answer {
	status: number;
	body: unknown;
	headers?: Readonly<Record<string, string>>;
}
type Edit = (answer: Answer, form: Members) => Answer;

/** A service that differs from an assumption. */
export interface Deviation {
	/** What is different, in words. */
	is: string;
	/** The assumption that it contradicts; and others, if it cannot be told apart. */
	contradicts: readonly string[];
	plan: Plan;
	/** Last segment of the path of the calls that differ. */
	at: string;
	edit: Edit;
	callsPerSecond?: number;
}

const member =
	(name: string, change: (value: Members, form: Members) => unknown): Edit =>
	(answer, form) =>
		name in record(answer.body)
			? {
					...answer,
					body: { ...record(answer.body), [name]: change(record(record(answer.body)[name]), form) },
				}
			: answer;
const listed =
	(change: (item: Members) => Members): Edit =>
	(answer) => {
		const { webinars } = record(answer.body);
		return Array.isArray(webinars)
			? {
					...answer,
					body: { ...record(answer.body), webinars: webinars.map((item) => change(record(item))) },
				}
			: answer;
	};
const webinar = (change: (value: Members, form: Members) => Members) => member('webinar', change);
const sessions = (change: (session: Members, index: number, form: Members) => unknown) =>
	webinar((value, form) => ({
		...value,
		schedules: (value.schedules as Members[]).map((session, index) => change(session, index, form)),
	}));
const page = (change: (value: Members) => unknown) => member('registrants', change);
const rows = (change: (row: Members, index: number) => Members) =>
	page((value) => ({ ...value, data: (value.data as Members[]).map(change) }));
const user = (change: Members) => member('user', (value) => ({ ...value, ...change }));
const whenStatus =
	(status: number, other: Partial<Answer>): Edit =>
	(answer) =>
		answer.status === status ? { ...answer, ...other } : answer;

/** Between the identifiers of one registrant at the sandbox. */
const LEAD_ID_OFFSET = 70_000_001 - 5_001;
const LIMIT = { ...LIVE, limit: true } as const;
const BOOKED = { ...FOLLOWING, register: EMAIL } as const;
const otherError = { status: 'error', reason: { code: 7 } };
const anError = { status: 'error', errors: { email: ['The email is registered already.'] } };
/** The date that only the passed zone has, one hour late. */
const oneHourLate = (date: unknown) =>
	String(date).replace(/ (\d\d)/, (_, hour) => ` ${String((Number(hour) + 1) % 24).padStart(2, '0')}`);

export const deviations: readonly Deviation[] = [
	{
		is: 'reads no form',
		contradicts: ['form-body'],
		plan: { products: ['live'], limit: false },
		at: 'webinars',
		edit: whenStatus(200, { status: 400, body: { status: 'error', errors: { api_key: ['Required.'] } } }),
	},
	{
		is: 'calls a success ok',
		contradicts: ['status-member'],
		plan: LIVE,
		at: 'webinars',
		edit: (answer) =>
			answer.status === 200 ? { ...answer, body: { ...record(answer.body), status: 'ok' } } : answer,
	},
	{
		is: 'has another key for automated webinars',
		contradicts: ['form-body', 'one-key'],
		plan: { products: ['live', 'automated'], webinar: '2', limit: false },
		at: 'automated/webinars',
		edit: whenStatus(200, { status: 403, body: { status: 'error', errors: { api_key: 'Forbidden' } } }),
	},
	{
		is: 'answers 401 without a key',
		contradicts: ['missing-key'],
		plan: LIVE,
		at: 'webinars',
		edit: whenStatus(400, { status: 401 }),
	},
	{
		is: 'answers a wrong key with 403 and no name',
		contradicts: ['wrong-key'],
		plan: LIVE,
		at: 'webinars',
		edit: whenStatus(401, { status: 403, body: { status: 'error', errors: { access: 'Denied' } } }),
	},
	{
		is: 'has another form of errors',
		contradicts: ['error-shape'],
		plan: LIVE,
		at: 'webinar',
		edit: whenStatus(422, { body: otherError }),
	},
	{
		is: 'answers an unknown webinar with an empty success',
		contradicts: ['unknown-webinar'],
		plan: LIVE,
		at: 'webinar',
		edit: whenStatus(422, { status: 200, body: { status: 'success', webinar: null } }),
	},
	{
		is: 'has no limit',
		contradicts: ['limit-status'],
		plan: LIMIT,
		at: 'webinars',
		edit: (answer) => answer,
		callsPerSecond: Infinity,
	},
	{
		is: 'throttles with 503',
		contradicts: ['limit-status'],
		plan: LIMIT,
		at: 'webinars',
		edit: whenStatus(429, { status: 503 }),
	},
	{
		is: 'throttles in other words',
		contradicts: ['limit-body'],
		plan: LIMIT,
		at: 'webinars',
		edit: whenStatus(429, { body: { status: 'error', message: 'Slow down' } }),
	},
	{
		is: 'says when to try again',
		contradicts: ['limit-headers'],
		plan: LIMIT,
		at: 'webinars',
		edit: whenStatus(429, { headers: { 'retry-after': '60' } }),
	},
	{
		is: 'accepts nothing for a long time after a 429',
		contradicts: ['limit-pause'],
		plan: LIMIT,
		at: 'webinars',
		edit: onceThrottled({ status: 429, body: { status: 'error', message: 'Too many requests' } }),
	},
	{
		is: 'has pages of webinars',
		contradicts: ['list-whole'],
		plan: LIVE,
		at: 'webinars',
		edit: (answer) => ({ ...answer, body: { ...record(answer.body), next_page_url: null } }),
	},
	{
		is: 'has identifiers as texts',
		contradicts: ['list-ids'],
		plan: LIVE,
		at: 'webinars',
		edit: listed((item) => ({ ...item, webinar_id: String(item.webinar_id) })),
	},
	{
		is: 'has another hash in the detail',
		contradicts: ['list-hash'],
		plan: LIVE,
		at: 'webinar',
		edit: webinar((value) => ({
			...value,
			webinar_hash: 'other',
			registration_url: 'https://event.example.com/register/2/other',
		})),
	},
	{
		is: 'has objects as schedules of a list',
		contradicts: ['list-schedules'],
		plan: LIVE,
		at: 'webinars',
		edit: listed((item) => ({ ...item, schedules: [{ schedule: 1 }] })),
	},
	{
		is: 'has another type',
		contradicts: ['type-spelling'],
		plan: LIVE,
		at: 'webinars',
		edit: listed((item) => ({ ...item, type: 'Marathon' })),
	},
	{
		is: 'has a type for automated webinars',
		contradicts: ['type-spelling'],
		plan: FIXED,
		at: 'webinar',
		edit: webinar((value) => ({ ...value, type: 'Automated' })),
	},
	{
		is: 'has texts as sessions',
		contradicts: ['session-shape', 'session-date'],
		plan: LIVE,
		at: 'webinar',
		edit: sessions(({ comment }) => comment),
	},
	{
		is: 'has dates with a month in words',
		contradicts: ['session-date', 'session-upcoming'],
		plan: LIVE,
		at: 'webinar',
		edit: sessions((session) => ({ ...session, date: 'Fri, 31 Oct 2025, 12:00 PM' })),
	},
	{
		is: 'lists sessions that are over',
		contradicts: ['session-upcoming'],
		plan: LIVE,
		at: 'webinar',
		edit: sessions((session) => ({ ...session, date: '2020-01-31 13:00' })),
	},
	{
		is: 'lists the newest session first',
		contradicts: ['session-order'],
		plan: LIVE,
		at: 'webinar',
		edit: webinar((value) => ({ ...value, schedules: [...(value.schedules as Members[])].reverse() })),
	},
	{
		is: 'describes a just-in-time session in other words',
		contradicts: ['session-comment'],
		plan: FIXED,
		at: 'webinar',
		edit: sessions((session) => ({ ...session, comment: `Starts ${String(session.comment)}` })),
	},
	{
		is: 'has an abbreviation as time zone',
		contradicts: ['zone-name'],
		plan: LIVE,
		at: 'webinar',
		edit: webinar((value) => ({ ...value, timezone: 'EST' })),
	},
	{
		is: "shows the host's zone for a webinar that follows the attendee's",
		contradicts: ['zone-follows'],
		plan: FOLLOWING,
		at: 'webinar',
		edit: webinar((value) => ({ ...value, timezone: 'Europe/London' })),
	},
	{
		is: 'uses another zone than EST without one',
		contradicts: ['zone-est'],
		plan: FOLLOWING,
		at: 'webinar',
		edit: sessions((session, _index, { timezone }) =>
			timezone === undefined ? { ...session, date: oneHourLate(session.date) } : session,
		),
	},
	{
		is: 'shifts dates by another offset',
		contradicts: ['zone-shifts'],
		plan: FOLLOWING,
		at: 'webinar',
		edit: sessions((session, _index, { timezone }) =>
			timezone === 'GMT+4:30' ? { ...session, date: oneHourLate(session.date) } : session,
		),
	},
	{
		is: 'wants the zone in another form',
		contradicts: ['zone-form'],
		plan: FOLLOWING,
		at: 'webinar',
		edit: (answer, { timezone }) =>
			timezone === undefined
				? answer
				: { ...answer, status: 422, body: { status: 'error', errors: { timezone: 'Unknown' } } },
	},
	{
		is: 'shifts the dates of a webinar in a fixed zone',
		contradicts: ['zone-ignored'],
		plan: FIXED,
		at: 'webinar',
		edit: sessions((session, _index, { timezone }) =>
			timezone === 'GMT+4:30' ? { ...session, date: oneHourLate(session.date) } : session,
		),
	},
	{
		is: 'has sessions at the same local time for everybody',
		contradicts: ['zone-instant'],
		plan: { ...FOLLOWING, webinar: '108' },
		at: 'webinar',
		edit: (answer) => answer,
	},
	{
		is: 'takes texts of options',
		contradicts: ['option-ids'],
		plan: { ...LIVE, webinar: '8', register: EMAIL },
		at: 'register',
		edit: (answer) => ({
			...answer,
			status: 422,
			body: { status: 'error', errors: { topicsOfInterest: ['The selected topicsOfInterest is invalid.'] } },
		}),
	},
	{
		is: 'has no list of countries below /api',
		contradicts: ['countries'],
		plan: { ...LIVE, countries: true },
		at: 'countries',
		edit: () => ({ status: 404, body: { status: 'error', errors: { path: 'Not found' } } }),
	},
	{
		is: 'has other numbers for attendance',
		contradicts: ['filter-numbers'],
		plan: LIVE,
		at: 'registrants',
		edit: (answer, form) =>
			form.attended_live === '3' ? rows((row) => ({ ...row, time_live: '01:00:00' }))(answer, form) : answer,
	},
	{
		is: 'takes a range of dates for that of the session',
		contradicts: ['date-range'],
		plan: { ...LIVE, webinar: '8' },
		at: 'registrants',
		edit: (answer, form) =>
			form.date_range === undefined
				? answer
				: page((value) => ({ ...value, data: [], last_page: 1 }))(answer, form),
	},
	{
		is: 'wants a date for an automated webinar',
		contradicts: ['schedule-alone'],
		plan: BOOKED,
		at: 'register',
		edit: (answer, form) =>
			form.date === undefined
				? { ...answer, status: 422, body: { status: 'error', errors: { date: ['The date is required.'] } } }
				: answer,
	},
	{
		is: 'has a registration page without the ID',
		contradicts: ['registration-url'],
		plan: LIVE,
		at: 'webinar',
		edit: webinar((value) => ({ ...value, registration_url: 'https://example.com/join?w=1' })),
	},
	{
		is: 'names a custom field in another member',
		contradicts: ['custom-fields'],
		plan: { ...LIVE, webinar: '8' },
		at: 'webinar',
		edit: webinar((value) => ({ ...value, custom_fields: [{ key: 'job' }] })),
	},
	{
		is: 'lists registrants without pages',
		contradicts: ['registrants-page'],
		plan: LIVE,
		at: 'registrants',
		edit: page((value) => value.data),
	},
	{
		is: 'has 10 rows on a page',
		contradicts: ['registrants-per-page'],
		plan: LIVE,
		at: 'registrants',
		edit: page((value) => ({ ...value, data: (value.data as Members[]).slice(0, 10) })),
	},
	{
		is: 'has rows without a lead_id',
		contradicts: ['registrants-ids'],
		plan: LIVE,
		at: 'registrants',
		edit: rows((row) => ({ ...row, lead_id: undefined })),
	},
	{
		is: 'lists registrants in no order',
		contradicts: ['registrants-order'],
		plan: LIVE,
		at: 'registrants',
		edit: rows((row, index) => ({ ...row, id: (index * 7) % 25 })),
	},
	{
		is: 'has other words for yes and no',
		contradicts: ['registrants-flags'],
		plan: LIVE,
		at: 'registrants',
		edit: rows((row) => ({ ...row, attended_live: 'Attended' })),
	},
	{
		is: 'has times in seconds',
		contradicts: ['registrants-time'],
		plan: LIVE,
		at: 'registrants',
		edit: rows((row) => ({ ...row, time_live: readSeconds(row.time_live) })),
	},
	{
		is: 'has the phone number as phone',
		contradicts: ['registrants-phone'],
		plan: LIVE,
		at: 'registrants',
		edit: rows(({ phone_number: phone, ...row }) => ({ ...row, phone })),
	},
	{
		is: 'has dates of rows in another form',
		contradicts: ['registrants-dates'],
		plan: LIVE,
		at: 'registrants',
		edit: rows((row) => ({ ...row, signup_date: '2025-10-31' })),
	},
	{
		is: 'ignores the filter by schedule',
		contradicts: ['registrants-schedule'],
		plan: LIVE,
		at: 'registrants',
		edit: rows((row) => ({ ...row, schedule_id: 99 })),
	},
	{
		is: 'registers nobody with a success',
		contradicts: ['register-user'],
		plan: BOOKED,
		at: 'register',
		edit: user({ user_id: undefined }),
	},
	{
		is: 'answers with an integer for an automated webinar',
		contradicts: ['register-schedule'],
		plan: BOOKED,
		at: 'register',
		edit: member('user', (value) => ({ ...value, schedule: Number(value.schedule) })),
	},
	{
		is: 'answers with the date in another zone',
		contradicts: ['register-date'],
		plan: BOOKED,
		at: 'register',
		edit: member('user', (value) => ({ ...value, date: oneHourLate(value.date) })),
	},
	{
		is: 'refuses a second registration',
		contradicts: ['register-twice'],
		plan: BOOKED,
		at: 'register',
		edit: secondTime({ status: 422, body: anError }),
	},
	{
		is: 'finds nobody by the address',
		contradicts: ['search-email', 'register-listed'],
		plan: BOOKED,
		at: 'registrants',
		edit: (answer, form) =>
			form.search === undefined ? answer : page((value) => ({ ...value, data: [] }))(answer, form),
	},
	{
		is: 'has the user_id as lead_id',
		contradicts: ['user-is-not-lead'],
		plan: BOOKED,
		at: 'register',
		edit: member('user', (value) => ({ ...value, user_id: Number(value.user_id) + LEAD_ID_OFFSET })),
	},
	{
		is: 'answers unsubscribe with JSON',
		contradicts: ['unsubscribe-empty'],
		plan: BOOKED,
		at: 'unsubscribe',
		edit: whenStatus(204, { status: 200, body: { status: 'success' } }),
	},
	{
		is: 'removes the row of an unsubscribed person',
		contradicts: ['unsubscribe-shown'],
		plan: BOOKED,
		at: 'registrants',
		edit: page((value) => ({
			...value,
			data: (value.data as Members[]).filter(({ subscribed }) => subscribed === 'Yes'),
		})),
	},
];

/** Only the second registration of a run differs. */
function secondTime(other: Answer): Edit {
	const seen = new Set<unknown>();
	return (answer, form) => {
		if (seen.has(form.email)) return other;
		seen.add(form.email);
		return answer;
	};
}

function onceThrottled(other: Answer): Edit {
	let isThrottled = false;
	return (answer) => {
		isThrottled ||= answer.status === 429;
		return isThrottled ? other : answer;
	};
}

/** Changes the answers of a sandbox on their way. */
export function editing({ at, edit }: Deviation): RequestHandler {
	return (request, response, next) => {
		if (!request.path.endsWith(`/${at}`)) return next();
		const send = response.send.bind(response);
		response.send = (body: unknown) => {
			response.send = send;
			const answer = edit({ status: response.statusCode, body }, record(request.body));
			return response
				.status(answer.status)
				.set(answer.headers ?? {})
				.send(answer.body);
		};
		next();
	};
}

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
	(name: string, change: (value: Members) => unknown): Edit =>
	(answer, form) => {
		const { [name]: value } = record(answer.body);
		return value === undefined ? answer : body({ [name]: change(record(value)) })(answer, form);
	};
/** With these members of the whole answer. */
const body =
	(change: Members): Edit =>
	(answer) => ({ ...answer, body: { ...record(answer.body), ...change } });
const listed =
	(change: (item: Members) => Members, others: Members = {}): Edit =>
	(answer, form) => {
		const { webinars } = record(answer.body);
		if (!Array.isArray(webinars)) return answer;
		return body({ ...others, webinars: webinars.map((item) => change(record(item))) })(answer, form);
	};
const webinar = (change: Members) => member('webinar', (value) => ({ ...value, ...change }));
const sessions = (change: (session: Members) => unknown) =>
	member('webinar', (value) => ({ ...value, schedules: (value.schedules as Members[]).map(change) }));
const page = (change: (rows: Members[]) => unknown) =>
	member('registrants', (value) => ({ ...value, data: change(value.data as Members[]) }));
const rows = (change: (row: Members, index: number) => Members) => page((all) => all.map(change));
const user = (change: (user: Members) => Members) =>
	member('user', (value) => ({ ...value, ...change(value) }));
const whenStatus =
	(status: number, other: Partial<Answer>): Edit =>
	(answer) =>
		answer.status === status ? { ...answer, ...other } : answer;
/** Only for calls of such a form. */
const when =
	(isMeant: (form: Members) => boolean, edit: Edit): Edit =>
	(answer, form) =>
		isMeant(form) ? edit(answer, form) : answer;
const refused = (errors: Members, status = 422): Answer => ({ status, body: { status: 'error', errors } });
const refuse =
	(errors: Members): Edit =>
	(answer) => ({ ...answer, ...refused(errors) });
const same: Edit = (answer) => answer;

/** Between the identifiers of one registrant at the sandbox. */
const LEAD_ID_OFFSET = 70_000_001 - 5_001;
const LIMIT = { ...LIVE, limit: true } as const;
const BOOKED = { ...FOLLOWING, register: EMAIL } as const;
const UNKNOWN_OPTION = 'The selected topicsOfInterest is invalid.';
const THROTTLED = { status: 'error', message: 'Too many requests' };
/** The date that only the passed zone has, one hour late. */
const oneHourLate = ({ date }: Members) => ({
	date: String(date).replace(/ (\d\d)/, (_, hour) => ` ${String((Number(hour) + 1) % 24).padStart(2, '0')}`),
});
const late = sessions((session) => ({ ...session, ...oneHourLate(session) }));
const isShifted = ({ timezone }: Members) => timezone === 'GMT+4:30';

/** Deviations at one place: what is different, the assumptions that it contradicts, and how. */
const at = (
	plan: Plan,
	path: string,
	table: Readonly<Record<string, readonly [contradicts: string | string[], edit: Edit]>>,
): Deviation[] =>
	Object.entries(table).map(([is, [contradicts, edit]]) => {
		return { is, contradicts: [contradicts].flat(), plan, at: path, edit };
	});

export const deviations: readonly Deviation[] = [
	...at({ products: ['live'], limit: false }, 'webinars', {
		'reads no form': ['form-body', whenStatus(200, refused({ api_key: ['Required.'] }, 400))],
	}),
	...at({ products: ['live', 'automated'], webinar: '2', limit: false }, 'automated/webinars', {
		'has another key for automated webinars': [
			['form-body', 'one-key'],
			whenStatus(200, refused({ api_key: 'Forbidden' }, 403)),
		],
	}),
	...at(LIMIT, 'webinars', {
		'throttles with 503': ['limit-status', whenStatus(429, { status: 503 })],
		'throttles in other words': [
			'limit-body',
			whenStatus(429, { body: { ...THROTTLED, message: 'Slow down' } }),
		],
		'says when to try again': ['limit-headers', whenStatus(429, { headers: { 'retry-after': '60' } })],
		'accepts nothing for a long time after a 429': [
			'limit-pause',
			onceThrottled({ status: 429, body: THROTTLED }),
		],
	}),
	...at(LIMIT, 'webinars', { 'has no limit': ['limit-status', same] }).map((deviation) => {
		return { ...deviation, callsPerSecond: Infinity };
	}),
	...at(LIVE, 'webinars', {
		'calls a success ok': ['status-member', listed((item) => item, { status: 'ok' })],
		'answers 401 without a key': ['missing-key', whenStatus(400, { status: 401 })],
		'answers a wrong key with 403 and no name': [
			'wrong-key',
			whenStatus(401, refused({ access: 'Denied' }, 403)),
		],
		'has pages of webinars': ['list-whole', body({ next_page_url: null })],
		'has identifiers as texts': [
			'list-ids',
			listed((item) => ({ ...item, webinar_id: String(item.webinar_id) })),
		],
		'has objects as schedules of a list': [
			'list-schedules',
			listed((item) => ({ ...item, schedules: [{ schedule: 1 }] })),
		],
		'has another type': ['type-spelling', listed((item) => ({ ...item, type: 'Marathon' }))],
	}),
	...at(LIVE, 'webinar', {
		'has another form of errors': [
			'error-shape',
			whenStatus(422, { body: { status: 'error', reason: { code: 7 } } }),
		],
		'answers an unknown webinar with an empty success': [
			'unknown-webinar',
			whenStatus(422, { status: 200, body: { status: 'success', webinar: null } }),
		],
		'has another hash in the detail': [
			'list-hash',
			webinar({ webinar_hash: 'other', registration_url: 'https://event.example.com/register/2/other' }),
		],
		'has texts as sessions': [['session-shape', 'session-date'], sessions(({ comment }) => comment)],
		'has dates with a month in words': [
			['session-date', 'session-upcoming'],
			sessions((session) => ({ ...session, date: 'Fri, 31 Oct 2025, 12:00 PM' })),
		],
		'lists sessions that are over': [
			'session-upcoming',
			sessions((session) => ({ ...session, date: '2020-01-31 13:00' })),
		],
		'lists the newest session first': [
			'session-order',
			member('webinar', (value) => ({ ...value, schedules: [...(value.schedules as Members[])].reverse() })),
		],
		'has an abbreviation as time zone': ['zone-name', webinar({ timezone: 'EST' })],
		'has a registration page without the ID': [
			'registration-url',
			webinar({ registration_url: 'https://example.com/join?w=1' }),
		],
	}),
	...at({ ...LIVE, webinar: '8' }, 'webinar', {
		'names a custom field in another member': ['custom-fields', webinar({ custom_fields: [{ key: 'job' }] })],
	}),
	...at(FIXED, 'webinar', {
		'has a type for automated webinars': ['type-spelling', webinar({ type: 'Automated' })],
		'describes a just-in-time session in other words': [
			'session-comment',
			sessions((session) => ({ ...session, comment: `Starts ${String(session.comment)}` })),
		],
		'shifts the dates of a webinar in a fixed zone': ['zone-ignored', when(isShifted, late)],
	}),
	...at(FOLLOWING, 'webinar', {
		"shows the host's zone for a webinar that follows the attendee's": [
			'zone-follows',
			webinar({ timezone: 'Europe/London' }),
		],
		'uses another zone than EST without one': [
			'zone-est',
			when(({ timezone }) => timezone === undefined, late),
		],
		'shifts dates by another offset': ['zone-shifts', when(isShifted, late)],
		'wants the zone in another form': [
			'zone-form',
			when(({ timezone }) => timezone !== undefined, refuse({ timezone: 'Unknown' })),
		],
	}),
	...at({ ...FOLLOWING, webinar: '108' }, 'webinar', {
		'has sessions at the same local time for everybody': ['zone-instant', same],
	}),
	...at({ ...LIVE, countries: true }, 'countries', {
		'has no list of countries below /api': ['countries', () => refused({ path: 'Not found' }, 404)],
	}),
	...at(LIVE, 'registrants', {
		'has other numbers for attendance': [
			'filter-numbers',
			when(
				({ attended_live }) => attended_live === '3',
				rows((row) => ({ ...row, time_live: '01:00:00' })),
			),
		],
		'lists registrants without pages': ['registrants-page', member('registrants', (value) => value.data)],
		'has 10 rows on a page': ['registrants-per-page', page((all) => all.slice(0, 10))],
		'has rows without a lead_id': ['registrants-ids', rows((row) => ({ ...row, lead_id: undefined }))],
		'lists registrants in no order': [
			'registrants-order',
			rows((row, index) => ({ ...row, id: (index * 7) % 25 })),
		],
		'has other words for yes and no': [
			'registrants-flags',
			rows((row) => ({ ...row, attended_live: 'Attended' })),
		],
		'has times in seconds': [
			'registrants-time',
			rows((row) => ({ ...row, time_live: readSeconds(row.time_live) })),
		],
		'has the phone number as phone': [
			'registrants-phone',
			rows(({ phone_number: phone, ...row }) => ({ ...row, phone })),
		],
		'has dates of rows in another form': [
			'registrants-dates',
			rows((row) => ({ ...row, signup_date: '2025-10-31' })),
		],
		'ignores the filter by schedule': ['registrants-schedule', rows((row) => ({ ...row, schedule_id: 99 }))],
	}),
	...at({ ...LIVE, webinar: '8' }, 'registrants', {
		'takes a range of dates for that of the session': [
			'date-range',
			when(
				({ date_range }) => date_range !== undefined,
				member('registrants', (value) => ({ ...value, data: [], last_page: 1 })),
			),
		],
	}),
	...at({ ...LIVE, webinar: '8', register: EMAIL }, 'register', {
		'takes texts of options': ['option-ids', refuse({ topicsOfInterest: [UNKNOWN_OPTION] })],
	}),
	...at(BOOKED, 'register', {
		'wants a date for an automated webinar': [
			'schedule-alone',
			when(({ date }) => date === undefined, refuse({ date: ['The date is required.'] })),
		],
		'registers nobody with a success': ['register-user', user(() => ({ user_id: undefined }))],
		'answers with an integer for an automated webinar': [
			'register-schedule',
			user(({ schedule }) => ({ schedule: Number(schedule) })),
		],
		'answers with the date in another zone': ['register-date', user(oneHourLate)],
		'refuses a second registration': [
			'register-twice',
			secondTime(refused({ email: ['The email is registered already.'] })),
		],
		'has the user_id as lead_id': [
			'user-is-not-lead',
			user((value) => ({ user_id: Number(value.user_id) + LEAD_ID_OFFSET })),
		],
	}),
	...at(BOOKED, 'registrants', {
		'finds nobody by the address': [
			['search-email', 'register-listed'],
			when(
				({ search }) => search !== undefined,
				page(() => []),
			),
		],
		'removes the row of an unsubscribed person': [
			'unsubscribe-shown',
			page((all) => all.filter(({ subscribed }) => subscribed === 'Yes')),
		],
	}),
	...at(BOOKED, 'unsubscribe', {
		'answers unsubscribe with JSON': [
			'unsubscribe-empty',
			whenStatus(204, { status: 200, body: { status: 'success' } }),
		],
	}),
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

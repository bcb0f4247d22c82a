import { USER_AGENT } from '../../nodes/WebinarAccount/service/endpoints';
import { normalizedDate } from '../../nodes/WebinarAccount/webinars/dates';
import { PUBLIC_PATHS } from './redactor';
import { fieldsIn, isOf, recordsIn, rowsOf, textIn, totalOf, webinarOf } from './responses';
import type { Exchange } from './serviceReader';

/** A question that no source answers, and what the responses say about it. */
export interface Finding {
	question: string;
	answer: string;
}

type Answer = (exchanges: readonly Exchange[]) => readonly string[];

/** The value of `date_range` for the last 30 days. */
const LAST_30_DAYS = '8';
/** Lists in a detail that do not have custom fields. */
const KNOWN_LISTS = ['schedules', 'presenters'];
const UNDATED = /^(?:always on|right now|just.?in.?time|instant.?replay)/i;

const questions: Readonly<Record<string, Answer>> = {
	'Which user agents does the firewall let pass?': (exchanges) =>
		exchanges
			.filter((exchange) => !exchange.hasKey && isOf('webinars')(exchange))
			.map((exchange) => `${exchange.userAgent}: ${passageOf(exchange)}`),
	'Which paths exist?': (exchanges) =>
		exchanges.filter(({ hasKey, userAgent }) => !hasKey && userAgent === USER_AGENT).map(existenceOf),
	'Which field of a detail has the custom fields?': (exchanges) =>
		details(exchanges).flatMap(({ webinar }) =>
			Object.entries(webinar)
				.filter(([name, value]) => typeof value === 'object' && value !== null && !KNOWN_LISTS.includes(name))
				.map(([name, value]) => `${name}: fields ${namesIn(value)}`),
		),
	'What does search match?': (exchanges) => exchanges.filter(isOf('registrants')).flatMap(searchResult),
	'In which order are the rows?': (exchanges) =>
		exchanges.filter(isOf('registrants')).flatMap((exchange) => orderOf(exchange) ?? []),
	'What is in a response with 429?': (exchanges) =>
		exchanges
			.filter(({ status }) => status === 429)
			.map(({ headers, body }) => `${JSON.stringify(body)}, headers ${Object.keys(headers).join(', ')}`),
	'Where is the list of countries?': (exchanges) =>
		exchanges
			.filter((exchange) => exchange.hasKey && isOf('countries')(exchange))
			.map(({ path, status, body }) => `${path}: ${status}, ${namesIn(body)}`),
	'What does date_range select by?': (exchanges) => exchanges.filter(isOf('registrants')).flatMap(dateRange),
	'Do the last 7 days of date_range include today and yesterday?': lastDays,
	'Which shape do links have, and is their code the webinar_hash?': linkShapes,
	'How does a detail show sessions without a fixed start?': (exchanges) =>
		details(exchanges).flatMap(({ webinar, hasTimezone }) =>
			recordsIn(webinar.schedules)
				.filter(({ comment }) => UNDATED.test(textIn(comment)))
				.map(({ comment, date, schedule }) => {
					const form = `date ${formOf(date)}, schedule ${formOf(schedule)}`;
					return `${textIn(comment)}: ${form}${hasTimezone ? ', with timezone' : ''}`;
				}),
		),
	'How does a detail show that it follows the attendee?': zonesThatFollow,
	'In which time zone are the rows of automated webinars?': (exchanges) =>
		exchanges.filter(isOf('registrants')).flatMap(timesOfDay),
};

/** What to do if the responses do not answer a question. */
const ADVICE: Readonly<Record<string, string>> = {
	'Which field of a detail has the custom fields?':
		'Name a webinar whose registration form has a custom field: --webinar <id>.',
	'Do the last 7 days of date_range include today and yesterday?':
		'Name a webinar for which people signed up today or yesterday: --webinar <id>.',
	'What does date_range select by?':
		'Name a webinar with people who signed up last week for a session in the future: --webinar <id>.',
};

/** Answers the open questions as far as reading can. Without a key, returns only the questions that were answered. */
export function answerQuestions(exchanges: readonly Exchange[]): Finding[] {
	const isWithKey = exchanges.some(({ hasKey }) => hasKey);
	return Object.entries(questions).flatMap(([question, answer]): Finding[] => {
		const seen = [...new Set(answer(exchanges))];
		if (seen.length > 0) return [{ question, answer: seen.join(' | ') }];
		const advice = ['Nothing in the responses tells.', ADVICE[question]].filter(Boolean).join(' ');
		return isWithKey ? [{ question, answer: advice }] : [];
	});
}

/** Says whether the firewall, which is Cloudflare's, let a request pass. */
function passageOf({ status, body }: Exchange): string {
	const text = typeof body === 'string' ? body : JSON.stringify(body);
	const [, error] = /(?:"error_code":|error code: |<span>)(1\d{3})/i.exec(text) ?? [];
	if (error !== undefined) return `refused with error ${error} (HTTP ${status})`;
	return status === 403 ? `refused (HTTP ${status})` : `passes (HTTP ${status})`;
}

/** Says whether a path exists, by the response to a request without a key. */
function existenceOf({ path, status }: Exchange): string {
	const meanings = new Map([
		[400, 'it exists'],
		[404, 'it does not exist'],
	]);
	return `${path}: ${status}, so ${meanings.get(status) ?? 'nothing is known'}`;
}

function details(exchanges: readonly Exchange[]) {
	return exchanges.filter(isOf('webinar')).map((exchange) => ({
		exchange,
		webinar: webinarOf(exchange),
		hasTimezone: exchange.parameters.timezone !== undefined,
	}));
}

/** Says what was searched for, and whether the search found the registrant. */
function searchResult(exchange: Exchange, _index: number, exchanges: readonly Exchange[]): string[] {
	const { search, webinar_id } = exchange.parameters;
	if (search === undefined) return [];
	const rows = exchanges
		.filter(({ product, parameters }) => product === exchange.product && parameters.webinar_id === webinar_id)
		.flatMap(rowsOf);
	const kinds: Array<[kind: string, isWanted: (row: Readonly<Record<string, unknown>>) => boolean]> = [
		['an email address', ({ email }) => textIn(email) === search],
		['the part of an email address before the @', ({ email }) => textIn(email).startsWith(`${search}@`)],
		['a first name', ({ first_name }) => textIn(first_name) === search],
	];
	return kinds
		.filter(([, isWanted]) => rows.some(isWanted))
		.map(([kind, isWanted]) => `${kind}: ${rowsOf(exchange).some(isWanted) ? 'found' : 'not found'}`);
}

function orderOf(exchange: Exchange): string | undefined {
	const ids = rowsOf(exchange).map(({ id }) => Number(id));
	if (ids.length < 2) return undefined;
	const ascending = [...ids].sort((one, other) => one - other);
	if (String(ids) === String(ascending)) return 'IDs ascend';
	return String(ids) === String(ascending.reverse()) ? 'IDs descend' : 'IDs ascend and descend';
}

/** Says which time zone each webinar shows, and how its dates change with the time zone in the request. */
function zonesThatFollow(exchanges: readonly Exchange[]): string[] {
	const datesIn = ({ schedules }: Readonly<Record<string, unknown>>) =>
		recordsIn(schedules)
			.filter(({ comment }) => !UNDATED.test(textIn(comment)))
			.map(({ date }) => textIn(date));
	const withTimezone = details(exchanges).filter(({ hasTimezone }) => hasTimezone);
	const ids = new Set(withTimezone.map(({ exchange }) => exchange.parameters.webinar_id));
	return [...ids].map((id) => {
		const ofWebinar = withTimezone.filter(({ exchange }) => exchange.parameters.webinar_id === id);
		const zone = textIn(ofWebinar[0]?.webinar.timezone);
		const shown = zone.includes('/') ? 'a region and city' : `"${zone}"`;
		const dates = ofWebinar.map(({ webinar }) => datesIn(webinar));
		if (new Set(dates.map(String)).size === 1) return `${shown}: dates do not move with the time zone`;
		const times = dates.map((listed) => new Set(listed.map((date) => date.slice(-'HH:MM'.length))));
		const haveSameTimes = new Set(times.map((listed) => [...listed].sort().join())).size === 1;
		return haveSameTimes
			? `${shown}: dates are at the same local time in each time zone, but on other days`
			: `${shown}: dates move with the time zone`;
	});
}

/** Counts the times of day in the rows of one schedule. Several times mean that they are in the registrants' time zones. */
function timesOfDay(exchange: Exchange): string[] {
	if (exchange.product !== 'automated' || exchange.parameters.schedule_id === undefined) return [];
	const events = rowsOf(exchange).map(({ event }) => textIn(event).split(', ').at(-1));
	const times = new Set(events.filter(Boolean));
	return times.size === 0 ? [] : [`${times.size} times of day in ${events.length} rows of one schedule`];
}

/** Returns the names of the fields of an object, or of the first object in a list. */
function namesIn(value: unknown): string {
	const record = Array.isArray(value) ? fieldsIn(value[0]) : fieldsIn(value);
	return Object.keys(record).join(', ') || typeof value;
}

/** Returns the type of a value, or the form of a string, such as 0000-00-00 00:00. */
function formOf(value: unknown): string {
	if (typeof value !== 'string') return value === null ? 'null' : typeof value;
	return `"${value.replace(/\p{N}/gu, '0').replace(/\p{L}+/gu, 'x')}"`;
}

/**
 * Says by which date the rows of the last 30 days were selected. Only rows tell for which one of the two dates is in this
 * period: those that were selected, and those of the same request without `date_range` that were not.
 */
function dateRange(exchange: Exchange, _index: number, exchanges: readonly Exchange[]): string[] {
	const { date_range, ...parameters } = exchange.parameters;
	if (date_range !== LAST_30_DAYS) return [];
	const selected = new Set(rowsOf(exchange).map(({ id }) => textIn(id)));
	const unfiltered = exchanges.filter(
		({ path, parameters: others }) =>
			path === exchange.path && JSON.stringify(others) === JSON.stringify(parameters),
	);
	return [exchange, ...unfiltered].flatMap(rowsOf).flatMap((row) => {
		const signedUp = isInLast30Days(row.signup_date, false);
		const attends = isInLast30Days(row.event, true);
		if (signedUp === undefined || attends === undefined || signedUp === attends) return [];
		return selected.has(textIn(row.id)) === signedUp ? 'the sign-up' : 'the session';
	});
}

/** Compares the registrants of today, yesterday and the last 7 days (`date_range` 1, 2 and 5) in each webinar. */
function lastDays(exchanges: readonly Exchange[]): string[] {
	const weeks = exchanges.filter(({ parameters }) => parameters.date_range === '5');
	return weeks.flatMap((week) => {
		const inRange = (range: string) =>
			exchanges.find(
				({ path, parameters }) =>
					path === week.path &&
					parameters.webinar_id === week.parameters.webinar_id &&
					parameters.date_range === range,
			);
		const recent = [inRange('1'), inRange('2')].filter((exchange) => exchange !== undefined);
		const recentIds = recent.flatMap(rowsOf).map(({ id }) => textIn(id));
		if (recentIds.length === 0) return [];
		const totals = [...recent, week].map(totalOf).join(', ');
		const includes = rowsOf(week).some(({ id }) => recentIds.includes(textIn(id)));
		if (includes) return [`yes (totals ${totals})`];
		const isWhole = rowsOf(week).length === totalOf(week);
		const hasFewer = totalOf(week) < recent.map(totalOf).reduce((sum, total) => sum + total, 0);
		return [`${isWhole || hasFewer ? 'no' : 'not on the first page'} (totals ${totals})`];
	});
}

/**
 * Whether a date is in the last 30 days; undefined if it is unreadable, or so close to the limits that a zone decides.
 * @param mayBeAhead whether the date may be in the future, as that of a session
 */
function isInLast30Days(date: unknown, mayBeAhead: boolean): boolean | undefined {
	const readable = normalizedDate(date);
	if (readable === undefined) return undefined;
	const days = (Date.now() - Date.parse(`${readable.replace(' ', 'T')}Z`)) / 86_400_000;
	if ((days > 1 || !mayBeAhead) && days < 28) return true;
	return days < -1 || days > 32 ? false : undefined;
}

/** Returns the shape of each kind of link. The codes in links are secret, so their letters and digits are replaced. */
function linkShapes(exchanges: readonly Exchange[]): string[] {
	const hashes = new Map(
		details(exchanges).map(({ exchange, webinar }) => [nameOf(exchange), textIn(webinar.webinar_hash)]),
	);
	return exchanges
		.filter((exchange) => isOf('webinar')(exchange) || isOf('registrants')(exchange))
		.flatMap((exchange) => {
			const known = {
				webinar_hash: hashes.get(nameOf(exchange)) ?? '',
				webinar_id: exchange.parameters.webinar_id ?? '',
			};
			const rows = rowsOf(exchange).flatMap((row) => [row, ...Object.values(row).map(fieldsIn)]);
			return [webinarOf(exchange), ...rows].flatMap((record) =>
				Object.keys(record).flatMap((field) => {
					const shape = shapeOf(textIn(record[field]), known);
					return shape === undefined ? [] : `${field}: ${shape}`;
				}),
			);
		});
}

/** Names the webinar of a request. Both products use the same IDs for different webinars. */
function nameOf({ product, parameters }: Exchange): string {
	return `${product} ${parameters.webinar_id ?? ''}`;
}

/** The values that the parts of a link are compared with. */
type Known = Readonly<Record<'webinar_hash' | 'webinar_id', string>>;

/**
 * Returns the path of a link. Names the parts that equal a known value or begin with the webinar's hash, and replaces letters
 * and digits of the others.
 */
function shapeOf(link: string, known: Known): string | undefined {
	if (!/^https?:/.test(link) || !URL.canParse(link)) return undefined;
	const { pathname, searchParams } = new URL(link);
	const path = pathname
		.split('/')
		.map((part) => partOf(part, known))
		.join('/');
	const names = [...searchParams.keys()].join('&');
	const hasHash = path.includes('<webinar_hash>');
	return `${path}${names && `?${names}`}${hasHash ? '' : ' (without the webinar_hash)'}`;
}

function partOf(part: string, { webinar_hash: hash, webinar_id }: Known): string {
	if (part === '' || PUBLIC_PATHS.has(part)) return part;
	if (part === webinar_id) return '<webinar_id>';
	const start = hash !== '' && part.startsWith(hash) ? hash : '';
	const rest = part.slice(start.length);
	// A number shows that the part is an ID. In a code, the places of its digits differ from link to link.
	const shape = /^\d+$/.test(rest) ? rest.replace(/\d/g, '0') : rest.replace(/[\p{L}\p{N}]/gu, 'x');
	return `${start && '<webinar_hash>'}${shape}`;
}

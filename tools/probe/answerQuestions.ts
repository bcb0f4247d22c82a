import { normalizedDate } from '../../nodes/WebinarAccount/webinars/dates';
import { PUBLIC_PATHS } from './redactor';
import { fieldsIn, isOf, recordsIn, rowsOf, textIn, webinarOf } from './responses';
import type { Exchange } from './serviceReader';

/** A question that no source answers, and what the responses say about it. */
export interface Finding {
	question: string;
	answer: string;
}

type Answer = (exchanges: readonly Exchange[]) => readonly string[];

/** Lists in a detail that do not have custom fields. */
const KNOWN_LISTS = ['schedules', 'presenters'];
const UNDATED = /^(?:always on|right now|just.?in.?time|instant.?replay)/i;

const questions: Readonly<Record<string, Answer>> = {
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
			.filter(isOf('countries'))
			.map((exchange) =>
				exchange.hasKey
					? `${exchange.path}: ${exchange.status}, ${namesIn(exchange.body)}`
					: existenceOf(exchange),
			),
	'Which other paths exist?': (exchanges) =>
		exchanges.filter((exchange) => !exchange.hasKey && !isOf('countries')(exchange)).map(existenceOf),
	'What does date_range select by?': (exchanges) => exchanges.filter(isOf('registrants')).flatMap(dateRange),
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
	'What does date_range select by?':
		'Name a webinar with people who signed up last week for a session in the future: --webinar <id>.',
};

const NOT_BY_READING = [
	'Which registration does a second session create?',
	'Do date and timezone come back as they were sent?',
	'Which session number does a link need?',
].map((question): Finding => ({ question, answer: 'Reading cannot tell.' }));

/** Answers the open questions as far as reading can. Without a key, returns only the questions that were answered. */
export function answerQuestions(exchanges: readonly Exchange[]): Finding[] {
	const isWithKey = exchanges.some(({ hasKey }) => hasKey);
	const findings = Object.entries(questions).flatMap(([question, answer]): Finding[] => {
		const seen = [...new Set(answer(exchanges))];
		if (seen.length > 0) return [{ question, answer: seen.join(' | ') }];
		const advice = ['Nothing in the responses tells.', ADVICE[question]].filter(Boolean).join(' ');
		return isWithKey ? [{ question, answer: advice }] : [];
	});
	return isWithKey ? [...findings, ...NOT_BY_READING] : findings;
}

/** Says whether a path exists, by the response to a request without a key. */
function existenceOf({ path, status }: Exchange): string {
	const meanings = new Map([
		[400, 'it exists'],
		[404, 'it does not exist'],
	]);
	return `${path} without a key: ${status}, so ${meanings.get(status) ?? 'nothing is known'}`;
}

function details(exchanges: readonly Exchange[]) {
	return exchanges.filter(isOf('webinar')).map((exchange) => ({
		exchange,
		webinar: webinarOf(exchange),
		hasTimezone: exchange.parameters.timezone !== undefined,
	}));
}

/** Says for which field of the first row a search was, and whether it found a row with this value. */
function searchResult(exchange: Exchange, _index: number, exchanges: readonly Exchange[]): string[] {
	const { search, webinar_id } = exchange.parameters;
	if (search === undefined) return [];
	const rows = exchanges.filter(({ parameters }) => parameters.webinar_id === webinar_id).flatMap(rowsOf);
	const fieldWith = (row: Readonly<Record<string, unknown>>) =>
		Object.keys(row).find((field) => textIn(row[field]) === search);
	const field = rows.map(fieldWith).find((name) => name !== undefined) ?? 'a value';
	return [
		`${field}: ${rowsOf(exchange).some((row) => fieldWith(row) !== undefined) ? 'found' : 'not found'}`,
	];
}

function orderOf(exchange: Exchange): string | undefined {
	const ids = rowsOf(exchange).map(({ id }) => Number(id));
	if (ids.length < 2) return undefined;
	const ascending = [...ids].sort((one, other) => one - other);
	if (String(ids) === String(ascending)) return 'IDs ascend';
	return String(ids) === String(ascending.reverse()) ? 'IDs descend' : 'IDs ascend and descend';
}

/** Says which time zone each webinar shows, and whether its dates move with the time zone in the request. */
function zonesThatFollow(exchanges: readonly Exchange[]): string[] {
	const datesIn = ({ schedules }: Readonly<Record<string, unknown>>) =>
		recordsIn(schedules)
			.filter(({ comment }) => !UNDATED.test(textIn(comment)))
			.map(({ date }) => textIn(date))
			.join();
	const withTimezone = details(exchanges).filter(({ hasTimezone }) => hasTimezone);
	const ids = new Set(withTimezone.map(({ exchange }) => exchange.parameters.webinar_id));
	return [...ids].map((id) => {
		const ofWebinar = withTimezone.filter(({ exchange }) => exchange.parameters.webinar_id === id);
		const zone = textIn(ofWebinar[0]?.webinar.timezone);
		const shown = zone.includes('/') ? 'a region and city' : `"${zone}"`;
		const moves = new Set(ofWebinar.map(({ webinar }) => datesIn(webinar))).size > 1;
		return `${shown}: dates ${moves ? 'move' : 'do not move'} with the time zone`;
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
	if (date_range === undefined) return [];
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

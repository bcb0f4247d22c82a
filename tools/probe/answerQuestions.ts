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
			.map(({ path, status, body }) => `${path}: ${status}, ${namesIn(body)}`),
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

const NOT_BY_READING = [
	'Which registration does a second session create?',
	'Do date and timezone come back as they were sent?',
	'Which session number does a link need?',
].map((question): Finding => ({ question, answer: 'Reading cannot tell.' }));

/** Answers the open questions as far as reading can. */
export function answerQuestions(exchanges: readonly Exchange[]): Finding[] {
	const findings = Object.entries(questions).map(([question, answer]): Finding => {
		const seen = [...new Set(answer(exchanges))];
		return { question, answer: seen.length > 0 ? seen.join(' | ') : 'Nothing in the responses tells.' };
	});
	return [...findings, ...NOT_BY_READING];
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

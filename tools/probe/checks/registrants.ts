import { registrationNumber } from '../../../nodes/WebinarAccount/registrants/pages';
import { readSeconds, sessionStart } from '../../../nodes/WebinarAccount/registrants/simplify';
import { readFlag } from '../../../nodes/WebinarAccount/utils/values';
import { dateIn, EST, momentOf } from '../../../nodes/WebinarAccount/webinars/dates';
import { type Evidence, type Exchange, listIn, record, rowsIn, type Step, steps, textOf } from '../evidence';
import { type Check, every, membersOf, shapeOf } from '../finding';

type Row = ReturnType<Evidence['rows']>[number];

/** The seconds in the room that the probe filters by. */
const IN_ROOM = 1800;

const DAY_MS = 86_400_000;

/** Members of the rows that are there. */
function values(evidence: Evidence, pattern: RegExp): unknown[] {
	const members = evidence.rows().flatMap((row: Row) => Object.entries(row));
	return members.filter(([name]) => pattern.test(name)).map(([, value]) => value);
}

/** The list of registrants. */
export const registrants = {
	'registrants-page': (evidence) =>
		every(
			evidence.good('registrants'),
			({ body }) => {
				const page = record(record(body).registrants);
				return Array.isArray(page.data) && textOf(page.current_page) !== '' && textOf(page.last_page) !== '';
			},
			({ body }) => {
				const { registrants: list = body } = record(body);
				return Array.isArray(list) ? shapeOf(list) : membersOf(list);
			},
		),
	'registrants-per-page': (evidence) =>
		every(
			evidence
				.good('registrants')
				.filter(({ body }) => Number(record(record(body).registrants).last_page) > 1),
			({ body }) => rowsIn(body).length === 25,
			({ body }) => `${rowsIn(body).length} rows`,
		),
	'registrants-ids': (evidence) =>
		every(
			evidence.rows(),
			(row) => [row.id, row.lead_id, row.schedule_id].every(Number.isInteger),
			(row) => shapeOf([row.id, row.lead_id, row.schedule_id].find((value) => !Number.isInteger(value))),
		),
	'registrants-order': (evidence) => {
		const lists = evidence.good('registrants').map(({ product, parameters }) =>
			evidence
				.good('registrants', 'registrantsNext')
				.filter((page) => page.product === product && page.parameters.webinar_id === parameters.webinar_id)
				.flatMap(({ body }) =>
					rowsIn(body).flatMap((row) => registrationNumber({ id: Number(row.id) }) ?? []),
				),
		);
		return every(
			lists.filter(({ length }) => length > 1),
			(ids) => {
				const rising = ids.map((id, index) => index === 0 || id >= (ids[index - 1] ?? id));
				const falling = ids.map((id, index) => index === 0 || id <= (ids[index - 1] ?? id));
				return !rising.includes(false) || !falling.includes(false);
			},
			() => 'identifiers that rise and fall',
		);
	},
	'registrants-flags': (evidence) =>
		every(values(evidence, /^(?:(?:attended|purchased)_(?:live|replay)|subscribed)$/), (value) =>
			['Yes', 'No'].includes(textOf(value)),
		),
	'registrants-time': (evidence) =>
		every(values(evidence, /^time_(?:live|replay)$/), (value) => /^\d{2,}:\d{2}:\d{2}$/.test(textOf(value))),
	'registrants-phone': (evidence) =>
		every(
			evidence.rows(),
			(row) => 'phone_number' in row,
			(row) => membersOf(row),
		),
	'registrants-dates': (evidence) =>
		every(
			values(evidence, /^(?:signup_date|schedule|event)$/).filter((value) => textOf(value) !== ''),
			(value) => dateIn(value) !== undefined,
		),
	'filter-numbers': (evidence) => {
		const came = (row: Row) => readFlag(row.attended_live);
		const seconds = (row: Row) => readSeconds(row.time_live) ?? NaN;
		const asked = (step: Step, isMeant: (row: Row) => boolean) =>
			evidence
				.rows(step)
				.filter((row) => came(row) !== undefined)
				.map((row) => ({ step, isMeant: isMeant(row) }));
		return every(
			[
				...asked('attended', (row) => came(row) === true),
				...asked('missed', (row) => came(row) === false),
				...asked('leftBefore', (row) => came(row) === true && seconds(row) <= IN_ROOM),
				...asked('leftAfter', (row) => came(row) === true && seconds(row) >= IN_ROOM),
			],
			({ isMeant }) => isMeant,
			({ step }) => `others among the ${steps[step].says}`,
		);
	},
	'date-range': (evidence) =>
		every(
			evidence.good('lastDays').flatMap((filtered) => tellingRows(evidence, filtered)),
			({ isListed, signedUp }) => isListed === signedUp,
			() => 'people by the date of their session',
		),
	'registrants-schedule': (evidence) =>
		every(
			evidence
				.good('registrantsOfSchedule')
				.flatMap(({ parameters, body }) =>
					listIn(rowsIn(body)).map((row) => ({ wanted: parameters.schedule_id, row: record(row) })),
				),
			({ wanted, row }) => textOf(row.schedule_id) === wanted,
			() => 'rows of another schedule',
		),
} satisfies Record<string, Check>;

/** Whether a date is in the last 30 days; undefined near the limits, because its zone is not known. */
function isInRange(date: number | undefined, now: number): boolean | undefined {
	const days = (now - (date ?? NaN)) / DAY_MS;
	if (days > -2 && days < 28) return true;
	return days < -2 || days > 32 ? false : undefined;
}

/** The rows whose sign-up is in the range while their session is not, or the other way round. */
function tellingRows(evidence: Evidence, { product, parameters, body }: Exchange) {
	const listed = new Set(rowsIn(body).map(({ id }) => id));
	const isWhole = Number(record(record(body).registrants).last_page) <= 1;
	const all = evidence
		.good('registrants')
		.filter((page) => page.product === product && page.parameters.webinar_id === parameters.webinar_id);
	return all
		.flatMap((page) => rowsIn(page.body))
		.map((row) => {
			const { event, schedule } = { event: textOf(row.event), schedule: textOf(row.schedule) };
			return {
				isListed: listed.has(row.id),
				signedUp: isInRange(momentOf(row.signup_date, EST), evidence.now),
				took: isInRange(sessionStart({ event, schedule }, EST), evidence.now),
			};
		})
		.filter(({ signedUp, took }) => signedUp !== undefined && took !== undefined && signedUp !== took)
		.filter(({ isListed }) => isListed || isWhole);
}

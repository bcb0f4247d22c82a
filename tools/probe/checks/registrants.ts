import { registrationNumber } from '../../../nodes/WebinarAccount/registrants/pages';
import { type Evidence, listIn, record, rowsIn, textOf } from '../evidence';
import { type Check, every, membersOf, shapeOf } from '../finding';

type Row = ReturnType<Evidence['rows']>[number];

/** Members of the rows that are there. */
function values(evidence: Evidence, pattern: RegExp): unknown[] {
	const members = evidence.rows().flatMap((row: Row) => Object.entries(row));
	return members.filter(([name]) => pattern.test(name)).map(([, value]) => value);
}

const PHRASE = /^[A-Z][a-z]{2}, \d{1,2} [A-Z][a-z]{2} \d{4}, \d{2}:\d{2} [AP]M$/;

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
			(value) => PHRASE.test(textOf(value)),
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

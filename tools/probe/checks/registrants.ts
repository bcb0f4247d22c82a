import { readSeconds, sessionStart } from '../../../nodes/WebinarAccount/registrants/simplify';
import { readFlag } from '../../../nodes/WebinarAccount/utils/values';
import { dateIn, EST, momentOf } from '../../../nodes/WebinarAccount/webinars/dates';
import { type Evidence, type Exchange, pageOf, rowsOf, type Step, steps, textOf } from '../evidence';
import { type Check, described, every } from '../finding';

type Row = ReturnType<typeof rowsOf>[number];

/** The seconds in the room that the probe filters by. */
const IN_ROOM = 1800;

const DAY_MS = 86_400_000;

/** Members of the rows that are there. */
function values(evidence: Evidence, pattern: RegExp): unknown[] {
	const members = evidence.rows().flatMap((row) => Object.entries(row));
	return members.filter(([name]) => pattern.test(name)).map(([, value]) => value);
}

const isSameWebinar = (one: Exchange) => (other: Exchange) =>
	other.product === one.product && other.parameters.webinar_id === one.parameters.webinar_id;

/** The list of registrants. */
export const registrants = {
	'registrants-page': described('registrants', 'registrants'),
	'registrants-per-page': (evidence) =>
		every(
			evidence.good('registrants').filter((answer) => Number(pageOf(answer).last_page) > 1),
			(answer) => rowsOf(answer).length === 25,
			(answer) => `${rowsOf(answer).length} rows`,
		),
	'registrants-ids': (evidence) =>
		(['id', 'lead_id', 'schedule_id'] as const)
			.map((name) => described(name, 'registrants', 'registrantsNext')(evidence))
			.sort((one, other) => Number(one?.holds) - Number(other?.holds))[0],
	'registrants-order': (evidence) =>
		every(
			evidence
				.good('registrants')
				.map((first) =>
					evidence
						.good('registrants', 'registrantsNext')
						.filter(isSameWebinar(first))
						.flatMap((page) => rowsOf(page).map(({ id }) => Number(id))),
				)
				.filter(({ length }) => length > 1),
			(ids) => {
				const rising = [...ids].sort((one, other) => one - other);
				return [String(rising), String([...rising].reverse())].includes(String(ids));
			},
			'identifiers that rise and fall',
		),
	'registrants-flags': (evidence) =>
		every(values(evidence, /^(?:(?:attended|purchased)_(?:live|replay)|subscribed)$/), (value) =>
			['Yes', 'No'].includes(textOf(value)),
		),
	'registrants-time': (evidence) =>
		every(values(evidence, /^time_(?:live|replay)$/), (value) => /^\d{2,}:\d{2}:\d{2}$/.test(textOf(value))),
	'registrants-phone': (evidence) =>
		every(evidence.rows(), (row) => row.phone_number !== undefined, 'rows without phone_number'),
	'registrants-dates': (evidence) =>
		every(
			values(evidence, /^(?:signup_date|schedule|event)$/).filter((value) => textOf(value) !== ''),
			(value) => dateIn(value) !== undefined,
		),
	'registrants-schedule': (evidence) =>
		every(
			evidence
				.good('registrantsOfSchedule')
				.flatMap((answer) =>
					rowsOf(answer).map((row) => [textOf(row.schedule_id), answer.parameters.schedule_id]),
				),
			([found, wanted]) => found === wanted,
			'rows of another schedule',
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
			'people by the date of their session',
		),
} satisfies Record<string, Check>;

/** Whether a date is in the last 30 days; undefined near the limits, because its zone is not known. */
function isInRange(date: number | undefined, now: number): boolean | undefined {
	const days = (now - (date ?? NaN)) / DAY_MS;
	if (days > -2 && days < 28) return true;
	return days < -2 || days > 32 ? false : undefined;
}

/** The rows whose sign-up is in the range while their session is not, or the other way round. */
function tellingRows(evidence: Evidence, filtered: Exchange) {
	const listed = new Set(rowsOf(filtered).map(({ id }) => id));
	const isWhole = Number(pageOf(filtered).last_page) <= 1;
	return evidence
		.good('registrants')
		.filter(isSameWebinar(filtered))
		.flatMap(rowsOf)
		.map((row) => ({
			isListed: listed.has(row.id),
			signedUp: isInRange(momentOf(row.signup_date, EST), evidence.now),
			took: isInRange(
				sessionStart({ event: textOf(row.event), schedule: textOf(row.schedule) }, EST),
				evidence.now,
			),
		}))
		.filter(({ signedUp, took }) => signedUp !== undefined && took !== undefined && signedUp !== took)
		.filter(({ isListed }) => isListed || isWhole);
}

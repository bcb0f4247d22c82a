import { readSeconds, sessionStart } from '../../../nodes/WebinarAccount/registrants/simplify';
import { readFlag } from '../../../nodes/WebinarAccount/utils/values';
import { DAY_MS, dateIn, EST, momentOf } from '../../../nodes/WebinarAccount/webinars/dates';
import { type Evidence, type Exchange, IN_ROOM, pageOf, rowsOf, type Step, steps, textOf } from '../evidence';
import { type Check, described, every } from '../finding';

/** Values of the members with such names. */
const values = (name: RegExp) => (evidence: Evidence) =>
	evidence
		.rows('registrants', 'registrantsNext')
		.flatMap((row) => Object.entries(row).flatMap(([member, value]) => (name.test(member) ? [value] : [])));

/** Who is meant by a filter, by the steps that use it. */
const isMeantBy: Partial<Record<Step, (hasCome: boolean, seconds: number) => boolean>> = {
	attended: (hasCome) => hasCome,
	missed: (hasCome) => !hasCome,
	leftBefore: (hasCome, seconds) => hasCome && seconds <= IN_ROOM,
	leftAfter: (hasCome, seconds) => hasCome && seconds >= IN_ROOM,
};

/** The list of registrants. */
export const registrants = {
	'registrants-page': described('registrants', 'registrants'),
	'registrants-per-page': every(
		(evidence) => evidence.good('registrants').filter((answer) => Number(pageOf(answer).last_page) > 1),
		(answer) => rowsOf(answer).length === 25,
		(answer) => `${rowsOf(answer).length} rows`,
	),
	'registrants-ids': described('id|lead_id|schedule_id', 'registrants', 'registrantsNext'),
	'registrants-order': every(
		(evidence) =>
			evidence
				.good('registrants')
				.map((first) => evidence.beside(first, 'registrants', 'registrantsNext'))
				.map((pages) => pages.flatMap(rowsOf).map(({ id }) => Number(id)))
				.filter(({ length }) => length > 1),
		(ids) => {
			const rising = [...ids].sort((one, other) => one - other);
			return [String(rising), String([...rising].reverse())].includes(String(ids));
		},
		'identifiers that rise and fall',
	),
	'registrants-flags': every(
		values(/^(?:(?:attended|purchased)_(?:live|replay)|subscribed)$/),
		(value) => value === 'Yes' || value === 'No',
	),
	'registrants-time': every(values(/^time_(?:live|replay)$/), (value) =>
		/^\d{2,}:\d{2}:\d{2}$/.test(textOf(value)),
	),
	'registrants-phone': every(
		(evidence) => evidence.rows('registrants', 'registrantsNext'),
		(row) => row.phone_number !== undefined,
		'rows without phone_number',
	),
	'registrants-dates': every(
		(evidence) => values(/^(?:signup_date|schedule|event)$/)(evidence).filter((value) => value !== ''),
		(value) => dateIn(value) !== undefined,
	),
	'registrants-schedule': every(
		(evidence) =>
			evidence.good('registrantsOfSchedule').flatMap((answer) =>
				rowsOf(answer).map((row) => ({
					found: textOf(row.schedule_id),
					wanted: answer.parameters.schedule_id,
				})),
			),
		({ found, wanted }) => found === wanted,
		'rows of another schedule',
	),
	'filter-numbers': every(
		(evidence) =>
			evidence.exchanges.flatMap((answer) => {
				const { [answer.step]: isMeant } = isMeantBy;
				return rowsOf(answer).flatMap(({ attended_live, time_live }) => {
					const hasCome = readFlag(attended_live);
					if (!isMeant || hasCome === undefined) return [];
					return { step: answer.step, isMeant: isMeant(hasCome, readSeconds(time_live) ?? NaN) };
				});
			}),
		({ isMeant }) => isMeant,
		({ step }) => `others among the ${steps[step].says}`,
	),
	'date-range': every(
		(evidence) => evidence.good('lastDays').flatMap((filtered) => tellingRows(evidence, filtered)),
		({ isListed, signedUp }) => isListed === signedUp,
		'people by the date of their session',
	),
} satisfies Record<string, Check>;

/** The rows whose sign-up is in the last 30 days while their session is not, or the other way round. */
function tellingRows(evidence: Evidence, filtered: Exchange) {
	const listed = new Set(rowsOf(filtered).map(({ id }) => id));
	const isWhole = Number(pageOf(filtered).last_page) <= 1;
	/** Undefined near the limits, because the zone of a date is not known. */
	const isInRange = (date = NaN) => {
		const days = (evidence.now - date) / DAY_MS;
		if (days > -2 && days < 28) return true;
		return days < -2 || days > 32 ? false : undefined;
	};
	const rows = evidence.beside(filtered, 'registrants').flatMap(rowsOf);
	return rows.flatMap(({ id, signup_date, event, schedule }) => {
		const isListed = listed.has(id);
		const signedUp = isInRange(momentOf(signup_date, EST));
		const took = isInRange(sessionStart({ event: textOf(event), schedule: textOf(schedule) }, EST));
		if (signedUp === undefined || took === undefined || signedUp === took) return [];
		return isListed || isWhole ? { isListed, signedUp } : [];
	});
}

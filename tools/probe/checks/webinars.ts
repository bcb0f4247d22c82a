import { momentOf, zoneNamed } from '../../../nodes/WebinarAccount/webinars/dates';
import { readWebinarReference } from '../../../nodes/WebinarAccount/webinars/read';
import { datedSessions, type Evidence, kindOf, listIn, record, textOf } from '../evidence';
import { type Check, every, membersOf, shapeOf } from '../finding';

const TYPES = ['series of presentations', 'single presentation', 'always on', 'right now'];
const HOURS = 3_600_000;

const sessionsOf = (evidence: Evidence) =>
	evidence.details().flatMap(({ webinar }) => listIn(webinar.schedules).map(record));

/** Lists and details of webinars. */
export const webinars = {
	'list-whole': (evidence) =>
		every(
			evidence.good('list'),
			({ body }) => !JSON.stringify(Object.keys(record(body))).match(/page|next|total|links|meta/),
			({ body }) => membersOf(body),
		),
	'list-ids': (evidence) =>
		every(
			[...evidence.listItems(), ...evidence.details().map(({ webinar }) => webinar)],
			({ webinar_id: id }) => Number.isInteger(id),
			({ webinar_id: id }) => shapeOf(id),
		),
	'list-hash': (evidence) => {
		const hashes = new Map(
			evidence.good('list').flatMap(({ product, body }) =>
				listIn(record(body).webinars)
					.map(record)
					.map((item) => [`${product} ${textOf(item.webinar_id)}`, item.webinar_hash] as const),
			),
		);
		return every(
			evidence.details(),
			({ product, webinar }) =>
				textOf(webinar.webinar_hash) !== '' &&
				hashes.get(`${product} ${textOf(webinar.webinar_id)}`) === webinar.webinar_hash,
			({ webinar }) => shapeOf(webinar.webinar_hash),
		);
	},
	'list-schedules': (evidence) =>
		every(
			evidence.listItems(),
			({ schedules }) => Array.isArray(schedules) && schedules.every((each) => typeof each === 'string'),
			({ schedules }) => shapeOf(Array.isArray(schedules) ? schedules[0] : schedules),
		),
	'type-spelling': (evidence) => {
		const automated = [...evidence.listItems('automated'), ...detailsOf(evidence, 'automated')];
		const live = [...evidence.listItems('live'), ...detailsOf(evidence, 'live')];
		return every(
			[
				...live.map(({ type }) => ({
					type,
					isKnown: type === null || TYPES.includes(textOf(type).toLowerCase()),
				})),
				...automated.map(({ type }) => ({ type, isKnown: type === undefined || type === null })),
			],
			({ isKnown }) => isKnown,
			({ type }) => shapeOf(type),
		);
	},
	'session-shape': (evidence) =>
		every(
			evidence.details().flatMap(({ webinar }) => listIn(webinar.schedules)),
			(session) => typeof record(session).date === 'string' && textOf(record(session).schedule) !== '',
		),
	'session-date': (evidence) =>
		every(
			sessionsOf(evidence),
			({ date }) => /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}$/.test(textOf(date)),
			({ date }) => shapeOf(date),
		),
	'session-upcoming': (evidence) =>
		every(
			starts(evidence),
			(start) => start + 12 * HOURS > evidence.now,
			() => 'a date in the past',
		),
	'session-order': (evidence) =>
		every(
			evidence.details().filter(({ webinar }) => listIn(webinar.schedules).length > 1),
			({ webinar }) => {
				const dates = datedSessions(webinar).map(({ date }) => date);
				return dates.every((date, index) => index === 0 || date >= (dates[index - 1] ?? ''));
			},
			() => 'a date before that of the entry above',
		),
	'session-comment': (evidence) =>
		every(
			sessionsOf(evidence)
				.map(({ comment }) => textOf(comment))
				.filter((comment) => /just.?in.?time|instant.?replay/i.test(comment)),
			(comment) => ['justInTime', 'instantReplay'].includes(kindOf(comment)),
		),
	'registration-url': (evidence) =>
		every(
			evidence.details(),
			({ webinar }) => {
				try {
					const reference = readWebinarReference('url', textOf(webinar.registration_url));
					return (
						'code' in reference ||
						(reference.id === textOf(webinar.webinar_id) && reference.hash === webinar.webinar_hash)
					);
				} catch {
					return false;
				}
			},
			({ webinar }) => shapeOf(webinar.registration_url),
		),
	'custom-fields': (evidence) => {
		const lists = evidence
			.details()
			.flatMap(({ webinar }) =>
				Object.entries(webinar).filter(
					([name, value]) => /field|question/i.test(name) && listIn(value).length > 0,
				),
			);
		return every(
			lists,
			([, list]) => listIn(list).every((field) => typeof record(field).label === 'string'),
			([name, list]) => `${membersOf({ [name]: list })} without a label`,
		);
	},
} satisfies Record<string, Check>;

function detailsOf(evidence: Evidence, product: 'live' | 'automated') {
	return evidence
		.details()
		.filter((each) => each.product === product)
		.map(({ webinar }) => webinar);
}

/** The starts of dated sessions of webinars in a zone of their own, in milliseconds since 1970. */
function starts(evidence: Evidence): number[] {
	return evidence.details().flatMap(({ webinar }) => {
		const zone = zoneNamed(textOf(webinar.timezone));
		if (!zone) return [];
		return datedSessions(webinar).flatMap(({ date }) => momentOf(date, zone) ?? []);
	});
}

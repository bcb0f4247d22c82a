import { momentOf, zoneNamed } from '../../../nodes/WebinarAccount/webinars/dates';
import { readWebinarReference } from '../../../nodes/WebinarAccount/webinars/read';
import { datedSessions, type Evidence, kindOf, listIn, record, textOf, webinarsOf } from '../evidence';
import { type Check, described, every, shapeOf } from '../finding';

const HOUR_MS = 3_600_000;

/** Lists and details of webinars. */
export const webinars = {
	'list-whole': (evidence) =>
		every(
			evidence.good('list').map(({ body }) => Object.keys(record(body)).join(', ')),
			(members) => !/page|next|total|links|meta/.test(members),
			(members) => `members ${members}`,
		),
	'list-ids': described('webinar_id', 'list', 'detail'),
	'list-schedules': described('schedules', 'list'),
	'list-hash': (evidence) => {
		const listed = evidence
			.good('list')
			.flatMap((answer) => webinarsOf(answer).map((item) => ({ ...answer, item })));
		return every(
			evidence.details().filter(({ product }) => listed.some((each) => each.product === product)),
			({ product, webinar: { webinar_id: id, webinar_hash: hash } }) =>
				textOf(hash) !== '' &&
				listed.some(
					({ product: other, item }) =>
						other === product && textOf(item.webinar_id) === textOf(id) && item.webinar_hash === hash,
				),
			({ webinar }) => shapeOf(webinar.webinar_hash),
		);
	},
	'type-spelling': described('type', 'list', 'detail'),
	'session-shape': described('schedules', 'detail'),
	'session-date': described('date', 'detail'),
	'session-upcoming': (evidence) =>
		every(starts(evidence), (start) => start + 12 * HOUR_MS > evidence.now, 'a date in the past'),
	'session-order': (evidence) =>
		every(
			evidence
				.details()
				.map(({ webinar }) => datedSessions(webinar).map(({ date }) => date))
				.filter(({ length }) => length > 1),
			(dates) => String(dates) === String([...dates].sort()),
			'a date before that of the entry above',
		),
	'session-comment': (evidence) =>
		every(
			evidence
				.details()
				.flatMap(({ webinar }) => listIn(webinar.schedules).map((session) => textOf(record(session).comment)))
				.filter((comment) => /just.?in.?time|instant.?replay/i.test(comment)),
			(comment) => ['justInTime', 'instantReplay'].includes(kindOf(comment)),
		),
	'registration-url': (evidence) =>
		every(
			evidence.details().map(({ webinar }) => webinar),
			({ registration_url: url, webinar_id: id, webinar_hash: hash }) => {
				try {
					const reference = readWebinarReference('url', textOf(url));
					return 'code' in reference || (reference.id === textOf(id) && reference.hash === hash);
				} catch {
					return false;
				}
			},
			({ registration_url: url }) => shapeOf(url),
		),
	'custom-fields': (evidence) =>
		every(
			evidence
				.details()
				.flatMap(({ webinar }) => Object.entries(webinar))
				.filter(([name, value]) => /field|question/i.test(name) && listIn(value).length > 0),
			([, list]) => listIn(list).every((field) => typeof record(field).label === 'string'),
			([name]) => `${name} without a label`,
		),
} satisfies Record<string, Check>;

/** The starts of dated sessions of webinars in a zone of their own, in milliseconds since 1970. */
function starts(evidence: Evidence): number[] {
	return evidence.details().flatMap(({ webinar }) => {
		const zone = zoneNamed(textOf(webinar.timezone));
		return zone ? datedSessions(webinar).flatMap(({ date }) => momentOf(date, zone) ?? []) : [];
	});
}

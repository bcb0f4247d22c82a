import { HOUR_MS, momentOf, zoneNamed } from '../../../nodes/WebinarAccount/webinars/dates';
import { readWebinarReference } from '../../../nodes/WebinarAccount/webinars/webinarReference';
import { datedSessions, type Evidence, kindOf, listIn, record, textOf, webinarsOf } from '../evidence';
import { type Check, described, every, shapeOf } from '../finding';

/** The starts of dated sessions of webinars in a zone of their own, in milliseconds since 1970. */
const starts = (evidence: Evidence) =>
	evidence.webinars().flatMap((webinar) => {
		const zone = zoneNamed(textOf(webinar.timezone));
		return zone ? datedSessions(webinar).flatMap(({ date }) => momentOf(date, zone) ?? []) : [];
	});

/** Lists and details of webinars. */
export const webinars = {
	'list-whole': every(
		(evidence) => evidence.good('list').map(({ body }) => Object.keys(record(body)).join(', ')),
		(members) => !/page|next|total|links|meta/.test(members),
		(members) => `members ${members}`,
	),
	'list-ids': described('webinar_id', 'list', 'detail'),
	'list-schedules': described('schedules', 'list'),
	'list-hash': every(
		(evidence) =>
			evidence.good('list').flatMap((list) => {
				const details = evidence.details().filter(({ product }) => product === list.product);
				return details.map(({ webinar: { webinar_id: id, webinar_hash: hash } }) => {
					const listed = webinarsOf(list).find((item) => textOf(item.webinar_id) === textOf(id));
					return { hash, listed: listed?.webinar_hash };
				});
			}),
		({ hash, listed }) => textOf(hash) !== '' && hash === listed,
		({ hash }) => shapeOf(hash),
	),
	'type-spelling': described('type', 'list', 'detail'),
	'session-shape': described('schedules', 'detail'),
	'session-date': described('date', 'detail'),
	'session-upcoming': (evidence) =>
		every(starts, (start) => start + 12 * HOUR_MS > evidence.now, 'a date in the past')(evidence),
	'session-order': every(
		(evidence) =>
			evidence
				.webinars()
				.map((webinar) => datedSessions(webinar).map(({ date }) => date))
				.filter(({ length }) => length > 1),
		(dates) => String(dates) === String([...dates].sort()),
		'a date before that of the entry above',
	),
	'session-comment': every(
		(evidence) =>
			evidence
				.webinars()
				.flatMap(({ schedules }) => listIn(schedules).map((session) => textOf(record(session).comment)))
				.filter((comment) => /just.?in.?time|instant.?replay/i.test(comment)),
		(comment) => ['justInTime', 'instantReplay'].includes(kindOf(comment)),
	),
	'registration-url': every(
		(evidence) => evidence.webinars(),
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
	'custom-fields': every(
		(evidence) =>
			evidence
				.webinars()
				.flatMap((webinar) => Object.entries(webinar))
				.filter(([name, value]) => /field|question/i.test(name) && listIn(value).length > 0),
		([, list]) => listIn(list).every((field) => typeof record(field).label === 'string'),
		([name]) => `${name} without a label`,
	),
} satisfies Record<string, Check>;

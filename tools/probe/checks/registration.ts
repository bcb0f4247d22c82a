import { readProblems } from '../../../nodes/WebinarAccount/service/response';
import { customFieldsOf } from '../../../nodes/WebinarAccount/webinars/customFields';
import { type Evidence, type Exchange, isSuccess, record, rowsOf, textOf } from '../evidence';
import { type Check, described, every, shapeOf } from '../finding';

const users = (evidence: Evidence) =>
	evidence.good('register').map(({ body, parameters, product }) => ({
		user: record(record(body).user),
		sent: parameters,
		product,
	}));

const statusOf = ({ status }: Exchange) => `the status ${status}`;

/** The rows of the address in the answers of a search after a registration that worked. */
function found(evidence: Evidence, step: 'search' | 'searchAfter') {
	const [sent] = users(evidence).map((each) => each.sent.email?.toLowerCase());
	const searches = sent === undefined ? [] : evidence.good(step);
	return searches.map((answer) => rowsOf(answer).filter(({ email }) => textOf(email).toLowerCase() === sent));
}

const isFound: Check = (evidence) => every(found(evidence, 'search'), ({ length }) => length > 0, 'no row');

/** One person is registered twice and unsubscribed. */
export const registration = {
	'register-user': described('user_id', 'register'),
	'register-schedule': (evidence) =>
		every(
			users(evidence),
			({ user: { schedule }, sent, product }) =>
				textOf(schedule) === sent.schedule &&
				typeof schedule === (product === 'automated' ? 'string' : 'number'),
			({ user }) => shapeOf(user.schedule),
		),
	'register-date': (evidence) =>
		every(
			users(evidence).filter(({ sent }) => sent.date !== undefined),
			({ user, sent }) => user.date === sent.date,
			'another date',
		),
	// After one that was rejected, the reason may be that the person is registered.
	'schedule-alone': (evidence) =>
		every(evidence.good('registerAgain').length > 0 ? evidence.of('registerWhole') : [], isSuccess, statusOf),
	'option-ids': (evidence) => {
		const labels = evidence
			.details()
			.flatMap(({ webinar }) => customFieldsOf(webinar))
			.filter(({ options }) => options.length > 0)
			.map(({ label }) => label);
		return every(
			evidence.of('register').filter(({ parameters }) => labels.some((label) => label in parameters)),
			({ body }) => !readProblems(body).some(({ parameter = '' }) => labels.includes(parameter)),
			'the ID of an option rejected',
		);
	},
	'register-twice': (evidence) => every(evidence.of('registerAgain'), isSuccess, statusOf),
	'search-email': isFound,
	'register-listed': isFound,
	'user-is-not-lead': (evidence) => {
		const leads = evidence.rows('search').map(({ lead_id: id }) => textOf(id));
		return every(
			leads.length > 0 ? users(evidence) : [],
			({ user }) => !leads.includes(textOf(user.user_id)),
			'the same number',
		);
	},
	'unsubscribe-empty': (evidence) =>
		every(evidence.of('unsubscribe'), ({ status }) => status === 204, statusOf),
	'unsubscribe-shown': (evidence) =>
		every(
			evidence.good('unsubscribe').length > 0 ? found(evidence, 'searchAfter') : [],
			(rows) => rows.length > 0 && rows.every(({ subscribed }) => subscribed === 'No'),
			(rows) => (rows.length === 0 ? 'no row' : shapeOf(rows[0]?.subscribed)),
		),
} satisfies Record<string, Check>;

import { readProblems } from '../../../nodes/WebinarAccount/service/problems';
import { customFieldsOf } from '../../../nodes/WebinarAccount/webinars/customFields';
import { type Evidence, type Exchange, isSuccess, record, rowsOf, textOf } from '../evidence';
import { all, type Check, described, every, shapeOf } from '../finding';

const users = (evidence: Evidence) =>
	evidence.good('register').map(({ body, parameters, product }) => ({
		user: record(record(body).user),
		sent: parameters,
		product,
	}));

const statusOf = ({ status }: Exchange) => `the status ${status}`;

/** The rows of the address in the answers of a search after a registration that worked. */
const found = (step: 'search' | 'searchAfter') => (evidence: Evidence) => {
	const [email] = users(evidence).map(({ sent }) => sent.email?.toLowerCase());
	const searches = email === undefined ? [] : evidence.good(step);
	return searches.map((answer) => rowsOf(answer).filter((row) => textOf(row.email).toLowerCase() === email));
};

const isFound = every(found('search'), ({ length }) => length > 0, 'no row');

/** One person is registered twice and unsubscribed. */
export const registration = {
	'register-user': described('user_id', 'register'),
	'register-schedule': every(
		users,
		({ user: { schedule }, sent, product }) =>
			textOf(schedule) === sent.schedule &&
			typeof schedule === (product === 'automated' ? 'string' : 'number'),
		({ user }) => shapeOf(user.schedule),
	),
	'register-date': every(
		(evidence) => users(evidence).filter(({ sent }) => sent.date !== undefined),
		({ user, sent }) => user.date === sent.date,
		'another date',
	),
	'schedule-alone': every(
		// After one that was rejected, the reason may be that the person is registered.
		(evidence) => (evidence.good('registerAgain').length > 0 ? evidence.of('registerWhole') : []),
		isSuccess,
		statusOf,
	),
	'option-ids': every(
		(evidence) => {
			const fields = evidence.webinars().flatMap((webinar) => customFieldsOf(webinar));
			const labels = fields.filter(({ options }) => options.length > 0).map(({ label }) => label);
			return evidence.of('register').flatMap(({ body, parameters }) => {
				const rejected = readProblems(body).map(({ parameter = '' }) => parameter);
				return labels.filter((label) => label in parameters).map((label) => !rejected.includes(label));
			});
		},
		(isAccepted) => isAccepted,
		'the ID of an option rejected',
	),
	'register-twice': every(all('registerAgain'), isSuccess, statusOf),
	'search-email': isFound,
	'register-listed': isFound,
	'user-is-not-lead': every(
		(evidence) => {
			const leads = evidence.rows('search').map(({ lead_id: id }) => textOf(id));
			return leads.length > 0 ? users(evidence).map(({ user }) => !leads.includes(textOf(user.user_id))) : [];
		},
		(isAnother) => isAnother,
		'the same number',
	),
	'unsubscribe-empty': every(all('unsubscribe'), ({ status }) => status === 204, statusOf),
	'unsubscribe-shown': every(
		(evidence) => (evidence.good('unsubscribe').length > 0 ? found('searchAfter')(evidence) : []),
		(rows) => rows.length > 0 && rows.every(({ subscribed }) => subscribed === 'No'),
		(rows) => (rows.length === 0 ? 'no row' : shapeOf(rows[0]?.subscribed)),
	),
} satisfies Record<string, Check>;

import { readProblems } from '../../../nodes/WebinarAccount/service/problems';
import { customFieldsOf } from '../../../nodes/WebinarAccount/webinars/customFields';
import { type Evidence, isSuccess, record, rowsIn, textOf } from '../evidence';
import { type Check, every, shapeOf } from '../finding';

const users = (evidence: Evidence) =>
	evidence.good('register').map(({ body, parameters, product }) => ({
		user: record(record(body).user),
		sent: parameters,
		product,
	}));

const statusOf = ({ status }: { status: number }) => `the status ${status}`;

/** One person is registered twice and unsubscribed. */
export const registration = {
	'register-user': (evidence) =>
		every(
			users(evidence),
			({ user, sent }) => textOf(user.user_id) !== '' && textOf(user.email) === sent.email,
			({ user }) => shapeOf(textOf(user.user_id) === '' ? user.user_id : user.email),
		),
	'register-schedule': (evidence) =>
		every(
			users(evidence),
			({ user, sent, product }) =>
				textOf(user.schedule) === sent.schedule &&
				typeof user.schedule === (product === 'automated' ? 'string' : 'number'),
			({ user }) => shapeOf(user.schedule),
		),
	'register-date': (evidence) =>
		every(
			users(evidence).filter(({ sent }) => sent.date !== undefined),
			({ user, sent }) => user.date === sent.date,
			() => 'another date',
		),
	'schedule-alone': (evidence) => {
		// After one that was rejected, the reason may be that the person is registered.
		const isTold = evidence.good('registerAgain').length > 0;
		return every(isTold ? evidence.of('registerWhole') : [], isSuccess, statusOf);
	},
	'option-ids': (evidence) => {
		const labels = evidence
			.details()
			.flatMap(({ webinar }) => customFieldsOf(webinar))
			.filter(({ options }) => options.length > 0)
			.map(({ label }) => label);
		return every(
			evidence.of('register').filter(({ parameters }) => labels.some((label) => label in parameters)),
			({ body }) => !readProblems(body).some(({ parameter = '' }) => labels.includes(parameter)),
			() => 'the ID of an option rejected',
		);
	},
	'register-twice': (evidence) => every(evidence.of('registerAgain'), isSuccess, statusOf),
	'search-email': (evidence) =>
		every(
			searches(evidence),
			({ rows }) => rows.length > 0,
			() => 'no row',
		),
	'register-listed': (evidence) =>
		every(
			searches(evidence),
			({ rows }) => rows.length > 0,
			() => 'no row',
		),
	'user-is-not-lead': (evidence) => {
		const leads = evidence.rows('search').map(({ lead_id: id }) => textOf(id));
		return leads.length === 0
			? undefined
			: every(
					users(evidence),
					({ user }) => !leads.includes(textOf(user.user_id)),
					() => 'the same number',
				);
	},
	'unsubscribe-empty': (evidence) =>
		every(evidence.of('unsubscribe'), ({ status }) => status === 204, statusOf),
	'unsubscribe-shown': (evidence) =>
		evidence.good('unsubscribe').length === 0
			? undefined
			: every(
					evidence.good('searchAfter').map(({ body }) => ofAddress(body, evidence)),
					(rows) => rows.length > 0 && rows.every(({ subscribed }) => subscribed === 'No'),
					(rows) => (rows.length === 0 ? 'no row' : shapeOf(rows[0]?.subscribed)),
				),
} satisfies Record<string, Check>;

/** The searches after a registration that worked. */
function searches(evidence: Evidence) {
	if (users(evidence).length === 0) return [];
	return evidence.good('search').map(({ body }) => ({ rows: ofAddress(body, evidence) }));
}

function ofAddress(body: unknown, evidence: Evidence) {
	const [sent] = evidence.of('register').map(({ parameters }) => parameters.email?.toLowerCase());
	return rowsIn(body).filter(({ email }) => textOf(email).toLowerCase() === sent);
}

import { readProblems } from '../../../nodes/WebinarAccount/service/problems';
import { isSuccess, record, steps } from '../evidence';
import { type Check, every, membersOf, shapeOf } from '../finding';

const answerOf = ({ status, body }: { status: number; body: unknown }) =>
	`HTTP ${status}, its status is ${shapeOf(record(body).status)}`;

/** What is common to all calls. */
export const transport = {
	'form-body': (evidence) => every(evidence.of('list'), isSuccess, answerOf),
	'status-member': (evidence) => {
		const answers = evidence.exchanges.filter(({ body }) => typeof body === 'object' && body !== null);
		return every(
			answers,
			({ status, body }) => {
				const stated = record(body).status;
				return status < 400 ? stated === 'success' : typeof stated === 'string' && stated !== 'success';
			},
			answerOf,
		);
	},
	'one-key': (evidence) => {
		const lists = evidence.of('list');
		return new Set(lists.map(({ product }) => product)).size < 2
			? undefined
			: every(lists, isSuccess, answerOf);
	},
	'missing-key': (evidence) =>
		every(
			evidence.of('noKey'),
			({ status, body }) =>
				status === 400 && readProblems(body).some(({ parameter }) => parameter === 'api_key'),
			answerOf,
		),
	'wrong-key': (evidence) =>
		every(
			evidence.of('wrongKey'),
			(answer) =>
				answer.status === 401 ||
				(!isSuccess(answer) && readProblems(answer.body).some(({ parameter }) => parameter === 'api_key')),
			answerOf,
		),
	'error-shape': (evidence) =>
		every(
			evidence.exchanges.filter(
				(answer) =>
					!isSuccess(answer) &&
					answer.status < 500 &&
					answer.status !== 429 &&
					// One of the two addresses need not be there.
					steps[answer.step].endpoint !== 'countries',
			),
			({ body }) => {
				const texts = Object.values(record(record(body).errors)).flat();
				return texts.length > 0 && texts.every((text) => typeof text === 'string');
			},
			({ body }) => shapeOf(record(body).errors ?? body),
		),
	'unknown-webinar': (evidence) =>
		every(evidence.of('unknownWebinar'), (answer) => !isSuccess(answer), answerOf),
	countries: (evidence) => {
		const [documented, other] = evidence.of('countries', 'countriesHere');
		if (!documented || !other) return undefined;
		const holds = isSuccess(documented);
		if (!holds && isSuccess(other))
			return { holds, seen: `below the path of the product: ${membersOf(other.body)}` };
		return { holds, seen: holds ? membersOf(documented.body) : answerOf(documented) };
	},
	'limit-status': (evidence) => {
		const burst = evidence.of('burst');
		const refused = burst.filter(({ status }) => status === 429);
		const tookMs = Math.max(0, ...burst.map(({ elapsedMs }) => elapsedMs));
		const others = burst.filter((answer) => answer.status !== 429 && !isSuccess(answer));
		if (burst.length === 0 || (refused.length === 0 && others.length === 0 && tookMs > 1000))
			return undefined;
		return {
			holds: refused.length > 0 && others.length === 0,
			seen: `${refused.length} of ${burst.length} calls refused with 429, ${others.length} with another status`,
		};
	},
	'limit-body': (evidence) =>
		every(
			evidence.of('burst').filter(({ status }) => status === 429),
			({ body }) => /too many requests/i.test(JSON.stringify(body)),
			({ body }) => shapeOf(body),
		),
	'limit-headers': (evidence) =>
		every(
			evidence.of('burst').filter(({ status }) => status === 429),
			({ headers }) => headers['retry-after'] === undefined,
			({ headers }) => shapeOf(headers['retry-after']),
		),
	'limit-pause': (evidence) => every(evidence.of('afterBurst'), isSuccess, answerOf),
} satisfies Record<string, Check>;

import { readProblems } from '../../../nodes/WebinarAccount/service/response';
import { type Exchange, isSuccess, record, steps, undescribed } from '../evidence';
import { type Check, every, shapeOf } from '../finding';

const namesKey = ({ body }: Exchange) => readProblems(body).some(({ parameter }) => parameter === 'api_key');

export const answerOf = ({ status, body }: Exchange) =>
	`HTTP ${status}, its status is ${shapeOf(record(body).status)}`;

/** What is common to all calls. */
export const transport = {
	'form-body': (evidence) => every(evidence.of('list'), isSuccess, answerOf),
	'status-member': (evidence) =>
		every(
			evidence.exchanges.filter(({ body }) => typeof body === 'object' && body !== null),
			({ status, body }) => record(body).status === (status < 400 ? 'success' : 'error'),
			answerOf,
		),
	'as-described': (evidence) => {
		const problems = evidence.exchanges
			.filter(({ step }) => steps[step].endpoint !== 'countries')
			.flatMap((answer) => undescribed(answer).map((problem) => `${answer.step}: ${problem}`));
		return every(
			evidence.exchanges.length === 0 ? [] : [problems],
			({ length }) => length === 0,
			() => [...new Set(problems)].slice(0, 5).join('; '),
		);
	},
	'one-key': (evidence) => {
		const lists = evidence.of('list');
		const products = new Set(lists.map(({ product }) => product));
		return products.size < 2 ? undefined : every(lists, isSuccess, answerOf);
	},
	'missing-key': (evidence) =>
		every(evidence.of('noKey'), (answer) => answer.status === 400 && namesKey(answer), answerOf),
	'wrong-key': (evidence) =>
		every(
			evidence.of('wrongKey'),
			(answer) => answer.status === 401 || (!isSuccess(answer) && namesKey(answer)),
			answerOf,
		),
	'missing-endpoint': (evidence) =>
		every(
			evidence.of('noEndpoint'),
			({ status, body }) => status === 404 && typeof body === 'string',
			answerOf,
		),
	'error-shape': (evidence) =>
		every(
			evidence
				.of(
					'noKey',
					'wrongKey',
					'list',
					'unknownWebinar',
					'detail',
					'register',
					'registerAgain',
					'registerWhole',
				)
				.filter((answer) => !isSuccess(answer) && answer.status < 500),
			({ body }) => {
				const texts = Object.values(record(record(body).errors)).flat();
				return texts.length > 0 && texts.every((text) => typeof text === 'string');
			},
			({ body }) => shapeOf(record(body).errors ?? body),
		),
	'unknown-webinar': (evidence) =>
		every(evidence.of('unknownWebinar'), (answer) => !isSuccess(answer), answerOf),
	countries: (evidence) => {
		const [documented] = evidence.of('countries');
		const [other] = evidence.good('countriesHere');
		const members = (answer: Exchange) => `members ${Object.keys(record(answer.body)).join(', ')}`;
		if (!documented) return undefined;
		if (isSuccess(documented)) return { holds: true, seen: members(documented) };
		return { holds: false, seen: other ? `beside the others: ${members(other)}` : answerOf(documented) };
	},
} satisfies Record<string, Check>;

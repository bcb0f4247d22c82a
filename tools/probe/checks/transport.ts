import { endpoints } from '../../../nodes/WebinarAccount/service/endpoints';
import { readProblems } from '../../../nodes/WebinarAccount/service/problems';
import { type Exchange, isSuccess, record, steps, undescribed } from '../evidence';
import { all, type Check, every, shapeOf } from '../finding';

const isFailure = (answer: Exchange) => !isSuccess(answer);
const namesKey = ({ body }: Exchange) => readProblems(body).some(({ parameter }) => parameter === 'api_key');

export const answerOf = ({ status, body }: Exchange) =>
	`HTTP ${status}, its status is ${shapeOf(record(body).status)}`;

/** What is common to all calls. */
export const transport = {
	'form-body': every(all('list'), isSuccess, answerOf),
	'status-member': every(
		({ exchanges }) => exchanges.filter(({ body }) => typeof body !== 'string'),
		({ status, body }) => record(body).status === (status < 400 ? 'success' : 'error'),
		answerOf,
	),
	'as-described': ({ exchanges }) => {
		const problems = exchanges
			.filter(({ step }) => steps[step].endpoint !== 'countries')
			.flatMap((answer) => undescribed(answer).map((problem) => `${answer.step}: ${problem}`));
		if (problems.length === 0) return { holds: true, seen: `${exchanges.length} times` };
		return { holds: false, seen: [...new Set(problems)].slice(0, 5).join('; ') };
	},
	'one-key': every(
		(evidence) => (evidence.of('list').length > 1 ? evidence.of('list') : []),
		isSuccess,
		answerOf,
	),
	'missing-key': every(all('noKey'), (answer) => answer.status === 400 && namesKey(answer), answerOf),
	'wrong-key': every(
		all('wrongKey'),
		(answer) => answer.status === 401 || (isFailure(answer) && namesKey(answer)),
		answerOf,
	),
	'missing-endpoint': every(
		all('noEndpoint'),
		({ status, body }) => status === 404 && typeof body === 'string',
		answerOf,
	),
	'error-shape': every(
		({ exchanges }) =>
			exchanges
				.filter(({ step, status }) => steps[step].endpoint in endpoints && status < 500 && status !== 429)
				.filter(isFailure),
		({ body }) => {
			const texts = Object.values(record(record(body).errors)).flat();
			return texts.length > 0 && texts.every((text) => typeof text === 'string');
		},
		({ body }) => shapeOf(record(body).errors ?? body),
	),
	'unknown-webinar': every(all('unknownWebinar'), isFailure, answerOf),
	countries: (evidence) => {
		const [documented] = evidence.of('countries');
		const [other] = evidence.good('countriesHere');
		const members = (answer: Exchange) => `members ${Object.keys(record(answer.body)).join(', ')}`;
		if (!documented) return undefined;
		if (isSuccess(documented)) return { holds: true, seen: members(documented) };
		return { holds: false, seen: other ? `beside the others: ${members(other)}` : answerOf(documented) };
	},
} satisfies Record<string, Check>;

import { problemsOfResponse } from './openApi';
import { answerQuestions } from './answerQuestions';
import { Redactor } from './redactor';
import type { Exchange } from './serviceReader';

const ABOUT =
	'Responses of the webinar service to n8n-nodes-webinarjam-everwebinar. Names, email addresses, URLs and texts are replaced.';

/** What a probe found, as a file and as a summary. */
export interface Report {
	/** The file with the redacted responses. */
	json: string;
	summary: string;
	/** How many responses differ from docs/openapi.yaml. */
	deviations: number;
}

export function createReport(exchanges: readonly Exchange[], apiKey: string): Report {
	const redactor = new Redactor(apiKey, exchanges);
	const named = exchanges.map((exchange) => ({ ...exchange, body: redactor.fieldNames(exchange.body) }));
	const responses = named.map((exchange) => ({
		...redactor.exchange(exchange),
		deviations: problemsOfResponse(exchange.path, exchange).map((problem) => redactor.text(problem)),
	}));
	const findings = answerQuestions(named).map(({ question, answer }) => ({
		question,
		answer: redactor.text(answer),
	}));
	const different = responses.filter(({ deviations }) => deviations.length > 0);
	const lines = [
		`${responses.length} responses, of which ${different.length} differ from docs/openapi.yaml`,
		...new Set(different.map(({ about, deviations }) => `  ${about}: ${deviations.join('; ')}`)),
		'',
		...findings.flatMap(({ question, answer }) => [question, `  ${answer}`]),
	];
	return {
		json: `${JSON.stringify({ about: ABOUT, findings, responses }, null, '\t')}\n`,
		summary: lines.join('\n'),
		deviations: different.length,
	};
}

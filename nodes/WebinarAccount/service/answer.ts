import type { Account } from './account';
import { type Answer, type EndpointName, endpoints } from './endpoints';
import * as failure from './errorTexts';
import type { Problem } from './errors';
import { exceedsJsonBounds, MAX_ENTRIES, MAX_VALUES } from '../utils/jsonBounds';
import { readPlainText, readProblems } from './problems';
import { redactSecret } from './redactSecret';
import { isRecord } from '../utils/values';

/** More of an answer that is no JSON is not read. */
const MAX_PLAIN_LENGTH = 20_000;

/** An unchecked HTTP answer. */
export interface RawAnswer {
	statusCode: number;
	body: string;
}

/**
 * Reads an answer: its typed members on success.
 * @throws ServiceError with the service's own texts, also when the `status` in the body of a 200 is not `success`
 */
export function readAnswer<Name extends EndpointName>(
	name: Name,
	{ statusCode, body }: RawAnswer,
	account: Account,
): Answer<Name> {
	const { answer, absence, mayBeEmpty } = endpoints[name];
	if (statusCode === 204 && mayBeEmpty) return answer.parse(undefined);
	const excess = exceedsJsonBounds(body);
	const json = excess === undefined ? redactSecret(parseJson(body), account.apiKey) : undefined;
	const problems = json === undefined ? plainProblems(body, account) : readProblems(json);
	if (statusCode === 401) throw failure.rejectedKey(statusCode, account);
	// A proxy also sends 408 when the service itself is late.
	if (statusCode >= 500 || statusCode === 408) throw failure.serviceFailed(name, statusCode, problems);
	if (statusCode >= 300 && statusCode < 400) throw failure.redirected(name, statusCode);
	if (statusCode === 404 && json === undefined && absence !== undefined) throw failure.absentPath(absence);
	if (statusCode >= 400 || statesFailure(json, problems)) {
		if (problems.some(isRejectionOfKey)) throw failure.rejectedKey(statusCode, account);
		throw failure.rejected(name, statusCode, problems, json !== undefined);
	}
	if (excess === 'size')
		throw failure.tooLarge(name, `has more than ${MAX_VALUES} values, or ${MAX_ENTRIES} in one list`);
	if (json === undefined) throw failure.notJson(name, statusCode, body);
	if (isRecord(json) && typeof json.status !== 'string') {
		throw failure.unexpectedForm(name, statusCode, { path: ['status'], input: undefined });
	}
	const parsed = answer.safeParse(json, { reportInput: true });
	if (!parsed.success) throw failure.unexpectedForm(name, statusCode, parsed.error.issues[0]);
	return parsed.data;
}

/** Some hosts do not use a 401, or do not name the parameter. A key that did not arrive is a different problem. */
function isRejectionOfKey({ parameter, text }: Problem): boolean {
	const isAboutKey = parameter === undefined ? /\bapi[ _-]?key\b/i.test(text) : parameter === 'api_key';
	const didNotArrive = /required|missing/i.test(text) && !/valid/i.test(text);
	return isAboutKey && !didNotArrive;
}

/** Whether the body's status is not "success"; without a status, whether it reports problems. */
function statesFailure(json: unknown, problems: readonly Problem[]): boolean {
	if (!isRecord(json)) return false;
	return typeof json.status === 'string' ? json.status.toLowerCase() !== 'success' : problems.length > 0;
}

/** An answer that is no JSON may be a sentence. */
function plainProblems(body: string, { apiKey }: Account): Problem[] {
	const text = redactSecret(body.slice(0, MAX_PLAIN_LENGTH), apiKey);
	return typeof text === 'string' ? readPlainText(text) : [];
}

function parseJson(body: string): unknown {
	try {
		return JSON.parse(body);
	} catch {
		return undefined;
	}
}

import type { Account } from './account';
import { type Answer, type EndpointName, endpoints } from './endpoints';
import * as text from './errorTexts';
import type { Problem } from './errors';
import { isRecord } from '../utils/values';
import { readProblems } from './problems';

/** An HTTP answer as it came, before anything is believed of it. */
export interface RawAnswer {
	statusCode: number;
	body: string;
}

/** Documented answers have four levels. One that never ends would be the end of whatever walks through it, n8n included. */
const MAX_DEPTH = 50;

/**
 * Reads an answer: the typed members on success, else a ServiceError that says what the service said.
 * A body whose `status` is not `success` is a rejection whatever its HTTP status.
 */
export function readAnswer<Name extends EndpointName>(
	name: Name,
	{ statusCode, body }: RawAnswer,
	account: Account,
): Answer<Name> {
	const { answer, absence, mayBeEmpty } = endpoints[name];
	if (statusCode === 204 && mayBeEmpty) return answer.parse(undefined);
	const json = parseJson(body);
	const problems = readProblems(json);
	if (statusCode === 401) throw text.rejectedKey(statusCode, account);
	if (statusCode >= 500) throw text.serviceFailed(name, statusCode, problems);
	if (statusCode >= 300 && statusCode < 400) throw text.redirected(name, statusCode);
	if (statusCode === 404 && json === undefined && absence !== undefined) throw text.absentPath(absence);
	if (statusCode >= 400 || statesFailure(json, problems)) {
		if (problems.some(isRejectionOfKey)) throw text.rejectedKey(statusCode, account);
		throw text.rejected(name, statusCode, problems, json !== undefined);
	}
	if (json === undefined) throw text.notJson(name, statusCode, body);
	if (isRecord(json) && typeof json.status !== 'string') {
		throw text.unexpectedForm(name, statusCode, { path: ['status'], input: undefined });
	}
	const parsed = answer.safeParse(json, { reportInput: true });
	if (!parsed.success) throw text.unexpectedForm(name, statusCode, parsed.error.issues[0]);
	return parsed.data;
}

/** Not every host says it with a 401, nor names the parameter. A key that did not even arrive is another fault. */
function isRejectionOfKey({ parameter, text }: Problem): boolean {
	const isAboutKey = parameter === undefined ? /\bapi[ _-]?key\b/i.test(text) : parameter === 'api_key';
	const didNotArrive = /required|missing/i.test(text) && !/valid/i.test(text);
	return isAboutKey && !didNotArrive;
}

/** By another status than "success"; an answer without a status may still say what is wrong. */
function statesFailure(json: unknown, problems: readonly Problem[]): boolean {
	if (!isRecord(json)) return false;
	return typeof json.status === 'string' ? json.status.toLowerCase() !== 'success' : problems.length > 0;
}

function parseJson(body: string): unknown {
	try {
		const json: unknown = JSON.parse(body);
		return isDeeperThan(MAX_DEPTH, json) ? undefined : json;
	} catch {
		return undefined;
	}
}

function isDeeperThan(levels: number, json: unknown): boolean {
	if (typeof json !== 'object' || json === null) return false;
	return levels === 0 || Object.values(json).some((member) => isDeeperThan(levels - 1, member));
}

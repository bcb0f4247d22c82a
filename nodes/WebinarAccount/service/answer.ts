import type { Account } from './account';
import { type Answer, type EndpointName, endpoints } from './endpoints';
import * as failure from './errorTexts';
import type { Problem } from './errors';
import { redactSecret } from './redactSecret';
import { shortened } from '../utils/text';
import { isRecord } from '../utils/values';

/** An unchecked HTTP answer. */
export interface RawAnswer {
	statusCode: number;
	body: string;
}

/** Documented answers have four levels. Endless nesting would overflow the stack, also in n8n. */
const MAX_DEPTH = 50;

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
	const json = redactSecret(parseJson(body), account.apiKey);
	const problems = readProblems(json);
	if (statusCode === 401) throw failure.rejectedKey(statusCode, account);
	// A proxy also sends 408 when the service itself is late.
	if (statusCode >= 500 || statusCode === 408) throw failure.serviceFailed(name, statusCode, problems);
	if (statusCode >= 300 && statusCode < 400) throw failure.redirected(name, statusCode);
	if (statusCode === 404 && json === undefined && absence !== undefined) throw failure.absentPath(absence);
	if (statusCode >= 400 || statesFailure(json, problems)) {
		if (problems.some(isRejectionOfKey)) throw failure.rejectedKey(statusCode, account);
		throw failure.rejected(name, statusCode, problems, json !== undefined);
	}
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

/** Longer texts are cut: they are pages or dumps, not sentences for a user. */
const MAX_TEXT_LENGTH = 300;

/** Keys that are not parameters: positions in a list, and general words. */
const NO_PARAMETER = /^(?:\d+|errors?|messages?)$/i;

const MAX_PROBLEMS = 10;

/**
 * Finds the problems in the body of an error answer. Its shape is not documented ("Errors"); known shapes are `errors`
 * as an object of texts or lists by parameter, as a text, as a list and as `{ message }`, and a bare `message` or
 * `error`.
 * @param body the parsed JSON body
 */
export function readProblems(body: unknown): Problem[] {
	if (!isRecord(body)) return [];
	for (const member of [body.errors, body.error, body.message]) {
		const problems = problemsOf(member);
		if (problems.length > 0) return problems.slice(0, MAX_PROBLEMS);
	}
	return [];
}

function problemsOf(value: unknown, parameter?: string): Problem[] {
	if (typeof value === 'string') {
		const text = tidy(value);
		return text === '' ? [] : [parameter === undefined ? { text } : { parameter, text }];
	}
	if (Array.isArray(value)) return value.flatMap((entry) => problemsOf(entry, parameter));
	if (!isRecord(value)) return [];
	if (typeof value.message === 'string') return problemsOf(value.message, parameter);
	// Keys below a parameter (a rule's name, a position) mean nothing to a user.
	return Object.entries(value).flatMap(([key, entry]) => problemsOf(entry, parameter ?? parameterIn(key)));
}

/** Removes the position of a value: "topics.0" becomes "topics". */
function parameterIn(key: string): string | undefined {
	const name = key.replace(/(?:\.\d+)+$/, '');
	return NO_PARAMETER.test(name) ? undefined : name;
}

function tidy(text: string): string {
	return shortened(text.replace(/\s+/g, ' ').trim(), MAX_TEXT_LENGTH);
}

import { isRecord, shortened } from '../utils/values';
import type { Account } from './account';
import { type CallParameters, endpoints } from './endpoints';
import { ServiceError } from './errors';
import { failureIn, unexpectedForm } from './failures';
import { keyRedactor } from './key';
import { readPlainText, readProblems } from './problems';
import { type Answers, answers, type EndpointName } from './schemas';

export interface RawResponse {
	statusCode: number;
	body: string;
}

/** @throws ServiceError with the service's own texts, also when the `status` in the body of a 200 is not `success` */
export function readResponse<Name extends EndpointName>(
	name: Name,
	{ statusCode: status, body }: RawResponse,
	{ apiKey }: Pick<Account, 'apiKey'>,
	parameters: CallParameters = {},
): Answers[Name] {
	const answer = answers[name];
	if (status === 204 && endpoints[name].mayBeEmpty) return answer.parse(undefined);
	const redacted = keyRedactor(apiKey);
	const json = readJson(body);
	const problems = json === undefined ? readPlainText(body) : readProblems(json);
	// Judged by the service's own words; users see them without the key.
	const failure = failureIn(name, { status, body, json, problems }, { apiKey, parameters });
	if (failure) {
		const shown = failure.problems.map(({ parameter, text }) => ({
			...(parameter !== undefined && { parameter: redacted(parameter) }),
			text: shortened(redacted(text), MAX_TEXT_LENGTH),
		}));
		throw new ServiceError(failure.message, { ...failure, problems: shown });
	}
	const parsed = answer.safeParse(redactedIn(json, redacted), { reportInput: true });
	if (!parsed.success) throw unexpectedForm(name, status, parsed.error.issues[0]);
	return parsed.data;
}

/** Longer texts are cut: they are pages or dumps, not sentences for a user. */
const MAX_TEXT_LENGTH = 300;

/** Far more than any answer has, and little enough for recursion, here and in n8n. */
const MAX_DEPTH = 50;

function readJson(body: string): unknown {
	try {
		const json: unknown = JSON.parse(body);
		return isNestedWithin(json, MAX_DEPTH) ? json : undefined;
	} catch {
		return undefined;
	}
}

function isNestedWithin(value: unknown, levels: number): boolean {
	if (typeof value !== 'object' || value === null) return true;
	return levels > 0 && Object.values(value).every((member) => isNestedWithin(member, levels - 1));
}

function redactedIn(value: unknown, redacted: (text: string) => string): unknown {
	if (typeof value === 'string') return redacted(value);
	if (Array.isArray(value)) return value.map((entry) => redactedIn(entry, redacted));
	if (!isRecord(value)) return value;
	return Object.fromEntries(
		Object.entries(value).map(([name, member]) => [redacted(name), redactedIn(member, redacted)]),
	);
}

import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import Ajv, { type ErrorObject, type ValidateFunction } from 'ajv/dist/2020';
import { parseDocument } from 'yaml';

const FILE = join(__dirname, '../../docs/openapi.yaml');

const description = parseDocument(readFileSync(FILE, 'utf8'));

// The schemas of OpenAPI 3.1 are JSON Schema 2020-12, which Ajv reads where they stand.
const schemas = description.toJS() as object;
const options = { strict: false, allErrors: true } as const;
const answers = new Ajv(options).addSchema(schemas, 'service');
/** The values of a form are texts. */
const forms = new Ajv({ ...options, coerceTypes: true }).addSchema(schemas, 'service');

const compiled = new Map<string, ValidateFunction>();

/** What is not as docs/openapi.yaml has it in the form of a POST. @param path e.g. /webinarjam/register */
export function problemsOfForm(path: string, form: object): string[] {
	const place = ['paths', path, 'post', 'requestBody'];
	if (!description.hasIn(place)) return [`${path} is not described`];
	// Ajv writes numbers into what it checks.
	return problems(forms, [...resolved(place), 'content', 'application/x-www-form-urlencoded'], { ...form });
}

/** The same for the answer to a POST, without its values. @param body JSON that is read already, or another text */
export function problemsOfAnswer(
	path: string,
	{ status, body }: { status: number; body: unknown },
): string[] {
	const [place] = [String(status), `${Math.floor(status / 100)}XX`]
		.map((name) => ['paths', path, 'post', 'responses', name])
		.filter((each) => description.hasIn(each));
	if (!place) return [`${path} has no described answer with the status ${status}`];
	const content = [...resolved(place), 'content'];
	if (!description.hasIn(content)) return body === '' ? [] : ['the answer should have no body'];
	if (typeof body !== 'string') return problems(answers, [...content, 'application/json'], body);
	return description.hasIn([...content, 'text/html']) ? [] : ['the answer is no JSON'];
}

/** Where a place is described, if it refers to another one. */
function resolved(place: readonly string[]): readonly string[] {
	const reference = description.getIn([...place, '$ref']);
	return typeof reference === 'string' ? reference.slice('#/'.length).split('/') : place;
}

function problems(ajv: Ajv, place: readonly string[], value: unknown): string[] {
	const pointer = [...place, 'schema'].map((name) => name.replaceAll('/', '~1')).join('/');
	const validate = compiled.get(pointer) ?? ajv.compile({ $ref: `service#/${pointer}` });
	compiled.set(pointer, validate);
	return validate(value) ? [] : [...new Set(telling(validate.errors ?? []).map(textOf))];
}

/** Without what only says that the answer is not the other one of success and failure. */
function telling(errors: readonly ErrorObject[]): readonly ErrorObject[] {
	const others = errors.filter(
		({ keyword, instancePath }) =>
			keyword !== 'anyOf' && !(keyword === 'const' && instancePath === '/status'),
	);
	return others.length > 0 ? others : errors;
}

function textOf({ instancePath, message = '', params }: ErrorObject): string {
	const { additionalProperty = '' } = params as { additionalProperty?: string };
	return `${instancePath.replace(/\/\d+/g, '/*')} ${message} ${additionalProperty}`.trim();
}

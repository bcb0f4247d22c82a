import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import Ajv, { type ErrorObject, type ValidateFunction } from 'ajv/dist/2020';
import { parseDocument } from 'yaml';

const FILE = join(__dirname, '../../docs/openapi.yaml');

const description = parseDocument(readFileSync(FILE, 'utf8'));

// The schemas of OpenAPI 3.1 are JSON Schema 2020-12, so Ajv can read them in place.
const schemas = description.toJS() as object;
const options = {
	strict: false,
	allErrors: true,
	// npm run lint validates the description. Optimized validators are used too seldom to pay off.
	validateSchema: false,
	code: { optimize: false },
} as const;
const responses = new Ajv(options).addSchema(schemas, 'service');
/** Converts the values of a form, which are strings. */
const requests = new Ajv({ ...options, coerceTypes: true }).addSchema(schemas, 'service');

const compiled = new Map<string, ValidateFunction>();

/** Compares the form of a POST with docs/openapi.yaml, and returns the differences. @param path e.g. `/webinarjam/register` */
export function problemsOfRequest(path: string, form: object): string[] {
	const place = ['paths', path, 'post', 'requestBody'];
	if (!description.hasIn(place)) return [`${path} is not described`];
	// A copy, because Ajv converts values in place.
	return problems(requests, [...resolved(place), 'content', 'application/x-www-form-urlencoded'], {
		...form,
	});
}

/** Compares the response to a POST, and returns the differences without values. @param body parsed JSON, or a string */
export function problemsOfResponse(
	path: string,
	{ status, body }: { status: number; body: unknown },
): string[] {
	const [place] = [String(status), `${Math.floor(status / 100)}XX`]
		.map((name) => ['paths', path, 'post', 'responses', name])
		.filter((each) => description.hasIn(each));
	if (!place) return [`${path} has no described response with the status ${status}`];
	const content = [...resolved(place), 'content'];
	if (!description.hasIn(content)) return body === '' ? [] : ['the response should have no body'];
	if (typeof body !== 'string') return problems(responses, [...content, 'application/json'], body);
	return description.hasIn([...content, 'text/html']) ? [] : ['the response is not JSON'];
}

/** Follows a reference at a place of the description. */
function resolved(place: readonly string[]): readonly string[] {
	const reference = description.getIn([...place, '$ref']);
	return typeof reference === 'string' ? reference.slice('#/'.length).split('/') : place;
}

function problems(ajv: Ajv, place: readonly string[], value: unknown): string[] {
	const pointer = [...place, 'schema'].map((name) => name.replaceAll('/', '~1')).join('/');
	const validate = compiled.get(pointer) ?? ajv.compile({ $ref: `service#/${pointer}` });
	compiled.set(pointer, validate);
	return validate(value) ? [] : [...new Set(relevant(validate.errors ?? []).map(textOf))];
}

/** Leaves out errors that say only that a success is no failure, or that a failure is no success. */
function relevant(errors: readonly ErrorObject[]): readonly ErrorObject[] {
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

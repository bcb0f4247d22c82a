import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { loadOutputSchema } from 'n8n-core';
import { jsonParse } from 'n8n-workflow';

import { products } from '../../nodes/WebinarAccount/service/products';
import { SkippingClock } from '../support/skippingClock';
import { withDescriptions } from './descriptions';
import { BUILT } from './schemaFolders';
import { openApiFields } from './openApiFields';
import { realOutputs } from './outputs';
import { pathsOf, type Schema, schemaOf, typesByPath } from './schema';

const shipped = readdirSync(BUILT, { recursive: true, encoding: 'utf8' })
	.filter((name) => name.endsWith('.json'))
	.map((name) => name.replace(/\.json$/, ''));
const schemaIn = (path: string) => jsonParse<Schema>(readFileSync(join(BUILT, `${path}.json`), 'utf8'));

let real: Map<string, Schema>;
beforeAll(async () => {
	const clock = new SkippingClock();
	const outputs = await realOutputs().finally(() => clock.end());
	real = new Map([...outputs].map(([path, items]) => [path, withDescriptions(path, schemaOf(items))]));
});

it('has one output schema for each operation and each trigger resource', () => {
	expect(shipped.sort()).toEqual([...real.keys()].sort());
});

describe.each(shipped)('the output schema %s', (path) => {
	it('lists exactly the fields and types that occur in real output', () => {
		const { properties, type } = schemaIn(path);
		expect({ properties, type }).toEqual(real.get(path));
	});

	it('is found by n8n', () => {
		const [resource, operation] = path.split('/');
		const nodeDir = join(BUILT, '../..');
		expect(loadOutputSchema({ nodeDir, version: 1, resource, operation })).toMatchObject({ type: 'object' });
	});
});

/** The part of a response in docs/openapi.yaml that each operation returns. */
const responses = [
	{ operation: 'getAll', openApiSchema: 'ListedWebinar' },
	{ operation: 'get', openApiSchema: 'Webinar' },
	{ operation: 'register', openApiSchema: 'Attendee' },
	{ operation: 'register', openApiSchema: 'Registrant' },
	{ operation: 'getRegistrants', openApiSchema: 'Registrant' },
];
const cases = Object.keys(products).flatMap((product) => [
	...responses.map(({ operation, openApiSchema }) => ({
		schemaPath: `${product}/${operation}`,
		openApiSchema,
	})),
	{ schemaPath: product, openApiSchema: 'Registrant' },
	{ schemaPath: product, openApiSchema: 'ListedWebinar' },
]);

/** Whether a field is the type of an automated webinar. Only live webinars have a type. */
function isMissingType(schemaPath: string, field: string): boolean {
	return schemaPath.startsWith('automated') && field === 'type';
}

describe('the output schemas', () => {
	it.each(cases)(
		'contains all fields that docs/openapi.yaml lists for $openApiSchema: schema $schemaPath',
		({ schemaPath, openApiSchema }) => {
			const paths = openApiFields(openApiSchema)
				.map(({ path }) => path)
				.filter((path) => !path.endsWith('[]') && !isMissingType(schemaPath, path));
			expect(pathsOf(schemaIn(schemaPath))).toEqual(expect.arrayContaining(paths));
		},
	);

	it.each(cases)(
		'allows null wherever docs/openapi.yaml allows null for $openApiSchema: schema $schemaPath',
		({ schemaPath, openApiSchema }) => {
			const types = typesByPath(schemaIn(schemaPath));
			const nullable = openApiFields(openApiSchema).filter(({ isNullable }) => isNullable);
			const neverNull = nullable
				.map(({ path }) => path)
				// n8n shows the fields of an object only if that is its only type.
				.filter((path) => types.has(path) && types.get(path) !== 'object')
				.filter((path) => !types.get(path)?.includes('null'));
			// A row without a schedule ID is for just in time, and never counts as an existing registration.
			const isNeverNull = schemaPath.endsWith('/register') ? ['schedule_id'] : [];
			expect(neverNull.filter((path) => !isNeverNull.includes(path))).toEqual([]);
		},
	);

	it.each(shipped)('gives each field a type other than null: schema %s', (path) => {
		const onlyNull = [...typesByPath(schemaIn(path))]
			.filter(([, type]) => type === undefined || type === 'null')
			.filter(([field]) => !isMissingType(path, field));
		expect(onlyNull).toEqual([]);
	});
});

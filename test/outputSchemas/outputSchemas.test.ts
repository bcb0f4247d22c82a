import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { loadOutputSchema } from 'n8n-core';
import { jsonParse } from 'n8n-workflow';
import { parse } from 'yaml';
import { z } from 'zod/v4';

import { products } from '../../nodes/WebinarAccount/service/products';
import { SkippingClock } from '../support/skippingClock';
import { withDescriptions } from './descriptions';
import { BUILT } from './schemaFolders';
import { realOutputs } from './outputs';
import { type Schema, schemaOf } from './schema';

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

const FILE = join(__dirname, '../../docs/openapi.yaml');
const openApi = z.object({ components: z.object({ schemas: z.record(z.string(), z.unknown()) }) });
const { schemas } = openApi.parse(parse(readFileSync(FILE, 'utf8'))).components;

/** The schemas in docs/openapi.yaml whose fields an operation or the trigger returns. */
const partsOfOutput = [
	{ operation: '/getAll', parts: ['WebinarSummary', 'ListedWebinar'] },
	{ operation: '/get', parts: ['WebinarSummary', 'Webinar', 'Session', 'CustomField'] },
	{ operation: '/register', parts: ['Attendee', 'Registrant', 'Place'] },
	{ operation: '/getRegistrants', parts: ['Registrant', 'Place'] },
	{ operation: '', parts: ['WebinarSummary', 'ListedWebinar', 'Registrant', 'Place'] },
];

/** Returns the names of all fields in a schema, at any depth. */
function fieldNamesIn(schema: unknown): string[] {
	if (typeof schema !== 'object' || schema === null) return [];
	const properties = 'properties' in schema ? schema.properties : undefined;
	const own = typeof properties === 'object' && properties !== null ? Object.keys(properties) : [];
	const inner: unknown[] = Object.values(schema);
	return [...own, ...inner.flatMap(fieldNamesIn)];
}

describe.each(Object.keys(products))('the output schemas for %s webinars', (product) => {
	it.each(partsOfOutput)(
		'contain all fields that docs/openapi.yaml lists in $parts: schema $operation',
		({ operation, parts }) => {
			const documented = parts.flatMap((part) => fieldNamesIn(schemas[part]));
			// Only live webinars have a type.
			const expected = documented.filter((name) => product === 'live' || name !== 'type');
			expect(expected.length).toBeGreaterThan(5);
			expect(fieldNamesIn(schemaIn(`${product}${operation}`))).toEqual(expect.arrayContaining(expected));
		},
	);
});

it.each(shipped)('gives each field a type other than null: the output schema %s', (path) => {
	const onlyNull = JSON.stringify(schemaIn(path)).match(/"\w+":\{"type":"null"/g) ?? [];
	const isTypeOfAutomated = (field: string) => path.startsWith('automated') && field.startsWith('"type"');
	expect(onlyNull.filter((field) => !isTypeOfAutomated(field))).toEqual([]);
});

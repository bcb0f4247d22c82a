import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { loadOutputSchema } from 'n8n-core';
import { jsonParse } from 'n8n-workflow';
import { z } from 'zod/v4';

import { products } from '../../nodes/WebinarAccount/service/products';
import { responseSchemas, webinarListItem } from '../../nodes/WebinarAccount/service/schemas';
import { SkippingClock } from '../support/skippingClock';
import { withDescriptions } from './descriptions';
import { BUILT } from './files';
import { realOutputs } from './outputs';
import { pathsOf, type Schema, schemaOf } from './schema';

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

it('has one output schema for each operation and for the trigger', () => {
	expect(shipped.sort()).toEqual([...real.keys()].sort());
});

describe.each(shipped)('the schema %s', (path) => {
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

/** The members that an answer's schema knows. */
const known = (schema: z.ZodType) =>
	pathsOf(jsonParse(JSON.stringify(z.toJSONSchema(schema, { unrepresentable: 'any', io: 'input' }))));

it.each([
	['getAll', webinarListItem, ''],
	['get', responseSchemas.webinar, 'webinar.'],
	['register', responseSchemas.register, 'user.'],
])('lists in the schema of %s every response field that the package knows', (operation, answer, prefix) => {
	const members = known(answer)
		.filter((path) => path.startsWith(prefix))
		.map((path) => path.slice(prefix.length));
	expect(members.length).toBeGreaterThan(3);
	const named = Object.keys(products).flatMap((product) => pathsOf(schemaIn(`${product}/${operation}`)));
	expect(named).toEqual(expect.arrayContaining(members));
});

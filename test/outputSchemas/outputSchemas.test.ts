import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { loadOutputSchema } from 'n8n-core';
import { jsonParse } from 'n8n-workflow';

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

it.each(shipped)('gives each field a type other than null: the output schema %s', (path) => {
	const onlyNull = JSON.stringify(schemaIn(path)).match(/"\w+":\{"type":"null"/g) ?? [];
	const isTypeOfAutomated = (field: string) => path.startsWith('automated') && field.startsWith('"type"');
	expect(onlyNull.filter((field) => !isTypeOfAutomated(field))).toEqual([]);
});

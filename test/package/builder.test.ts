import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { planSplitVersionFiles } from '@n8n/workflow-sdk/scripts/generate-types';
import { z } from 'zod/v4';

import { operations } from '../../nodes/WebinarAccount/operations';
import { TestEngine } from '../support/engine';

const SCHEMAS = join(__dirname, '../../nodes/WebinarAccount/__schema__/v1.0.0');

const outputSchema = z.object({ properties: z.record(z.string(), z.unknown()) });

/** The SDK declares a narrower type for descriptions than n8n-workflow does. */
const sdkDescription = z.custom<Parameters<typeof planSplitVersionFiles>[0]>();

/** Returns the name that n8n's builder gives to an operation: `get_all` for `getAll`. */
const fileNameOf = (operation: string) => operation.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

describe("the type definitions of n8n's workflow builder", () => {
	let files: Map<string, string>;

	beforeAll(async () => {
		const { nodeType } = await TestEngine.load();
		files = planSplitVersionFiles(sdkDescription.parse(nodeType.description), 1);
	});

	const definitionOf = (resource: string, operation: string) =>
		files.get(`resource_${resource}/operation_${fileNameOf(operation)}.ts`) ?? '';

	describe.each(operations.map(({ value }) => value))('for the operation %s', (operation) => {
		it.each(['live', 'automated'])('contain one example and the output fields of %s webinars', (resource) => {
			const definition = definitionOf(resource, operation);
			expect(definition.match(/<pattern title=/g)).toHaveLength(1);
			expect(definition).toContain('Output fields: ');
		});

		it('list only output fields that the output schema has', () => {
			const [, list = ''] = /Output fields: (.*)\./.exec(definitionOf('live', operation)) ?? [];
			const schema = outputSchema.parse(
				JSON.parse(readFileSync(join(SCHEMAS, 'live', `${operation}.json`), 'utf8')),
			);
			const named = list.split(', ');
			expect(named.filter((field) => !(field in schema.properties))).toEqual([]);
		});
	});

	it('explain how to choose a webinar and a session by ID', () => {
		const definition = definitionOf('live', 'register');
		expect(definition).toMatch(/@builderHint .*webinar_id/);
		expect(definition).toMatch(/@builderHint .*[Ss]chedule ID/);
	});
});

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

/** n8n's builder knows an operation by the words of its name: `getAll` is `get_all`. */
const fileNameOf = (operation: string) => operation.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

describe('the type definitions that the workflow builder of n8n generates', () => {
	let files: Map<string, string>;

	beforeAll(async () => {
		const { nodeType } = await TestEngine.load();
		files = planSplitVersionFiles(sdkDescription.parse(nodeType.description), 1);
	});

	const definitionOf = (resource: string, operation: string) =>
		files.get(`resource_${resource}/operation_${fileNameOf(operation)}.ts`) ?? '';

	describe.each(operations.map(({ value }) => value))('of %s', (operation) => {
		it.each(['live', 'automated'])(
			'contain one example and the output fields for %s webinars',
			(resource) => {
				const definition = definitionOf(resource, operation);
				expect(definition.match(/<pattern title=/g)).toHaveLength(1);
				expect(definition).toContain('Output fields: ');
			},
		);

		it('name only output fields that the operation has', () => {
			const [, list = ''] = /Output fields: (.*)\./.exec(definitionOf('live', operation)) ?? [];
			const schema = outputSchema.parse(
				JSON.parse(readFileSync(join(SCHEMAS, 'live', `${operation}.json`), 'utf8')),
			);
			const named = list.split(', ');
			expect(named.filter((field) => !(field in schema.properties))).toEqual([]);
		});
	});

	it('say how to choose a webinar and a session by ID', () => {
		const definition = definitionOf('live', 'register');
		expect(definition).toMatch(/@builderHint .*webinar_id/);
		expect(definition).toMatch(/@builderHint .*[Ss]chedule ID/);
	});
});

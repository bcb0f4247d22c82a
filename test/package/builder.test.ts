import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { generateNodeTypeFile } from '@n8n/workflow-sdk/scripts/generate-types';
import type { INodeProperties, INodeTypeDescription } from 'n8n-workflow';
import { z } from 'zod/v4';

import { operations } from '../../nodes/WebinarAccount/operations/router';
import { TestEngine } from '../support/engine';

const SCHEMAS = join(__dirname, '../../nodes/WebinarAccount/__schema__/v1.0.0');
const resources = ['live', 'automated'] as const;

const outputSchema = z.object({ properties: z.record(z.string(), z.unknown()) });

/** The SDK declares a narrower type for descriptions than n8n-workflow does. */
const sdkDescription = z.custom<Parameters<typeof generateNodeTypeFile>[0]>();

/** Generates a definition as n8n 2.41 does for a community node: from the whole node, without hidden fields. */
function definitionOf({ name, properties, ...description }: INodeTypeDescription): string {
	const visible = properties.filter(({ type }) => type !== 'hidden');
	const node = { ...description, name: `n8n-nodes-webinarjam-everwebinar.${name}`, properties: visible };
	return generateNodeTypeFile(sdkDescription.parse(node));
}

/** Returns the names of an output's fields. @param path of the schema, e.g. "live/register" */
function fieldsInSchema(path: string): string[] {
	const schema: unknown = JSON.parse(readFileSync(join(SCHEMAS, `${path}.json`), 'utf8'));
	return Object.keys(outputSchema.parse(schema).properties);
}

/** Returns the names in `title: string, schedules: [{ date: string }]`, without those inside brackets. */
function topLevelNames(fields: string): string[] {
	let outer = fields;
	while (/[[{]/.test(outer)) outer = outer.replace(/[[{][^[\]{}]*[\]}]/g, '');
	return outer.split(', ').map((field) => field.replace(/:.*/, ''));
}

/** Returns a field, and the fields and options inside it. */
function withInner(field: INodeProperties): unknown[] {
	const inner = (field.options ?? []).flatMap((option): unknown[] => {
		if ('values' in option) return option.values.flatMap(withInner);
		return 'type' in option ? withInner(option) : [option];
	});
	return [field, ...inner];
}

const hinted = z.object({ builderHint: z.object({ propertyHint: z.string() }) });

describe("the type definition for n8n's workflow builder", () => {
	let node: INodeTypeDescription;
	let trigger: INodeTypeDescription;
	beforeAll(async () => {
		const engine = await TestEngine.load();
		node = engine.nodeType.description;
		trigger = engine.triggerType.description;
	});

	it('names the lists of the trigger, and its events', () => {
		const definition = definitionOf(trigger);
		expect(definition).toContain('@searchListMethod searchWebinars');
		expect(definition).toMatch(/^ *event\?: .*'registrantAdded'/m);
	});

	it('tells the builder which resource each product is', () => {
		for (const { builderHint } of [node, trigger]) {
			expect(builderHint?.searchHint).toContain('WebinarJam webinars have the resource "live"');
			expect(builderHint?.searchHint).toContain('EverWebinar webinars have the resource "automated"');
		}
	});

	/** Returns the part of the definition that is about an operation. */
	function partOf(resource: string, operation: string): string {
		const parts = definitionOf(node).split('export type ');
		return (
			parts.find(
				(part) =>
					part.includes(`  resource: '${resource}';\n`) && part.includes(`  operation: '${operation}';\n`),
			) ?? ''
		);
	}

	it.each([
		{ operation: 'register', collection: 'options' },
		{ operation: 'getRegistrants', collection: 'filters' },
	])(
		'says that n8n ignores an expression for all of $collection in $operation',
		({ operation, collection }) => {
			const [beforeCollection = ''] = partOf('live', operation).split(`\n    ${collection}?:`);
			const comment = beforeCollection.slice(beforeCollection.lastIndexOf('/**'));
			expect(comment).toContain('n8n ignores an expression for the whole collection.');
		},
	);

	it('has hints without saved expressions, which begin with "={{", and without connection types such as ai_tool', () => {
		const hints = [node, trigger].flatMap(({ builderHint = {}, properties }) => {
			const ofFields = properties.flatMap(withInner).flatMap((field) => {
				const { data } = hinted.safeParse(field);
				return data ? [data.builderHint.propertyHint] : [];
			});
			const ofNode = [
				builderHint.searchHint,
				...(builderHint.relatedNodes ?? []).map((one) => one.relationHint),
			];
			const contents = (builderHint.extraTypeDefContent ?? []).map(({ content }) => content);
			return [...ofFields, ...ofNode, ...contents].filter((hint) => hint !== undefined);
		});
		expect(hints.length).toBeGreaterThan(30);
		expect(hints.filter((hint) => /=\{\{|\bai_\w+/.test(hint))).toEqual([]);
	});

	describe.each(resources)('the type definition of an operation for %s webinars', (resource) => {
		it.each(operations.map(({ value }) => value))(
			'shows all output fields of the operation %s',
			(operation) => {
				const [, fields = ''] = /Output fields: (.*)/.exec(partOf(resource, operation)) ?? [];
				expect(topLevelNames(fields)).toEqual(
					expect.arrayContaining(fieldsInSchema(`${resource}/${operation}`)),
				);
				expect(topLevelNames(fields)).toEqual(fieldsInSchema(`live/${operation}`));
			},
		);
	});
});

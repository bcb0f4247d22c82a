import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { INodeParameters } from 'n8n-workflow';
import { z } from 'zod/v4';

const FOLDER = join(__dirname, '../../examples');

const isObject = (value: unknown): value is object =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

/** A node as n8n stores it in a workflow. */
export const savedNode = z.object({
	id: z.string(),
	name: z.string(),
	type: z.string(),
	typeVersion: z.number(),
	position: z.tuple([z.number(), z.number()]),
	parameters: z.custom<INodeParameters>(isObject),
	disabled: z.boolean().default(false),
	onError: z.enum(['stopWorkflow', 'continueRegularOutput', 'continueErrorOutput']).optional(),
	credentials: z
		.record(z.string(), z.object({ id: z.string().nullish(), name: z.string().nullish() }))
		.default({}),
});
const exampleWorkflow = z.object({
	name: z.string(),
	nodes: z.array(savedNode),
	connections: z.record(
		z.string(),
		z.object({ main: z.array(z.array(z.object({ node: z.string(), index: z.number() }))) }),
	),
	pinData: z.record(z.string(), z.unknown()).default({}),
});

type SavedNode = z.infer<typeof savedNode>;
export type Example = z.infer<typeof exampleWorkflow>;

/** File names of the example workflows. */
export const exampleFiles = readdirSync(FOLDER).filter((file) => file.endsWith('.json'));

export function readExample(file: string): Example {
	return exampleWorkflow.parse(JSON.parse(readFileSync(join(FOLDER, file), 'utf8')));
}

const OUR_PACKAGE = 'n8n-nodes-webinarjam-everwebinar.';

/** Whether a node belongs to this package. */
export function isOurs({ type }: Pick<SavedNode, 'type'>): boolean {
	return type.startsWith(OUR_PACKAGE);
}

export function nodeNamed({ nodes }: Example, name: string): Example['nodes'][number] {
	const node = nodes.find((candidate) => candidate.name === name);
	if (!node) throw new Error(`The example has no node "${name}"`);
	return node;
}

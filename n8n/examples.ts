import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { INode } from 'n8n-workflow';
import { z } from 'zod/v4';

import { CREDENTIAL_TYPE, type CredentialReference } from './credentials';
import type { WorkflowFile } from './workflows';

const FOLDER = join(__dirname, '../examples');
const OUR_NODES = 'n8n-nodes-webinar-account.';

export const exampleFiles = readdirSync(FOLDER).filter((file) => file.endsWith('.json'));

const hasNodes = (value: unknown): value is WorkflowFile =>
	z.object({ name: z.string(), nodes: z.array(z.object({})), connections: z.object({}) }).safeParse(value)
		.success;

/** An example as the user has it after importing it and choosing the credential in each of our nodes. */
export function readExample(file: string, credential: CredentialReference): WorkflowFile {
	const workflow = z
		.custom<WorkflowFile>(hasNodes)
		.parse(JSON.parse(readFileSync(join(FOLDER, file), 'utf8')));
	const choose = (node: INode): INode =>
		node.type.startsWith(OUR_NODES) ? { ...node, credentials: { [CREDENTIAL_TYPE]: credential } } : node;
	return { ...workflow, nodes: workflow.nodes.map(choose) };
}

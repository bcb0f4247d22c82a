import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

import type { INode } from 'n8n-workflow';
import { z } from 'zod/v4';

import { createCredential, CREDENTIAL_TYPE, type CredentialReference } from './credentials';
import { createDataTable } from './dataTables';
import type { N8nClient } from './n8nClient';
import type { WorkflowFile } from './workflows';

const FOLDER = join(__dirname, '../../examples');
const OUR_NODES = 'n8n-nodes-webinar-account.';
const DATA_TABLE = 'n8n-nodes-base.dataTable';
const WEBHOOK = 'n8n-nodes-base.webhook';
const HEADER_AUTH = 'httpHeaderAuth';

/** The header that the webhooks of the examples ask for, after {@link prepareExample}. */
export const webhookHeader = { 'X-Token': 'example' };

export const exampleFiles = readdirSync(FOLDER).filter((file) => file.endsWith('.json'));

const hasNodes = (value: unknown): value is WorkflowFile =>
	z.object({ name: z.string(), nodes: z.array(z.object({})), connections: z.object({}) }).safeParse(value)
		.success;

/**
 * An example after the steps in its text: the credential is chosen in each of our nodes, and a new data table or header
 * credential where the workflow needs one.
 */
export async function prepareExample(
	client: N8nClient,
	file: string,
	credential: CredentialReference,
): Promise<WorkflowFile> {
	const workflow = z
		.custom<WorkflowFile>(hasNodes)
		.parse(JSON.parse(readFileSync(join(FOLDER, file), 'utf8')));
	const prepare = async (node: INode): Promise<INode> => {
		if (node.type.startsWith(OUR_NODES)) return { ...node, credentials: { [CREDENTIAL_TYPE]: credential } };
		if (node.type === WEBHOOK && node.parameters.authentication === 'headerAuth') {
			return { ...node, credentials: { [HEADER_AUTH]: await headerCredential(client) } };
		}
		return node.type === DATA_TABLE ? await withDataTable(client, node, workflow, file) : node;
	};
	return { ...workflow, nodes: await Promise.all(workflow.nodes.map(prepare)) };
}

async function headerCredential(client: N8nClient): Promise<CredentialReference> {
	const [[name, value] = []] = Object.entries(webhookHeader);
	return await createCredential(client, 'Webhook', { name: name ?? '', value: value ?? '' }, HEADER_AUTH);
}

const assigned = z.object({
	assignments: z.object({
		assignments: z.array(z.object({ name: z.string(), type: z.enum(['string', 'number']) })),
	}),
});

/** The table has the columns of the node before it. */
async function withDataTable(
	client: N8nClient,
	node: INode,
	{ nodes, connections }: WorkflowFile,
	file: string,
): Promise<INode> {
	const before = nodes.find(({ name }) =>
		connections[name]?.main?.[0]?.some((end) => end.node === node.name),
	);
	const { assignments } = assigned.parse(before?.parameters).assignments;
	const columns = Object.fromEntries(assignments.map(({ name, type }) => [name, type]));
	const name = basename(file, '.json').replaceAll('-', ' ');
	const value = await createDataTable(client, name, columns);
	const dataTableId = { __rl: true, mode: 'list', value, cachedResultName: name };
	return { ...node, parameters: { ...node.parameters, dataTableId } };
}

import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

import type { INode } from 'n8n-workflow';
import { z } from 'zod/v4';

import { byId } from '../engine/parameters';
import { createCredential, CREDENTIAL_TYPE, type CredentialReference } from './credentials';
import { type ColumnTypes, createDataTable } from './dataTables';
import type { N8nClient } from './n8nClient';
import type { WorkflowFile } from './workflows';

const FOLDER = join(__dirname, '../../examples');
const OUR_NODES = 'n8n-nodes-webinar-account.';
const DATA_TABLE = 'n8n-nodes-base.dataTable';
const WEBHOOK = 'n8n-nodes-base.webhook';
/** Those to which n8n's editor gives an ID of their own at the import. */
const WITH_WEBHOOK = [WEBHOOK, ...['formTrigger', 'form', 'wait'].map((name) => `n8n-nodes-base.${name}`)];
const HEADER_AUTH = 'httpHeaderAuth';

/** The sandbox's webinar that is chosen in an example; in the others the first one. */
const webinars: Readonly<Record<string, number>> = {
	'move-to-another-session.json': 5,
	'session-choice-form.json': 102,
	'text-message-reminder.json': 9,
};

const header = { name: 'X-Token', value: 'example' };
/** The header that the webhooks of the examples ask for, after {@link prepareExample}. */
export const webhookHeader = { [header.name]: header.value };

export const exampleFiles = readdirSync(FOLDER).filter((file) => file.endsWith('.json'));

const workflowFile = z.custom<WorkflowFile>(
	(value) => z.object({ nodes: z.array(z.object({})), connections: z.object({}) }).safeParse(value).success,
);
const notChosen = z.object({ webinarId: z.object({ value: z.literal('') }) });

/**
 * An example after its import in n8n's editor and the steps in its note: credential and webinar are chosen in each of
 * our nodes, and a new data table or header credential where the workflow needs one.
 */
export async function prepareExample(
	client: N8nClient,
	file: string,
	credential: CredentialReference,
): Promise<WorkflowFile> {
	const workflow = workflowFile.parse(JSON.parse(readFileSync(join(FOLDER, file), 'utf8')));
	const columns = columnsOf(workflow);
	const name = basename(file, '.json').replaceAll('-', ' ');
	const value = columns ? await createDataTable(client, name, columns) : '';
	const prepare = async (node: INode): Promise<INode> => {
		const { type, parameters } = node;
		if (type.startsWith(OUR_NODES)) {
			const webinarId = byId(webinars[file] ?? 1);
			const chosen = notChosen.safeParse(parameters).success && { webinarId };
			return {
				...node,
				parameters: { ...parameters, ...chosen },
				credentials: { [CREDENTIAL_TYPE]: credential },
			};
		}
		if (type === DATA_TABLE) {
			const dataTableId = { __rl: true, mode: 'list', value, cachedResultName: name };
			return { ...node, parameters: { ...parameters, dataTableId } };
		}
		if (!WITH_WEBHOOK.includes(type)) return node;
		const webhookId = randomUUID();
		if (type !== WEBHOOK) return { ...node, webhookId };
		const published = { ...node, webhookId, parameters: { ...parameters, path: webhookId } };
		if (parameters.authentication !== 'headerAuth') return published;
		const headerAuth = await createCredential(client, 'Webhook', header, HEADER_AUTH);
		return { ...published, credentials: { [HEADER_AUTH]: headerAuth } };
	};
	return { ...workflow, nodes: await Promise.all(workflow.nodes.map(prepare)) };
}

const assigned = z.object({
	assignments: z.object({
		assignments: z.array(z.object({ name: z.string(), type: z.enum(['string', 'number', 'boolean']) })),
	}),
});
const written = z.object({ columns: z.object({ value: z.record(z.string(), z.string()).nullable() }) });

/** The columns that an example writes: those that it maps, or else the fields of the node before. */
function columnsOf({ nodes, connections }: WorkflowFile): ColumnTypes | undefined {
	const writer = nodes.find(({ type, parameters }) => type === DATA_TABLE && 'columns' in parameters);
	if (!writer) return undefined;
	const { value } = written.parse(writer.parameters).columns;
	if (value) return Object.fromEntries(Object.keys(value).map((name) => [name, 'string'] as const));
	const before = nodes.find(({ name }) =>
		connections[name]?.main?.[0]?.some((end) => end.node === writer.name),
	);
	const { assignments } = assigned.parse(before?.parameters).assignments;
	return Object.fromEntries(assignments.map(({ name, type }) => [name, type]));
}

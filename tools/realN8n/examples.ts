import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

import type { INode, INodeParameters } from 'n8n-workflow';
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

/** The header that the webhooks of the examples ask for, after {@link prepareExample}. */
export const webhookHeader = { 'X-Token': 'example' };

export const exampleFiles = readdirSync(FOLDER).filter((file) => file.endsWith('.json'));

const hasNodes = (value: unknown): value is WorkflowFile =>
	z.object({ name: z.string(), nodes: z.array(z.object({})), connections: z.object({}) }).safeParse(value)
		.success;

/**
 * An example after its import in n8n's editor and the steps in its note: credential and webinar are chosen in each of
 * our nodes, and a new data table or header credential where the workflow needs one.
 */
export async function prepareExample(
	client: N8nClient,
	file: string,
	credential: CredentialReference,
): Promise<WorkflowFile> {
	const workflow = z
		.custom<WorkflowFile>(hasNodes)
		.parse(JSON.parse(readFileSync(join(FOLDER, file), 'utf8')));
	const columns = columnsOf(workflow);
	const name = basename(file, '.json').replaceAll('-', ' ');
	const value = columns && (await createDataTable(client, name, columns));
	const prepare = async (node: INode): Promise<INode> => {
		const { parameters } = node;
		const prepared = WITH_WEBHOOK.includes(node.type) ? { ...node, webhookId: randomUUID() } : node;
		if (node.type.startsWith(OUR_NODES)) {
			const credentials = { [CREDENTIAL_TYPE]: credential };
			return { ...node, credentials, parameters: withWebinar(parameters, webinars[file] ?? 1) };
		}
		if (node.type === DATA_TABLE && value !== undefined) {
			const dataTableId = { __rl: true, mode: 'list', value, cachedResultName: name };
			return { ...node, parameters: { ...parameters, dataTableId } };
		}
		if (node.type !== WEBHOOK) return prepared;
		return {
			...prepared,
			parameters: { ...parameters, path: prepared.webhookId ?? '' },
			...(parameters.authentication === 'headerAuth' && {
				credentials: { [HEADER_AUTH]: await headerCredential(client) },
			}),
		};
	};
	return { ...workflow, nodes: await Promise.all(workflow.nodes.map(prepare)) };
}

const notChosen = z.object({ webinarId: z.object({ value: z.literal('') }) });

const withWebinar = (parameters: INodeParameters, webinar: number): INodeParameters =>
	notChosen.safeParse(parameters).success ? { ...parameters, webinarId: byId(webinar) } : parameters;

async function headerCredential(client: N8nClient): Promise<CredentialReference> {
	const [[name, value] = []] = Object.entries(webhookHeader);
	return await createCredential(client, 'Webhook', { name: name ?? '', value: value ?? '' }, HEADER_AUTH);
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

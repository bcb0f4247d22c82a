import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

import type { INode } from 'n8n-workflow';
import { z } from 'zod/v4';

import { byId } from '../engine/parameters';
import { createCredential, CREDENTIAL_TYPE, type CredentialReference } from './credentials';
import { type ColumnTypes, createDataTable } from './dataTables';
import type { N8nClient } from './n8nClient';
import { type WorkflowFile, workflowFile } from './workflows';

const FOLDER = join(__dirname, '../../examples');
const OUR_NODES = 'n8n-nodes-webinarjam-everwebinar.';
const DATA_TABLE = 'n8n-nodes-base.dataTable';
const WEBHOOK = 'n8n-nodes-base.webhook';
/** Node types that get a new webhook ID when n8n's editor imports them. */
const WITH_WEBHOOK = [WEBHOOK, 'n8n-nodes-base.formTrigger', 'n8n-nodes-base.form', 'n8n-nodes-base.wait'];
const HEADER_AUTH = 'httpHeaderAuth';

const FIRST_WEBINAR = 1;
/** The sandbox's webinars for examples that need another one than the first. */
const webinars: Readonly<Record<string, number>> = {
	'move-to-another-session.json': 5,
	'session-choice-form.json': 102,
	'text-message-reminder.json': 9,
};

const header = { name: 'X-Token', value: 'example' };
/** The header that the examples' webhooks require. */
export const webhookHeader = { [header.name]: header.value };

export const exampleFiles = readdirSync(FOLDER).filter((file) => file.endsWith('.json'));

const notChosen = z.object({ webinarId: z.object({ value: z.literal('') }) });

/** Returns the path of an example's file. */
export const pathOfExample = (file: string) => join(FOLDER, file);

/** Reads an example without changes. */
export function readExample(file: string): WorkflowFile {
	return workflowFile.parse(JSON.parse(readFileSync(pathOfExample(file), 'utf8')));
}

/** Returns the ID of the sandbox's webinar for an example. */
const webinarFor = (file: string) => webinars[file] ?? FIRST_WEBINAR;

export const isOurs = ({ type }: INode) => type.startsWith(OUR_NODES);

/** Whether the user chooses a webinar in the node. */
const asksForWebinar = ({ parameters }: INode) => notChosen.safeParse(parameters).success;

export const asksForDataTable = ({ type }: INode) => type === DATA_TABLE;

const asksForHeader = ({ parameters }: INode) => parameters.authentication === 'headerAuth';

/** Creates the credential with the header that a request to the examples' webhooks needs. */
async function createHeaderCredential(client: N8nClient, name: string): Promise<CredentialReference> {
	return await createCredential(client, name, header, HEADER_AUTH);
}

/** Creates the data table of an example, if it has one. @returns its ID */
async function createTableOf(
	client: N8nClient,
	name: string,
	workflow: WorkflowFile,
): Promise<string | undefined> {
	const columns = columnsOf(workflow);
	return columns && (await createDataTable(client, name, columns));
}

/**
 * Returns an example as it is after its import in n8n's editor and the steps in its note. A credential and a webinar are
 * chosen in each node of this package. If the workflow needs a data table or a header credential, it is created.
 */
export async function prepareExample(
	client: N8nClient,
	file: string,
	credential: CredentialReference,
): Promise<WorkflowFile> {
	const workflow = readExample(file);
	const name = basename(file, '.json').replaceAll('-', ' ');
	const value = (await createTableOf(client, name, workflow)) ?? '';
	const dataTableId = { __rl: true, mode: 'list', value, cachedResultName: name };
	const prepare = async (node: INode): Promise<INode> => {
		if (isOurs(node)) return withWebinar(node, webinarFor(file), credential);
		if (asksForDataTable(node)) return { ...node, parameters: { ...node.parameters, dataTableId } };
		return WITH_WEBHOOK.includes(node.type) ? await withWebhook(node, client) : node;
	};
	return { ...workflow, nodes: await Promise.all(workflow.nodes.map(prepare)) };
}

/** Chooses the credential and, if the user has to, the webinar in a node of this package. */
function withWebinar(node: INode, webinarId: number, credential: CredentialReference): INode {
	const chosen = asksForWebinar(node) && { webinarId: byId(webinarId) };
	return {
		...node,
		parameters: { ...node.parameters, ...chosen },
		credentials: { [CREDENTIAL_TYPE]: credential },
	};
}

/** Gives a node a new webhook ID, and a Webhook node also its path and the header credential that it needs. */
async function withWebhook(node: INode, client: N8nClient): Promise<INode> {
	const webhookId = randomUUID();
	if (node.type !== WEBHOOK) return { ...node, webhookId };
	const withPath = { ...node, webhookId, parameters: { ...node.parameters, path: webhookId } };
	if (!asksForHeader(node)) return withPath;
	return { ...withPath, credentials: { [HEADER_AUTH]: await createHeaderCredential(client, 'Webhook') } };
}

const assigned = z.object({
	assignments: z.object({
		assignments: z.array(z.object({ name: z.string(), type: z.enum(['string', 'number', 'boolean']) })),
	}),
});

/** Returns the columns that an example writes, which are the fields of the previous node. */
function columnsOf({ nodes, connections }: WorkflowFile): ColumnTypes | undefined {
	const writer = nodes.find((node) => asksForDataTable(node) && 'columns' in node.parameters);
	if (!writer) return undefined;
	const previous = nodes.find(({ name }) =>
		connections[name]?.main?.[0]?.some((end) => end.node === writer.name),
	);
	const { assignments } = assigned.parse(previous?.parameters).assignments;
	return Object.fromEntries(assignments.map(({ name, type }) => [name, type]));
}

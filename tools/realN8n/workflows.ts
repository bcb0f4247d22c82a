import { randomUUID } from 'node:crypto';

import type { IDataObject, INode, IConnections, INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { z } from 'zod/v4';

import type { N8nClient } from './n8nClient';

/** A workflow in a file to import. */
export interface WorkflowFile {
	name: string;
	nodes: INode[];
	connections: IConnections;
	settings?: IDataObject;
	pinData?: Record<string, INodeExecutionData[]>;
}

const stored = z.looseObject({ id: z.string(), versionId: z.string() });
export type StoredWorkflow = z.infer<typeof stored>;

export async function createWorkflow(client: N8nClient, workflow: WorkflowFile): Promise<StoredWorkflow> {
	const settings = { executionOrder: 'v1', ...workflow.settings };
	return stored.parse(
		await client.call('POST', '/rest/workflows', { pinData: {}, ...workflow, settings, active: false }),
	);
}

/** Checks that a value has the parts of a workflow. n8n checks each part. */
export const workflowFile = z.custom<WorkflowFile>(
	(value) => z.object({ nodes: z.array(z.object({})), connections: z.object({}) }).safeParse(value).success,
);

/** Reads a saved workflow in the form of a file to import. */
export async function readWorkflow(client: N8nClient, id: string): Promise<WorkflowFile> {
	const { name, nodes, connections, settings } = workflowFile.parse(
		await client.call('GET', `/rest/workflows/${id}`),
	);
	return { name, nodes, connections, ...(settings && { settings }) };
}

/** Activates the workflow's triggers: 2.x publishes a version, 1.x activates the workflow. */
export async function publish(client: N8nClient, { id, versionId }: StoredWorkflow): Promise<void> {
	if (client.line.name === '2') await client.call('POST', `/rest/workflows/${id}/activate`, { versionId });
	else await client.call('PATCH', `/rest/workflows/${id}`, { active: true, versionId });
}

/** Reverts `publish`. */
export async function unpublish(client: N8nClient, { id }: StoredWorkflow): Promise<void> {
	if (client.line.name === '2') await client.call('POST', `/rest/workflows/${id}/deactivate`, {});
	else await client.call('PATCH', `/rest/workflows/${id}`, { active: false });
}

const started = z.object({ executionId: z.string() });

/** Starts a manual execution. @returns its ID */
export async function runManually(
	client: N8nClient,
	workflow: StoredWorkflow,
	trigger: string,
): Promise<string> {
	const response = await client.call('POST', `/rest/workflows/${workflow.id}/run`, {
		triggerToStartFrom: { name: trigger },
		...(client.line.name === '1' && { workflowData: workflow }),
	});
	return started.parse(response).executionId;
}

/** Returns a node for a new workflow. */
export function node(name: string, type: string, typeVersion: number, parameters: INodeParameters): INode {
	return { id: randomUUID(), name, type, typeVersion, parameters, position: [0, 0] };
}

/** Returns the target of a connection, which is the first input of a node. */
export function to(name: string) {
	return { node: name, type: 'main' as const, index: 0 };
}

import type { INodeParameters } from 'n8n-workflow';
import waitFor from 'p-wait-for';

import { byId, sandboxCredential } from '../../../tools/engine/parameters';
import { createCredential, CREDENTIAL_TYPE } from '../../../tools/realN8n/credentials';
import { endedExecutions } from '../../../tools/realN8n/executions';
import type { N8nClient } from '../../../tools/realN8n/n8nClient';
import { Webhook } from '../../../tools/realN8n/webhook';
import { createWorkflow, node, to } from '../../../tools/realN8n/workflows';
import type { Sandbox } from '../../../sandbox';
import { NODE, NODE_TYPE } from '../support/workbench';
import { WORKER_VARIABLE } from './cluster';

const TRIGGER = 'Webhook';

/** Where a registration says which worker and which execution it comes from; a reading of a webinar does not. */
export const WORKER_PARAMETER = 'ip_address';
export const EXECUTION_PARAMETER = 'last_name';

/** A published workflow: each call of its webhook is an execution that registers one contact. */
export class RegistrationWebhook {
	private constructor(
		private readonly n8n: N8nClient,
		private readonly webhook: Webhook,
		private readonly workflowId: string,
	) {}

	static async publish(
		n8n: N8nClient,
		sandbox: Sandbox,
		path: string,
		options: INodeParameters = {},
	): Promise<RegistrationWebhook> {
		const credential = await createCredential(n8n, 'Sandbox', sandboxCredential(sandbox));
		const trigger = node(TRIGGER, 'n8n-nodes-base.webhook', 2, { path, httpMethod: 'POST' });
		const register = node(NODE, NODE_TYPE, 1, {
			resource: 'live',
			operation: 'register',
			webinarId: byId(1),
			firstName: 'Ann',
			email: '={{ $json.body.email }}',
			additionalFields: {
				ipAddress: `={{ $env.${WORKER_VARIABLE} }}`,
				lastName: '={{ $execution.id }}',
			},
			options,
		});
		const workflow = await createWorkflow(n8n, {
			name: path,
			nodes: [
				{ ...trigger, webhookId: path },
				{ ...register, credentials: { [CREDENTIAL_TYPE]: credential } },
			],
			connections: { [TRIGGER]: { main: [[to(NODE)]] } },
		});
		return new RegistrationWebhook(n8n, await Webhook.publish(n8n, workflow, path), workflow.id);
	}

	/** Calls the webhook once for each contact, all at once. */
	async register(emails: readonly string[]): Promise<void> {
		expect(await this.webhook.call(emails.map((email) => ({ email })))).toBe(0);
	}

	/** Waits until so many executions have ended. @returns IDs of those that did not succeed */
	async ended(count: number, withinMs: number): Promise<string[]> {
		const all = async () => (await endedExecutions(this.n8n, this.workflowId)).count;
		await waitFor(async () => (await all()) === count, { interval: 500, timeout: withinMs });
		const failed = await endedExecutions(this.n8n, this.workflowId, ['error', 'crashed', 'canceled']);
		expect(failed.ids).toHaveLength(failed.count);
		return failed.ids;
	}
}

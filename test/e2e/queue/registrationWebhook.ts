import type { INodeParameters } from 'n8n-workflow';
import waitFor from 'p-wait-for';
import { fetch } from 'undici';

import { byId, sandboxCredential } from '../../../engine/parameters';
import { createCredential, CREDENTIAL_TYPE } from '../../../realN8n/credentials';
import { endedExecutions } from '../../../realN8n/executions';
import type { N8nClient } from '../../../realN8n/n8nClient';
import { createWorkflow, node, publish, to } from '../../../realN8n/workflows';
import type { Sandbox } from '../../../sandbox';
import { NODE, NODE_TYPE } from '../support/workbench';
import { EXECUTION_PARAMETER, WORKER_PARAMETER } from './callFigures';
import { WORKER_VARIABLE } from './cluster';

const TRIGGER = 'Webhook';
const LIVE_WITHIN_MS = 30_000;

/** A published workflow: each call of its webhook is an execution that registers one contact. */
export class RegistrationWebhook {
	private constructor(
		private readonly n8n: N8nClient,
		private readonly address: string,
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
				[WORKER_PARAMETER]: `={{ $env.${WORKER_VARIABLE} }}`,
				[EXECUTION_PARAMETER]: '={{ $execution.id }}',
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
		await publish(n8n, workflow);
		const webhook = new RegistrationWebhook(n8n, `${n8n.url}/webhook/${path}`, workflow.id);
		await waitFor(() => webhook.isLive(), { interval: 50, timeout: LIVE_WITHIN_MS });
		return webhook;
	}

	/** Calls the webhook once for each contact, all at once. */
	async register(emails: readonly string[]): Promise<void> {
		const answers = await Promise.all(
			emails.map((email) =>
				fetch(this.address, {
					method: 'POST',
					headers: { 'content-type': 'application/json' },
					body: JSON.stringify({ email }),
				}),
			),
		);
		expect(answers.filter(({ ok }) => !ok)).toEqual([]);
	}

	/** Waits until so many executions have ended. @returns IDs of those that did not succeed */
	async ended(count: number, withinMs: number): Promise<string[]> {
		const all = async () => (await endedExecutions(this.n8n, this.workflowId)).count;
		await waitFor(async () => (await all()) === count, { interval: 500, timeout: withinMs });
		const failed = await endedExecutions(this.n8n, this.workflowId, ['error', 'crashed', 'canceled']);
		expect(failed.ids).toHaveLength(failed.count);
		return failed.ids;
	}

	/** A preflight starts nothing. */
	private async isLive(): Promise<boolean> {
		const { headers } = await fetch(this.address, {
			method: 'OPTIONS',
			headers: { origin: this.n8n.url, 'access-control-request-method': 'POST' },
		});
		return headers.get('access-control-allow-methods')?.includes('POST') ?? false;
	}
}

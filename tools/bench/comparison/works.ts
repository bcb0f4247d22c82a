import type { INode } from 'n8n-workflow';
import waitFor from 'p-wait-for';

import { endedExecutions, Execution } from '../../realN8n/executions';
import type { N8nClient } from '../../realN8n/n8nClient';
import { Webhook } from '../../realN8n/webhook';
import { createWorkflow, node, runManually, to } from '../../realN8n/workflows';
import { type Contact, contacts } from '../registrations';

const TRIGGER = 'Contacts';
const EMAIL = '={{ $json.email }}';
const ENDED_WITHIN_MS = 120_000;

/** Makes the node that registers the contacts. @param email expression of the contact's address */
type MakeNode = (email: string, skips?: boolean) => INode;

/** What people do with such a node. */
export interface Work {
	name: string;
	/** Contacts who are registered in the end, when all goes well. */
	contacts: number;
	/** What happens before it is measured. */
	prepare?: (client: N8nClient, makeNode: MakeNode) => Promise<void>;
	run: (client: N8nClient, makeNode: MakeNode) => Promise<void>;
}

export const works: readonly Work[] = [
	{
		name: '500 contacts in one execution',
		contacts: 500,
		run: (client, makeNode) => runList(client, makeNode(EMAIL), contacts(500)),
	},
	{
		name: '250 contacts in each of two executions at once',
		contacts: 500,
		run: async (client, makeNode) => {
			const halves = [contacts(500).slice(0, 250), contacts(500).slice(250)];
			await Promise.all(halves.map((half) => runList(client, makeNode(EMAIL), half)));
		},
	},
	{ name: '200 form submissions at once', contacts: 200, run: submitForms },
	{
		name: 'a list of 830 run again, 800 registered',
		contacts: 830,
		prepare: (client, makeNode) => runList(client, makeNode(EMAIL), contacts(800)),
		run: (client, makeNode) => runList(client, makeNode(EMAIL, true), contacts(830)),
	},
];

async function runList(client: N8nClient, register: INode, items: readonly Contact[]): Promise<void> {
	const workflow = await createWorkflow(client, {
		name: 'List',
		nodes: [node(TRIGGER, 'n8n-nodes-base.manualTrigger', 1, {}), register],
		connections: { [TRIGGER]: { main: [[to(register.name)]] } },
		pinData: { [TRIGGER]: items.map((json) => ({ json })) },
	});
	await Execution.ended(client, await runManually(client, workflow, TRIGGER));
}

async function submitForms(client: N8nClient, makeNode: MakeNode): Promise<void> {
	const register = makeNode('={{ $json.body.email }}');
	const path = register.id;
	const trigger = {
		...node(TRIGGER, 'n8n-nodes-base.webhook', 2, { path, httpMethod: 'POST' }),
		webhookId: path,
	};
	const workflow = await createWorkflow(client, {
		name: 'Form',
		nodes: [trigger, register],
		connections: { [TRIGGER]: { main: [[to(register.name)]] } },
	});
	const submissions = contacts(200);
	const webhook = await Webhook.publish(client, workflow, path);
	await webhook.call(submissions);
	const ended = async () => (await endedExecutions(client, workflow.id)).count === submissions.length;
	await waitFor(ended, { interval: 500, timeout: ENDED_WITHIN_MS });
}

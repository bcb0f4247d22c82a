import waitFor from 'p-wait-for';

import { byId } from '../../../tools/engine/parameters';
import { endedExecutions } from '../support/executions';
import { Webhook } from '../support/webhook';
import { createWorkflow, node, to } from '../../../tools/realN8n/workflows';
import type { Registrant, Sandbox } from '../../../sandbox';
import { NODE, NODE_TYPE, Workbench } from '../support/workbench';
import { type Cluster, startCluster, WORKER_VARIABLE } from './cluster';

const CONTACTS = 300;
const WITHIN_MS = 300_000;

const emails = Array.from({ length: CONTACTS }, (_, index) => `contact-${index + 1}@example.com`);

/** Registers one contact. The last name tells the test which execution and worker sent the request. */
const register = (ifAlreadyRegistered: string) =>
	node(NODE, NODE_TYPE, 1, {
		resource: 'live',
		operation: 'register',
		webinarId: byId(1),
		firstName: 'Ann',
		email: '={{ $json.body.email }}',
		options: { ifAlreadyRegistered },
		additionalFields: { lastName: `={{ $execution.id }} {{ $env.${WORKER_VARIABLE} }}` },
	});
const executionOf = ({ parameters }: Registrant) => parameters.last_name?.split(' ')[0] ?? '';
const workerOf = ({ parameters }: Registrant) => parameters.last_name?.split(' ')[1];

describe('one main n8n with three workers and one API key', () => {
	const ends: Array<() => Promise<unknown>> = [];
	let cluster: Cluster;
	let workbench: Workbench;
	let sandbox: Sandbox;

	beforeAll(async () => {
		cluster = await startCluster((end) => void ends.unshift(end));
		workbench = await Workbench.begin(cluster.n8n);
		({ sandbox } = workbench);
	}, WITHIN_MS);
	beforeEach(() => sandbox.reset());
	afterAll(async () => {
		for (const end of ends) await end();
		await workbench?.end();
	}, WITHIN_MS);

	const registered = () => sandbox.registrants.map(({ email }) => email).sort();

	/** Publishes a workflow. Each request to its webhook starts an execution. */
	async function publish(path: string, ifAlreadyRegistered: string) {
		const { n8n } = cluster;
		const trigger = node('Webhook', 'n8n-nodes-base.webhook', 2, { path, httpMethod: 'POST' });
		const workflow = await createWorkflow(n8n, {
			name: path,
			nodes: [{ ...trigger, webhookId: path }, workbench.withCredential(register(ifAlreadyRegistered))],
			connections: { [trigger.name]: { main: [[to(NODE)]] } },
		});
		const webhook = await Webhook.publish(n8n, workflow, path);
		return {
			/** Sends one request for each contact, all at the same time. */
			register: async (contacts: readonly string[]) =>
				expect(await webhook.call(contacts.map((email) => ({ email })))).toBe(0),
			/** Waits until this number of executions have ended. @returns IDs of those that did not succeed */
			failed: async (count: number) => {
				const all = async () => (await endedExecutions(n8n, workflow.id)).count;
				await waitFor(async () => (await all()) === count, { interval: 500, timeout: WITHIN_MS });
				const failed = await endedExecutions(n8n, workflow.id, ['error', 'crashed', 'canceled']);
				expect(failed.ids).toHaveLength(failed.count);
				return failed.ids;
			},
		};
	}

	it(
		'registers each of 300 contacts once if three workers share the executions',
		async () => {
			const webhook = await publish('all', 'register');
			await webhook.register(emails);
			expect(await webhook.failed(CONTACTS)).toEqual([]);
			expect(registered()).toEqual([...emails].sort());
		},
		WITHIN_MS,
	);

	it(
		'registers each contact once if a worker is killed and all contacts are sent again with "Skip"',
		async () => {
			const others = emails.map((email) => `other.${email}`);
			const webhook = await publish('crash', 'skip');
			await webhook.register(others);
			await waitFor(() => sandbox.registrants.length > CONTACTS / 3, { timeout: WITHIN_MS });
			const [victim] = cluster.workers;
			await victim?.program.kill();
			const failed = await webhook.failed(CONTACTS);

			// n8n 2.x shows the worker's executions as crashed. n8n 1.x runs them again.
			expect(failed.length > 0).toBe(cluster.n8n.line.name === '2');
			const missing = others.filter((email) => !registered().includes(email));
			// The worker may have died after the service's response, before it saved the response.
			const inDoubt = sandbox.registrants.filter((person) => failed.includes(executionOf(person)));
			expect(inDoubt.map(workerOf)).toEqual(inDoubt.map(() => victim?.name));
			expect(failed).toHaveLength(missing.length + inDoubt.length);

			// n8n does not show the contact of a crashed execution, so that a user runs all of them again.
			await webhook.register(others);
			expect(await webhook.failed(2 * CONTACTS)).toEqual(failed);
			expect(registered()).toEqual([...others].sort());
		},
		WITHIN_MS,
	);
});

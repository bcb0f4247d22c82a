import { fetch } from 'undici';
import waitFor from 'p-wait-for';

import { byId, sandboxCredential } from '../../../engine/parameters';
import { createCredential, CREDENTIAL_TYPE } from '../../../n8n/credentials';
import { type ExecutionSummary, isUnderWay, listExecutions } from '../../../n8n/executions';
import type { OnEnd } from '../../../n8n/teardown';
import { createWorkflow, publish, type StoredWorkflow } from '../../../n8n/workflows';
import { type Sandbox, startSandbox } from '../../../sandbox';
import { mostInOneSecond } from '../../../sandbox/rateLimit';
import { node, NODE, NODE_TYPE, to } from '../support/bench';
import { type Cluster, startCluster, WORKER_VARIABLE, WORKERS } from './cluster';

const CONTACTS = 300;
const ENDED_WITHIN_MS = 300_000;
const TRIGGER = 'Webhook';

const emails = Array.from({ length: CONTACTS }, (_, index) => `contact-${index + 1}@example.com`);

describe('one main n8n with three workers on one account key', () => {
	const ends: Array<() => Promise<unknown>> = [];
	const onEnd: OnEnd = (end) => void ends.unshift(end);
	let cluster: Cluster;
	let sandbox: Sandbox;

	beforeAll(async () => {
		sandbox = await startSandbox();
		onEnd(() => sandbox.close());
		cluster = await startCluster(onEnd);
	}, ENDED_WITHIN_MS);
	beforeEach(() => sandbox.reset());
	afterAll(async () => {
		for (const end of ends) await end();
	}, ENDED_WITHIN_MS);

	it(
		'registers each of 300 contacts once',
		async () => {
			const workflow = await publishedWorkflow('all');
			await postAll('all');
			const executions = await ended(workflow);
			printFigures();
			expect(executions.map(({ status }) => status)).toEqual(emails.map(() => 'success'));
			expect(registered()).toEqual([...emails].sort());
		},
		ENDED_WITHIN_MS,
	);

	it(
		'reports what a worker that was killed left undone, and nobody is registered twice',
		async () => {
			const workflow = await publishedWorkflow('crash');
			await postAll('crash');
			await waitFor(() => sandbox.registrants.length > CONTACTS / 3, { timeout: ENDED_WITHIN_MS });
			await cluster.workers[1]?.kill();
			const executions = await ended(workflow);
			printFigures();
			const failed = executions.filter(({ status }) => status !== 'success');
			const missing = emails.filter((email) => !registered().includes(email));
			console.log({ statuses: failed.map(({ status }) => status), missing: missing.length });
			expect(new Set(registered()).size).toBe(sandbox.registrants.length);
			expect(failed).toHaveLength(missing.length);
		},
		ENDED_WITHIN_MS,
	);

	const registered = () => sandbox.registrants.map(({ email }) => email).sort();

	async function publishedWorkflow(path: string): Promise<StoredWorkflow> {
		const credential = await createCredential(cluster.n8n, 'Sandbox', sandboxCredential(sandbox));
		const workflow = await createWorkflow(cluster.n8n, {
			name: path,
			nodes: [
				{
					...node(TRIGGER, 'n8n-nodes-base.webhook', 2, { path, httpMethod: 'POST' }),
					webhookId: path,
				},
				{
					...node(NODE, NODE_TYPE, 1, {
						resource: 'live',
						operation: 'register',
						webinarId: byId(1),
						firstName: 'Ann',
						email: '={{ $json.body.email }}',
						additionalFields: { country: `={{ $env.${WORKER_VARIABLE} }}` },
					}),
					credentials: { [CREDENTIAL_TYPE]: credential },
				},
			],
			connections: { [TRIGGER]: { main: [[to(NODE)]] } },
		});
		await publish(cluster.n8n, workflow);
		await waitFor(() => isLive(path), { interval: 50, timeout: 10_000 });
		return workflow;
	}

	/** A preflight starts nothing. */
	async function isLive(path: string): Promise<boolean> {
		const { headers } = await fetch(`${cluster.n8n.url}/webhook/${path}`, {
			method: 'OPTIONS',
			headers: { origin: cluster.n8n.url, 'access-control-request-method': 'POST' },
		});
		return headers.get('access-control-allow-methods')?.includes('POST') ?? false;
	}

	async function postAll(path: string): Promise<void> {
		const answers = await Promise.all(
			emails.map((email) =>
				fetch(`${cluster.n8n.url}/webhook/${path}`, {
					method: 'POST',
					headers: { 'content-type': 'application/json' },
					body: JSON.stringify({ email }),
				}),
			),
		);
		expect(answers.filter(({ ok }) => !ok)).toEqual([]);
	}

	/** All executions, once the last has ended. */
	async function ended({ id }: StoredWorkflow): Promise<ExecutionSummary[]> {
		let executions: ExecutionSummary[] = [];
		await waitFor(
			async () => {
				executions = await listExecutions(cluster.n8n, id);
				return executions.length === CONTACTS && !executions.some(isUnderWay);
			},
			{ interval: 1000, timeout: ENDED_WITHIN_MS },
		);
		return executions;
	}

	/** What the sandbox saw. Only registrations say which worker they come from. */
	function printFigures(): void {
		const { calls } = sandbox;
		const seconds = ((calls.at(-1)?.at ?? 0) - (calls[0]?.at ?? 0)) / 1000;
		const refused = calls.filter(({ status }) => status === 429);
		const byWorker = WORKERS.map((worker) => {
			const own = calls.filter(({ parameters }) => parameters.country === worker);
			return {
				worker,
				registered: own.filter(({ status }) => status === 200).length,
				refused: own.filter(({ status }) => status === 429).length,
				mostInOneSecond: mostInOneSecond(own.map(({ at }) => at)),
			};
		});
		console.log({
			calls: calls.length,
			refused: refused.length,
			seconds: Math.round(seconds * 10) / 10,
			callsPerSecond: Math.round(((calls.length - refused.length) / seconds) * 10) / 10,
			byWorker,
		});
	}
});

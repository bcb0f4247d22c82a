import waitFor from 'p-wait-for';

import { type Registrant, type Sandbox, startSandbox } from '../../../sandbox';
import { type Cluster, startCluster } from './cluster';
import { EXECUTION_PARAMETER, RegistrationWebhook, WORKER_PARAMETER } from './registrationWebhook';

const CONTACTS = 300;
const WITHIN_MS = 300_000;

const emails = Array.from({ length: CONTACTS }, (_, index) => `contact-${index + 1}@example.com`);

describe('one main n8n with three workers on one account key', () => {
	const ends: Array<() => Promise<unknown>> = [];
	let cluster: Cluster;
	let sandbox: Sandbox;

	beforeAll(async () => {
		sandbox = await startSandbox();
		cluster = await startCluster((end) => void ends.unshift(end));
	}, WITHIN_MS);
	beforeEach(() => sandbox.reset());
	afterAll(async () => {
		for (const end of ends) await end();
		await sandbox?.close();
	}, WITHIN_MS);

	const registered = () => sandbox.registrants.map(({ email }) => email).sort();

	it(
		'registers each of 300 contacts once',
		async () => {
			const webhook = await RegistrationWebhook.publish(cluster.n8n, sandbox, 'all');
			await webhook.register(emails);
			const failed = await webhook.ended(CONTACTS, WITHIN_MS);
			expect(failed).toEqual([]);
			// As many as there are contacts: nobody is missing, nobody there twice.
			expect(registered()).toEqual([...emails].sort());
		},
		WITHIN_MS,
	);

	it(
		'loses nobody when a worker is killed, and registers nobody twice when all are run again with "Skip"',
		async () => {
			const skip = { ifAlreadyRegistered: 'skip' };
			// Others than before: the workers know for some minutes whom they registered.
			const others = emails.map((email) => `other.${email}`);
			const webhook = await RegistrationWebhook.publish(cluster.n8n, sandbox, 'crash', skip);
			await webhook.register(others);
			await waitFor(() => sandbox.registrants.length > CONTACTS / 3, { timeout: WITHIN_MS });
			const [victim] = cluster.workers;
			await victim?.program.kill();
			const failed = await webhook.ended(CONTACTS, WITHIN_MS);

			// 2.x shows the worker's executions as crashed; 1.x runs them again by itself.
			expect(failed.length > 0).toBe(cluster.n8n.line.name === '2');
			const missing = others.filter((email) => !registered().includes(email));
			// The worker may have died between the service's answer and its note of it.
			const inDoubt = sandbox.registrants.filter((person) => failed.includes(executionOf(person)));
			expect(inDoubt.map(workerOf)).toEqual(inDoubt.map(() => victim?.name));
			expect(failed).toHaveLength(missing.length + inDoubt.length);

			// n8n keeps nothing of the contact of a crashed execution: a user runs all of them again.
			await webhook.register(others);
			expect(await webhook.ended(2 * CONTACTS, WITHIN_MS)).toEqual(failed);
			expect(registered()).toEqual([...others].sort());
		},
		WITHIN_MS,
	);
});

const executionOf = ({ parameters }: Registrant) => parameters[EXECUTION_PARAMETER] ?? '';
const workerOf = ({ parameters }: Registrant) => parameters[WORKER_PARAMETER];

import type { INodeParameters } from 'n8n-workflow';
import waitFor from 'p-wait-for';
import { z } from 'zod/v4';

import { ENDED, endedExecutions, Execution } from './executions';
import type { N8nClient } from '../../../tools/realN8n/n8nClient';
import { publish, type StoredWorkflow } from '../../../tools/realN8n/workflows';

const WAITING = { interval: 100, timeout: 90_000 };

/** Poll times for tests. n8n polls at most once a minute for one poll time, but accepts several. */
export const pollTimes: INodeParameters = {
	item: Array.from({ length: 20 }, (_, index) => ({
		mode: 'custom',
		cronExpression: `${index * 3} * * * * *`,
	})),
};

/** Publishes a workflow, and waits until the first poll of its trigger, which 2.x makes later, has stored its state. */
export async function beginPolling(n8n: N8nClient, workflow: StoredWorkflow, trigger: string): Promise<void> {
	await publish(n8n, workflow);
	await waitFor(async () => (await readState(n8n, workflow, trigger)) !== undefined, WAITING);
}

/** Waits until this number of executions of a workflow are in one of these states. @returns all of them, the oldest first */
export async function executionsOf(
	n8n: N8nClient,
	{ id }: StoredWorkflow,
	count: number,
	states: readonly string[] = ENDED,
): Promise<Execution[]> {
	const ended = async () => (await endedExecutions(n8n, id, states)).ids;
	await waitFor(async () => (await ended()).length >= count, WAITING);
	const ids = (await ended()).sort((one, other) => Number(one) - Number(other));
	return await Promise.all(ids.map((one) => Execution.ended(n8n, one, states)));
}

const withState = z.looseObject({ staticData: z.record(z.string(), z.unknown()).nullish() });

/** Reads the saved state of a node of a published workflow; undefined if there is none. */
async function readState(client: N8nClient, { id }: StoredWorkflow, nodeName: string): Promise<unknown> {
	const { staticData } = withState.parse(await client.call('GET', `/rest/workflows/${id}`));
	return staticData?.[`node:${nodeName}`];
}

import type { INodeParameters } from 'n8n-workflow';
import waitFor from 'p-wait-for';

import { endedExecutions, Execution } from '../../../tools/realN8n/executions';
import type { N8nClient } from '../../../tools/realN8n/n8nClient';
import { publish, readState, type StoredWorkflow, unpublish } from '../../../tools/realN8n/workflows';

/** For the first poll, which n8n 2.x makes after it has answered, or for a poll and the execution that it starts. */
const WITHIN_MS = 60_000;

/** Poll times for tests. n8n polls at most once a minute for one poll time, but accepts several. */
export const pollEvery = (seconds: number): INodeParameters => ({
	item: Array.from({ length: 60 / seconds }, (_, index) => ({
		mode: 'custom',
		cronExpression: `${index * seconds} * * * * *`,
	})),
});
export const pollOften = pollEvery(3);

/** A published workflow that begins with a polling trigger. */
export class WatchingWorkflow {
	private constructor(
		private readonly n8n: N8nClient,
		private readonly workflow: StoredWorkflow,
	) {}

	/** Publishes it, and waits until the first poll has stored its state. */
	static async begin(n8n: N8nClient, workflow: StoredWorkflow, trigger: string): Promise<WatchingWorkflow> {
		await publish(n8n, workflow);
		await waitFor(async () => (await readState(n8n, workflow, trigger)) !== undefined, {
			interval: 100,
			timeout: WITHIN_MS,
		});
		return new WatchingWorkflow(n8n, workflow);
	}

	/** Waits until so many of its executions have succeeded. @returns all successful ones, the oldest first */
	async executions(count: number): Promise<Execution[]> {
		await waitFor(async () => (await this.succeeded()).length >= count, {
			interval: 100,
			timeout: WITHIN_MS,
		});
		return await Promise.all((await this.succeeded()).map((id) => Execution.ended(this.n8n, id)));
	}

	async end(): Promise<void> {
		await unpublish(this.n8n, this.workflow);
	}

	/** Without failed ones: n8n makes an execution of a failed poll, too. */
	private async succeeded(): Promise<string[]> {
		const { ids } = await endedExecutions(this.n8n, this.workflow.id, ['success']);
		return ids.sort((one, other) => Number(one) - Number(other));
	}
}

import { parse } from 'flatted';
import waitFor from 'p-wait-for';
import { z } from 'zod/v4';

import type { N8nClient } from '../../../tools/realN8n/n8nClient';

/** Maximum duration of an execution. The longest one, 500 contacts in batches that run again, takes about a minute. */
const FINISHED_WITHIN_MS = 300_000;
/** The final states of an execution. */
export const ENDED: readonly string[] = ['success', 'error', 'crashed', 'canceled'];

/** A file: its data, or the ID under which n8n stored it. */
const binaryData = z.object({ id: z.string().optional(), data: z.string().optional() });
const item = z.object({
	json: z.record(z.string(), z.unknown()),
	binary: z.record(z.string(), binaryData).optional(),
	pairedItem: z.unknown(),
});
const failure = z.looseObject({ message: z.string(), description: z.string().nullish() });
const nodeRun = z.looseObject({
	data: z.object({ main: z.array(z.array(item).nullable()) }).optional(),
	error: failure.optional(),
});
const runResult = z.object({
	resultData: z.object({ runData: z.record(z.string(), z.array(nodeRun)), error: failure.optional() }),
});
const summary = z.looseObject({ id: z.string(), status: z.string() });
const execution = summary.extend({ data: z.string() });

type OutputItem = z.infer<typeof item>;

/** A finished execution, as n8n stored it. */
export class Execution {
	private constructor(
		/** The execution as n8n stores it, in the format of `flatted`. */
		readonly raw: string,
		private readonly result: z.infer<typeof runResult>['resultData'],
	) {}

	/** Waits until an execution has ended, and reads it. */
	static async ended(client: N8nClient, id: string, states = ENDED): Promise<Execution> {
		const read = async () => execution.parse(await client.call('GET', `/rest/executions/${id}`));
		const isEnded = async () => states.includes((await read()).status);
		await waitFor(isEnded, { interval: 100, timeout: FINISHED_WITHIN_MS });
		const { data } = await read();
		return new Execution(data, runResult.parse(parse(data)).resultData);
	}

	get error() {
		return this.result.error;
	}

	/** The names of the nodes that have run. */
	get nodes(): string[] {
		return Object.keys(this.result.runData);
	}

	/** Returns the items of all runs on the first output of a node. */
	output(node: string): OutputItem[] {
		return (this.result.runData[node] ?? []).flatMap(({ data }) => data?.main[0] ?? []);
	}

	/** Returns the first file on the first output of a node. n8n stores files with the execution or in a folder. */
	async file(client: N8nClient, node: string): Promise<string> {
		const { id, data = '' } = this.output(node)[0]?.binary?.data ?? {};
		if (id === undefined) return Buffer.from(data, 'base64').toString();
		const query = new URLSearchParams({ id, action: 'download' }).toString();
		return await client.file(`/rest/binary-data?${query}`);
	}
}

const page = z.object({ count: z.number(), results: z.array(summary) });

/**
 * Returns the number of a workflow's finished executions with one of these states, and the IDs of the latest 100. The other
 * IDs cannot be read: n8n splits pages by ID but sorts by start, so some executions are on no page.
 */
export async function endedExecutions(
	client: N8nClient,
	workflowId: string,
	status: readonly string[] = ENDED,
): Promise<{ count: number; ids: string[] }> {
	const query = new URLSearchParams({ filter: JSON.stringify({ workflowId, status }), limit: '100' });
	const { count, results } = page.parse(await client.call('GET', `/rest/executions?${query.toString()}`));
	return { count, ids: results.map(({ id }) => id) };
}

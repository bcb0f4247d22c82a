import { parse } from 'flatted';
import waitFor from 'p-wait-for';
import { z } from 'zod/v4';

import type { N8nClient } from './n8nClient';

/** 500 contacts in batches of 20 a second, run again as a whole, take about a minute. */
const FINISHED_WITHIN_MS = 300_000;
/** The final states of an execution. */
export const ENDED: readonly string[] = ['success', 'error', 'crashed', 'canceled'];

/** A file, or where n8n has it. */
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
export type BinaryData = z.infer<typeof binaryData>;

/** A finished execution, as n8n stored it. */
export class Execution {
	private constructor(
		/** Text in the format of `flatted`, as n8n stores it. */
		readonly raw: string,
		private readonly result: z.infer<typeof runResult>['resultData'],
	) {}

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

	/** The items on one output of a node, of all its runs. */
	output(node: string, output = 0): OutputItem[] {
		return (this.result.runData[node] ?? []).flatMap(({ data }) => data?.main[output] ?? []);
	}
}

const page = z.object({ count: z.number(), results: z.array(summary) });

/**
 * The finished executions of a workflow with one of these states: their number, and the latest 100. The others cannot
 * be read: n8n splits pages by ID but sorts by start, so some executions may be on no page.
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

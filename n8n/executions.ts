import { parse } from 'flatted';
import waitFor from 'p-wait-for';
import { z } from 'zod/v4';

import type { N8nClient } from './n8nClient';

const FINISHED_WITHIN_MS = 120_000;
const PAGE = 100;

const item = z.object({
	json: z.record(z.string(), z.unknown()),
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

export type OutputItem = z.infer<typeof item>;
export type ExecutionSummary = z.infer<typeof summary>;

/** What n8n stored of an execution that has ended. */
export class Execution {
	private constructor(
		readonly status: string,
		/** As n8n stores it: a text in the format of `flatted`. */
		readonly raw: string,
		private readonly result: z.infer<typeof runResult>['resultData'],
	) {}

	static async ended(client: N8nClient, id: string): Promise<Execution> {
		const read = async () => execution.parse(await client.call('GET', `/rest/executions/${id}`));
		await waitFor(async () => !isUnderWay(await read()), { interval: 100, timeout: FINISHED_WITHIN_MS });
		const { status, data } = await read();
		return new Execution(status, data, runResult.parse(parse(data)).resultData);
	}

	get error() {
		return this.result.error;
	}

	/** Items that a node gave on one of its outputs in its first run. */
	output(node: string, output = 0): OutputItem[] {
		return this.result.runData[node]?.[0]?.data?.main[output] ?? [];
	}
}

export function isUnderWay({ status }: ExecutionSummary): boolean {
	return ['new', 'running', 'waiting', 'unknown'].includes(status);
}

const page = z.object({ results: z.array(summary) });

/** All executions of a workflow, the newest first. */
export async function listExecutions(client: N8nClient, workflowId: string): Promise<ExecutionSummary[]> {
	const filter = encodeURIComponent(JSON.stringify({ workflowId }));
	const all: ExecutionSummary[] = [];
	for (;;) {
		const after = all.length === 0 ? '' : `&lastId=${all.at(-1)?.id}`;
		const path = `/rest/executions?filter=${filter}&limit=${PAGE}${after}`;
		const { results } = page.parse(await client.call('GET', path));
		all.push(...results);
		if (results.length < PAGE) return all;
	}
}

import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { z } from 'zod';

import { expectWithoutKey, type Harness } from './harness';

const toolRun = z.object({
	description: z.string(),
	fields: z.record(z.string().optional()),
	answer: z.string(),
});

/**
 * Runs the node as a tool of an AI agent.
 * @param parameters with $fromAI for each value of the model
 * @returns the tool's description, its fields and its output
 */
export async function useAsTool(harness: Harness, parameters: INodeParameters, fromModel: IDataObject = {}) {
	const run = await harness.engine.useAsTool(parameters, fromModel, harness.credential);
	expectWithoutKey(run, harness.sandbox.apiKey);
	const { runData, error } = run.data.resultData;
	if (error) throw error;
	const [output] = runData.Agent?.[0]?.data?.main?.[0] ?? [];
	const { answer, ...tool } = toolRun.parse(output?.json);
	return { ...tool, answer: z.array(z.record(z.unknown())).parse(JSON.parse(answer)) };
}

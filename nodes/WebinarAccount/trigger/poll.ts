import type { IPollFunctions, INodeExecutionData } from 'n8n-workflow';

import type { EventData } from './events/triggerEvent';
import type { StoredWatch } from './events/watch';
import { toNodeError } from '../router/nodeError';
import { preparePoll } from './pollContext';

/** Items of a manual run. */
const MAX_EXAMPLES = 3;

/** One poll of the trigger node: an item for each new event, or null. In a manual run, examples. */
export async function poll(this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	try {
		const events = this.getMode() === 'manual' ? await examples(this) : await newEvents(this);
		return events.length === 0 ? null : [events.map((json) => ({ json }))];
	} catch (error) {
		throw toNodeError(this.getNode(), error);
	}
}

async function examples(functions: IPollFunctions): Promise<EventData[]> {
	const { event, context } = await preparePoll(functions, undefined);
	const found = await event.examples(context);
	if (found.length === 0) throw event.noExample(context);
	return found.slice(0, MAX_EXAMPLES);
}

/**
 * The memory is written once, when all went well, and belongs to the items returned with it:
 * - n8n 1.x, and 2.x by default, keep it in the running workflow and save it when a poll returns items, or on
 *   activation. A restart goes back to what was saved, which leads to the same events.
 * - n8n 2.x with durable cursors hands out a copy, and saves that in one step with the execution it starts, or alone
 *   when there are no items. What a poll wrote before it failed or was given up is dropped.
 */
async function newEvents(functions: IPollFunctions): Promise<EventData[]> {
	const begun = JSON.stringify(functions.getWorkflowStaticData('node'));
	const { event, context, watch, before } = await preparePoll(functions, JSON.parse(begun));
	const { events, memory } = await event.poll(context, before?.memory);
	const stored = functions.getWorkflowStaticData('node');
	// A poll that took longer than the interval: another one has finished meanwhile, and the next goes on from there.
	if (JSON.stringify(stored) !== begun) return [];
	const after: StoredWatch = { watch, webinarId: context.webinarId, memory };
	if (JSON.stringify(after) !== JSON.stringify(before)) Object.assign(stored, after);
	return events;
}

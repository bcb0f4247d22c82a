import { Settings } from 'luxon';
import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import { readFields } from '../fields/field';
import { toNodeError, toPartError } from '../fields/nodeError';
import { chosenProduct } from '../fields/webinarFields';
import { connect } from '../service/client';
import { unlessAborted } from '../utils/async';
import { Webinars } from '../webinars/webinars';
import type { EventData, PollContext } from './event';
import { findExamples } from './findExamples';
import { explainFailure, findEvents, overBudget, WebinarFailure } from './findEvents';
import { digestOf, readState } from './store';
import { triggerFields } from './triggerFields';

/** Time in milliseconds after which a poll of all webinars starts reading no further webinars. */
const MAX_STARTING_MS = 45_000;

/** The same limit as a share of the time that n8n allows for a poll. The earlier limit applies. */
const MAX_STARTING_SHARE = 0.6;

/** Share of the time that n8n allows for a poll. After it, a poll of all webinars cancels all its requests. */
const MAX_READING_SHARE = 0.9;

/** Returns an output item for each new event, or null if there are none. In a manual test, returns examples. */
export async function poll(this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	// n8n 1.x has no time limit for polls. n8n 2.x aborts a poll that exceeds the limit, but shows no error.
	const budgetMs = this.getPollBudgetMs?.() ?? Infinity;
	const deadline = timeout(budgetMs);
	const inTime = async (work: Promise<EventData[]>) =>
		await unlessAborted(work, deadline, () => overBudget(budgetMs));
	try {
		const isManual = this.getMode() === 'manual';
		const found = isManual
			? await inTime(pollContext(this, budgetMs).then(findExamples))
			: await oncePerNode(this, () => inTime(findAndStoreEvents(this, budgetMs, deadline)));
		return found.length === 0 ? null : [found.map((json) => ({ json }))];
	} catch (error) {
		throw error instanceof WebinarFailure
			? toPartError(this.getNode(), error.reason, triggerFields, `Webinar ${error.webinarId}`)
			: toNodeError(this.getNode(), explainFailure(error, budgetMs), triggerFields);
	}
}

/** The nodes whose polls run now, by workflow and node. */
const polling = new Set<string>();

/**
 * Runs a poll, unless another poll of the node runs in this process; then returns no events. n8n starts a poll at each
 * poll time, even if the last one has not ended, and polls that overlap would read the same lists.
 */
async function oncePerNode(
	functions: IPollFunctions,
	findNewEvents: () => Promise<EventData[]>,
): Promise<EventData[]> {
	const key = JSON.stringify([functions.getWorkflow().id, functions.getNode().id]);
	if (polling.has(key)) return [];
	polling.add(key);
	try {
		return await findNewEvents();
	} finally {
		polling.delete(key);
	}
}

/**
 * Finds the new events, and then stores the new state in n8n. The state is stored in one step at the end, so that no
 * event is lost:
 * - If a poll fails, or n8n aborts it, nothing is stored. The next poll then finds the same events.
 * - If another poll has stored a state in the meantime, this poll stores nothing and returns no events.
 * - n8n 1.x, and n8n 2.x by default, keep the state in memory, and save it when a poll returns items or when the
 *   workflow is activated. After a restart, the trigger continues from the saved state and finds the same events.
 * - n8n 2.x with durable cursors saves the state together with the execution that the poll starts.
 */
async function findAndStoreEvents(
	functions: IPollFunctions,
	budgetMs: number,
	deadline: AbortSignal | undefined,
): Promise<EventData[]> {
	const initialState = JSON.stringify(functions.getWorkflowStaticData('node'));
	const context = await pollContext(functions, budgetMs);
	const { events, state } = await findEvents(context, readState(JSON.parse(initialState), context.watchKey));
	if (deadline?.aborted) return [];
	const stored = functions.getWorkflowStaticData('node');
	const hasOtherPollStored = JSON.stringify(stored) !== initialState;
	if (hasOtherPollStored) return [];
	Object.assign(stored, state);
	return events;
}

/** Reads the node's fields, and connects to the service. */
async function pollContext(functions: IPollFunctions, budgetMs: number): Promise<PollContext> {
	const fields = readTriggerFields(functions);
	const { event, webinarId: webinar, schedule, options } = fields;
	const { minutesBefore = 0, minutesInRoom = 0, minutesAfterStart = 0, simplify = false } = fields;
	const { minimumMinutes, titleContains } = options;
	const product = chosenProduct(functions.getNodeParameter('resource'));
	const now = Settings.now();

	// A poll of all webinars cancels slow requests before n8n aborts the poll, so that it can still return the events of
	// the webinars that it has read.
	const signal = timeout(webinar ? budgetMs : budgetMs * MAX_READING_SHARE);
	const stopSignal = webinar ? undefined : timeout(Math.min(MAX_STARTING_MS, budgetMs * MAX_STARTING_SHARE));
	const connection = await connect(functions);
	const service = connection(signal);
	// Contains all settings that decide what is reported. If one of them changes, the trigger starts over. Minutes Before
	// decides only when a session is reported.
	const watchKey = JSON.stringify([
		service.account.productUrls[product.name],
		product.name,
		event.value,
		webinar,
		titleContains,
		schedule,
		minutesInRoom,
		minutesAfterStart,
		minimumMinutes,
	]);
	return {
		event,
		watchKey,
		keyDigest: digestOf(service.account.apiKey),
		budgetMs,
		product,
		service,
		webinar,
		titleContains,
		schedule,
		stopSignal,
		webinars: new Webinars(connection(), performance.now(), () => now, signal),
		minutesBefore,
		minutesInRoom,
		minutesAfterStart,
		minimumMinutes,
		simplify,
		now,
		warn: (problem, webinarId) => logWarning(functions, problem, webinarId),
	};
}

/** Reads the node's fields. */
function readTriggerFields(functions: IPollFunctions) {
	const { parameters } = functions.getNode();
	const given = Object.keys(triggerFields).map((name) => [name, functions.getNodeParameter(name, '')]);
	return readFields(triggerFields, Object.fromEntries(given), parameters);
}

/**
 * Writes an error to n8n's log as a warning.
 * @param webinarId the webinar that the problem concerns; undefined if it concerns the webinar list
 */
function logWarning(functions: IPollFunctions, problem: Error, webinarId?: string): void {
	const node = functions.getNode();
	const { message, description } =
		webinarId === undefined
			? toNodeError(node, problem, triggerFields)
			: toPartError(node, problem, triggerFields, `Webinar ${webinarId}`);
	functions.logger.warn(`${node.name}: ${message}`, {
		workflowId: functions.getWorkflow().id,
		description,
	});
}

/** Returns a signal that is aborted after the given time; undefined for an infinite time. */
function timeout(ms: number): AbortSignal | undefined {
	return ms === Infinity ? undefined : AbortSignal.timeout(Math.max(0, Math.ceil(ms)));
}

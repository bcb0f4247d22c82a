import { Settings } from 'luxon';
import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import { readFields } from '../fields/field';
import { toNodeError, toPartError } from '../fields/nodeError';
import { chosenProduct, hasExpression, withoutListMode } from '../fields/webinarFields';
import { connect } from '../service/client';
import { InputError } from '../service/errors';
import { unlessAborted } from '../utils/async';
import { WebinarReader } from '../webinars/webinarReader';
import type { EventData, PollContext } from './event';
import { findExamples } from './findExamples';
import { findEvents, WebinarFailure } from './findEvents';
import { hashOf, readState } from './store';
import { triggerFields } from './triggerFields';

/** A poll of all webinars does not start to read another webinar after this time, in milliseconds. */
const LAST_START_MS = 45_000;

/** Shares of n8n's time limit for a poll after which no reading of a webinar starts, and after which all are canceled. */
const START_SHARE = 0.6;
const READ_SHARE = 0.9;

/** Returns an item for each new event, or null; in a manual test, examples. */
export async function poll(this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	// n8n 1.x sets no limit. n8n 2.x aborts a late poll without an error.
	const budgetMs = this.getPollBudgetMs?.() ?? Infinity;
	const deadline = timeout(budgetMs);
	try {
		const isManual = this.getMode() === 'manual';
		const work = isManual
			? pollContext(this, budgetMs).then(findExamples)
			: newEvents(this, budgetMs, deadline);
		const found = await unlessAborted(work, deadline, () => overBudget(budgetMs));
		return found.length === 0 ? null : [found.map((json) => ({ json }))];
	} catch (error) {
		throw error instanceof WebinarFailure
			? toPartError(this.getNode(), error.reason, triggerFields, `Webinar ${error.webinarId}`)
			: toNodeError(this.getNode(), error, triggerFields);
	}
}

/**
 * Finds events, and writes the state once, after everything succeeded:
 * - A poll that fails, or is aborted by n8n, writes nothing. The next poll finds its events.
 * - If two polls run at the same time, the one that ends last writes and returns nothing.
 * - n8n 1.x, and 2.x by default, keep the state in the running workflow, and save it when a poll returns items or on
 *   activation. A restart returns to the saved state, which leads to the same events.
 * - n8n 2.x with durable cursors saves a copy together with the execution that the poll starts.
 */
async function newEvents(
	functions: IPollFunctions,
	budgetMs: number,
	deadline: AbortSignal | undefined,
): Promise<EventData[]> {
	const initial = JSON.stringify(functions.getWorkflowStaticData('node'));
	const context = await pollContext(functions, budgetMs);
	const { events, state } = await findEvents(context, readState(JSON.parse(initial), context.watchKey));
	if (deadline?.aborted) return [];
	const stored = functions.getWorkflowStaticData('node');
	if (JSON.stringify(stored) !== initial) return [];
	Object.assign(stored, state);
	return events;
}

async function pollContext(functions: IPollFunctions, budgetMs: number): Promise<PollContext> {
	const input = readFields(triggerFields, (name) => {
		const value: unknown = functions.getNodeParameter(name, '') ?? null;
		return hasExpression(functions.getNode().parameters[name]) ? withoutListMode(value) : value;
	});
	const { event, webinarId: webinar, schedule, options } = input;
	const { minutesBefore = 0, minutesInRoom = 0, minutesAfterStart = 0, simplify = false } = input;
	const { minimumMinutes, titleContains } = options;
	const product = chosenProduct(functions.getNodeParameter('resource'));
	const now = Settings.now();

	// A poll of all webinars cancels a slow reading early, so that the events of the other webinars are not lost.
	const signal = timeout(webinar ? budgetMs : budgetMs * READ_SHARE);
	const lastStart = webinar ? undefined : timeout(Math.min(LAST_START_MS, budgetMs * START_SHARE));
	const service = (await connect(functions))(signal);
	const watchKey = JSON.stringify([
		service.account.productUrls[product.name],
		hashOf(service.account.apiKey),
		product.name,
		event.value,
		webinar,
		titleContains,
		schedule,
		minutesInRoom,
	]);
	return {
		event,
		watchKey,
		product,
		service,
		webinar,
		titleContains,
		schedule,
		lastStart,
		webinars: new WebinarReader(service, {
			now: () => now,
			displayedSince: performance.now(),
			signal,
		}).forDisplay(),
		minutesBefore,
		minutesInRoom,
		minutesAfterStart,
		minimumMinutes,
		simplify,
		now,
		warn: (problem, webinarId) => logWarning(functions, problem, webinarId),
	};
}

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

function overBudget(budgetMs: number): InputError {
	return new InputError(
		`The poll takes longer than the ${Math.round(budgetMs / 1000)} seconds that this n8n allows`,
		'No event is lost, because the next poll tries again. If this happens every time, the registrant list is too long for one poll. Then watch a single Session, raise Calls per Second in the credential, or allow polls more time in the settings of n8n.',
	);
}

function timeout(ms: number): AbortSignal | undefined {
	return ms === Infinity ? undefined : AbortSignal.timeout(Math.max(0, Math.ceil(ms)));
}

import { Settings } from 'luxon';
import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import { readFields } from '../fields/field';
import { toNodeError } from '../fields/nodeError';
import { chosenProduct, hasExpression, withoutListMode } from '../fields/webinarFields';
import { connect } from '../service/client';
import { InputError } from '../service/errors';
import { unlessAborted } from '../utils/async';
import { WebinarReader } from '../webinars/webinarReader';
import type { EventData } from './event';
import { triggerFields } from './fields';
import { hashOf, readState } from './state';
import { examplesOf, pollOnce, type Watch } from './watch';

/** With all webinars, a poll begins with no other webinar after this time: the next poll goes on. */
const LAST_START_MS = 45_000;

/** The part of n8n's limit for a poll that the poll may use to begin with webinars, and to read. */
const START_SHARE = 0.6;
const READ_SHARE = 0.9;

/** Returns an item for each new event, or null; in a manual run, examples. */
export async function poll(this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	// n8n 1.x sets no limit; n8n 2.x aborts a late poll without an error.
	const budgetMs = this.getPollBudgetMs?.() ?? Infinity;
	const signal = timeout(budgetMs);
	try {
		const isManual = this.getMode() === 'manual';
		const work = isManual ? readWatch(this, budgetMs).then(examplesOf) : newEvents(this, budgetMs, signal);
		const overBudget = () =>
			new InputError(
				`The poll takes longer than the ${Math.round(budgetMs / 1000)} seconds that this n8n allows`,
				'No event is lost: the next poll tries again. If this happens every time, the list of registrants is too long for one poll: watch a single Session, raise Calls per Second in the credential, or allow polls more time in the settings of n8n.',
			);
		const found = await unlessAborted(work, signal, overBudget);
		return found.length === 0 ? null : [found.map((json) => ({ json }))];
	} catch (error) {
		throw toNodeError(this.getNode(), error, triggerFields);
	}
}

function timeout(ms: number): AbortSignal | undefined {
	return ms === Infinity ? undefined : AbortSignal.timeout(Math.max(0, Math.ceil(ms)));
}

/**
 * Writes the state once, after everything succeeded, together with the items that belong to it:
 * - n8n 1.x, and 2.x by default, keep the state in the running workflow and save it when a poll returns items, or on
 *   activation. A restart returns to the saved state, which leads to the same events.
 * - n8n 2.x with durable cursors passes a copy, and saves it in one step with the execution it starts, or alone if
 *   there are no items. It drops the changes of a poll that failed or was aborted.
 */
async function newEvents(
	functions: IPollFunctions,
	budgetMs: number,
	signal: AbortSignal | undefined,
): Promise<EventData[]> {
	const initial = JSON.stringify(functions.getWorkflowStaticData('node'));
	const watch = await readWatch(functions, budgetMs);
	const { events: found, state } = await pollOnce(watch, readState(JSON.parse(initial), watch.key));
	// The poll was already reported as failed, so it must not change the state.
	if (signal?.aborted) return [];
	const stored = functions.getWorkflowStaticData('node');
	// Another poll finished during this one, which took longer than the interval: the next poll continues from there.
	if (JSON.stringify(stored) !== initial) return [];
	Object.assign(stored, state);
	return found;
}

async function readWatch(functions: IPollFunctions, budgetMs: number): Promise<Watch> {
	const input = readFields(triggerFields, (name) => {
		const value: unknown = functions.getNodeParameter(name, '') ?? null;
		return hasExpression(functions.getNode().parameters[name]) ? withoutListMode(value) : value;
	});
	const { event, webinarId: webinar, schedule, options } = input;
	const { minutesBefore = 0, minutesInRoom = 0, minutesAfterStart = 0, simplify = false } = input;
	const product = chosenProduct(functions.getNodeParameter('resource'));

	// In all webinars, one that takes too long must not end the poll.
	const signal = timeout(webinar ? budgetMs : budgetMs * READ_SHARE);
	const lastStart = webinar ? undefined : timeout(Math.min(LAST_START_MS, budgetMs * START_SHARE));
	const service = (await connect(functions))(signal);
	const key = JSON.stringify([
		service.account.productUrls[product.name],
		hashOf(service.account.apiKey),
		product.name,
		event.value,
		webinar,
		schedule,
		minutesInRoom,
	]);
	return {
		event,
		key,
		product,
		service,
		webinar,
		schedule,
		lastStart,
		webinars: new WebinarReader(service, {
			now: () => Settings.now(),
			displayedSince: performance.now(),
			signal,
		}),
		titleContains: options?.titleContains ?? '',
		minutesBefore,
		minutesInRoom,
		minutesAfterStart,
		simplify,
		now: Settings.now(),
	};
}
